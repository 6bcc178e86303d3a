import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may talk to the browser host. It listens on loopback, where every program and every web page of this machine
 * can reach it, so it believes only: its own `Host` (a rebound DNS name is refused), its own `Origin`, and a cookie
 * that is handed out once, for the token in the printed address.
 */
export interface Gate {
  origin: string
  /** The address to open; its token works once. */
  address: string
  /** What is wrong with where the request comes from; null when nothing. */
  stranger(request: IncomingMessage): 'host' | 'origin' | null
  /** True when the request carries the cookie. */
  knows(request: IncomingMessage): boolean
  /** Takes the one-time token and returns the `Set-Cookie` value, or null when it is wrong or was used. */
  admit(token: string): string | null
}

/** @param port the port the server listens on, 127.0.0.1 */
export function createGate(port: number): Gate {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  // Cookies do not know ports: two hosts side by side need two names.
  const cookieName = `meterbook-${port}`
  const cookie = randomBytes(32).toString('base64url')
  const token = randomBytes(32).toString('base64url')
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
    knows: (request) => same(cookieOf(request.headers.cookie, cookieName), cookie),
    admit(given) {
      if (used || !same(given, token)) return null
      used = true
      return `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`
    },
  }
}

function cookieOf(header: string | undefined, name: string): string {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return pair ? pair.trim().slice(name.length + 1) : ''
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
