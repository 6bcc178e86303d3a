import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import { SESSION_KEY, socketProtocols } from '../../electron/contract/browser-session.ts'
import type { Contract } from '../../electron/contract/index.ts'

/** What a browser has after it opened the printed address: a cookie for the page's files, a key for the socket. */
export interface Session {
  origin: string
  /** `name=value` */
  cookie: string
  key: string
}

/** Opens the printed address, once, as a browser does. */
export async function admit(address: string): Promise<Session> {
  const answer = await fetch(address, { redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  const key = keyIn(await answer.text())
  if (!cookie || !key) throw new Error(`${address} let nobody in: HTTP ${answer.status}`)
  return { origin: new URL(address).origin, cookie, key }
}

/** The key in the page that answers the one-time token. */
export const keyIn = (page: string): string | undefined => /data-key="([\w-]+)"/.exec(page)?.[1]

/** The session as a browser's context takes it, before its first page: a cookie, and a script that stores the key. */
export function forBrowser({ origin, cookie, key }: Session) {
  const [name = '', value = ''] = cookie.split('=')
  const script = `if (location.origin === '${origin}') localStorage.setItem('${SESSION_KEY}', '${key}')`
  return { cookies: [{ name, value, url: origin }], script }
}

/** Opens the socket of the page. */
export async function openSocket({ origin, cookie, key }: Session): Promise<WebSocket> {
  const address = `${origin.replace('http', 'ws')}/rpc`
  const socket = new WebSocket(address, socketProtocols(key), { headers: { cookie, origin } })
  await once(socket, 'open')
  return socket
}

/** The contract over a socket. The link takes a browser's socket; that of `ws` has all it uses. */
export const contractOver = (socket: WebSocket): ContractRouterClient<Contract> => createORPCClient(new RPCLink({ websocket: socket }))
