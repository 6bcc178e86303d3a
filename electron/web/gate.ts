import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { keyProtocol } from '../contract/browser-session.ts'

/**
 * Who may talk to the browser host. It listens on loopback, where every program and every web page of this machine
 * can reach it, so it believes only: its own `Host` (a rebound DNS name is refused), its own `Origin`, and what is
 * handed out once, for the token in the printed address:
 *  - a cookie, which opens the page's files. Browsers send it to every port of 127.0.0.1, so whoever listens on another
 *    one learns it;
 *  - a key, which opens the socket. The page keeps it in the storage of its origin, which knows ports and is never sent
 *    by itself.
 */
export interface Gate {
  origin: string
  /** The address to open; its token works once. */
  address: string
  /** Tells what is wrong with the place that the request comes from; null: nothing. */
  stranger(request: IncomingMessage): 'host' | 'origin' | null
  /** True when the request carries the cookie. */
  knows(request: IncomingMessage): boolean
  /** True when a WebSocket handshake offers the key as one of its protocols. */
  holdsKey(request: IncomingMessage): boolean
  /** Takes the one-time token. `used`: it was the right one, and somebody came with it before. Null: it is wrong. */
  admit(token: string): Admission | 'used' | null
}

export interface Admission {
  /** The `Set-Cookie` value. */
  cookie: string
  /** The key that the page has to send with its socket. */
  key: string
}

const secret = () => randomBytes(32).toString('base64url')

/** @param port the port the server listens on, 127.0.0.1 */
export function createGate(port: number): Gate {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  // Cookies do not know ports: two hosts side by side need two names.
  const cookieName = `meterbook-${port}`
  const [cookie, key, token] = [secret(), secret(), secret()]
  let used = false

  return {
    origin,
    address: `${origin}/?token=${token}`,
    stranger(request) {
      if (request.headers.host !== host) return 'host'
      const from = request.headers.origin
      // Navigations and same-origin GETs send no Origin; every WebSocket handshake of a browser does.
      if (from === undefined) return request.headers.upgrade === undefined ? null : 'origin'
      return from === origin ? null : 'origin'
    },
    // Another port's page can plant a cookie of the same name, which comes beside the true one.
    knows: (request) => cookiesOf(request.headers.cookie, cookieName).some((given) => same(given, cookie)),
    holdsKey: (request) => protocolsOf(request).some((offered) => same(offered, keyProtocol(key))),
    admit(given) {
      if (!same(given, token)) return null
      if (used) return 'used'
      used = true
      return { cookie: `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`, key }
    },
  }
}

function cookiesOf(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map((part) => part.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

const protocolsOf = (request: IncomingMessage): string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
