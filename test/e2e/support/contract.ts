import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from '@playwright/test'
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
