import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TokenState } from './exchange.ts'
import { DAY_MS } from './world/time.ts'

/** docs/service.md, 'Limits': two weeks from issue. */
const TOKEN_LIFETIME_MS = 14 * DAY_MS

/** A user of the service. */
export interface Account {
  id: number
  email: string
  password: string
  name: string
}

interface Lane {
  readonly client: string
  readonly account: Account
  /** Which token of the chain is the good one. */
  turn: number
  expiresMs: number
}

/** The outcome of checking a request's four headers. */
export interface Claim {
  state: TokenState
  lane: Lane | undefined
}

/**
 * Signed-in connections ('Authentication'). Tokens of a lane are numbered and derived from the service's secret, so the
 * service can tell a used token from a foreign one without keeping any.
 */
export class Lanes {
  readonly #secret: string
  readonly #accounts: readonly Account[]
  readonly #lanes = new Map<string, Lane>()
  #signIns = 0

  constructor(secret: string, accounts: readonly Account[]) {
    this.#secret = secret
    this.#accounts = accounts
  }

  /** Clients that are signed in now, oldest first. */
  open(): string[] {
    return [...this.#lanes.keys()]
  }

  account(email: string, password: string): Account | undefined {
    return this.#accounts.find((account) => account.email === email.toLowerCase() && account.password === password)
  }

  /** Opens a lane. Beyond `most` lanes of one user the oldest is dropped, and not told. */
  signIn(account: Account, nowMs: number, most: number): Record<string, string> {
    const lane: Lane = {
      client: this.#digest('client', ++this.#signIns),
      account,
      turn: 0,
      expiresMs: nowMs + TOKEN_LIFETIME_MS,
    }
    this.#lanes.set(lane.client, lane)
    const own = [...this.#lanes.values()].filter((other) => other.account === account)
    for (const oldest of own.slice(0, Math.max(0, own.length - most))) this.#lanes.delete(oldest.client)
    return this.#headers(lane, this.#token(lane, lane.turn))
  }

  /** Looks at the four headers and changes nothing. */
  claim(headers: IncomingHttpHeaders, nowMs: number): Claim {
    const one = (name: string): string => String(headers[name] ?? '').trim()
    const token = one('access-token')
    const lane = this.#lanes.get(one('client'))
    if (token === '' || one('client') === '' || one('uid') === '' || one('token-type') !== 'Bearer') {
      return { state: 'missing', lane: undefined }
    }
    const turn = Number.parseInt(token.split('.', 1)[0] ?? '', 36)
    if (!lane || one('uid').toLowerCase() !== lane.account.email || !(turn >= 0) || this.#token(lane, turn) !== token) {
      return { state: 'unknown', lane }
    }
    if (turn < lane.turn) return { state: turn === lane.turn - 1 ? 'previous' : 'used', lane }
    return { state: nowMs > lane.expiresMs ? 'expired' : 'current', lane }
  }

  /** Kills the used token and gives the next one's headers. */
  advance(lane: Lane, nowMs: number): Record<string, string> {
    lane.turn++
    lane.expiresMs = nowMs + TOKEN_LIFETIME_MS
    return this.#headers(lane, this.#token(lane, lane.turn))
  }

  /** The answer inside devise_token_auth's batch window: a blank token, and the one just used stays good. */
  keep(lane: Lane): Record<string, string> {
    return this.#headers(lane, ' ')
  }

  expire(lane: Lane): void {
    lane.expiresMs = Number.NEGATIVE_INFINITY
  }

  drop(client: string): boolean {
    return this.#lanes.delete(client)
  }

  #headers(lane: Lane, token: string): Record<string, string> {
    return {
      'access-token': token,
      'token-type': 'Bearer',
      client: lane.client,
      expiry: String(Math.floor(lane.expiresMs / 1000)),
      uid: lane.account.email,
    }
  }

  #token(lane: Lane, turn: number): string {
    return `${turn.toString(36)}.${this.#digest(lane.client, turn)}`
  }

  #digest(of: string, n: number): string {
    return createHash('sha256').update(`${this.#secret}/${of}/${n}`).digest('base64url').slice(0, 22)
  }
}
