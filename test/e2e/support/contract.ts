import type { ContractRouterClient } from '@orpc/contract'
import { expect, type Page } from '@playwright/test'
import { SESSION_KEY } from '../../../electron/contract/browser-session.ts'
import type { Contract } from '../../../electron/contract/index.ts'
import { contractOver, openSocket } from '../../support/admitted.ts'

/** Asks the web host's contract as the page does: same origin, same cookie, same key. */
export async function askingBeside<T>(page: Page, ask: (client: ContractRouterClient<Contract>) => Promise<T>): Promise<T> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const key = await page.evaluate((name) => localStorage.getItem(name) ?? '', SESSION_KEY)
  const socket = await openSocket({ origin, cookie, key })
  try {
    return await ask(contractOver(socket))
  } finally {
    socket.close()
  }
}

/** Waits until every station is judged as its data are. The page hears of the last ones a moment later. */
export async function judgedBeside(page: Page): Promise<void> {
  await expect.poll(() => askingBeside(page, (client) => client.findings.analysis())).toMatchObject({ running: false, stale: 0 })
}
