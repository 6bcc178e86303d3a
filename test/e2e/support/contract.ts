import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import type { Contract } from '../../../electron/contract/index.ts'

/** Asks the web host's contract as the page does: same origin, same cookie. */
export async function askingBeside<T>(
  page: Page,
  ask: (client: ContractRouterClient<Contract>) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { cookie, origin } })
  await once(socket, 'open')
  try {
    return await ask(createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })))
  } finally {
    socket.close()
  }
}
