import type { TokenState } from './exchange.ts'
import type { FaultName } from './fault-catalogue.ts'

/** What the service saw of one request and did with it. */
export interface LogEntry {
  seq: number
  /** Unix ms of arrival, by the laptop's clock. */
  atMs: number
  /** The `client` header. */
  lane: string | null
  method: string
  path: string
  query: Record<string, string>
  /** Every request header but `access-token`, whose worth is `token`. */
  headers: Record<string, string>
  token: TokenState
  /** Requests of this lane that were under way, this one included. */
  inFlightOnLane: number
  /** null until the answer begins, and for good where there was none. */
  status: number | null
  /** Milliseconds from arrival to the end of the exchange, null while it lasts. */
  tookMs: number | null
  faults: FaultName[]
}

/** All requests since the start or the last `clear`, newest last; the oldest go when there are more than `limit`. */
export class RequestLog {
  readonly #limit: number
  #entries: LogEntry[] = []

  constructor(limit = 100_000) {
    this.#limit = limit
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  /** Entries with a greater `seq`, at most `limit` of them. */
  since(seq: number, limit = Number.POSITIVE_INFINITY): LogEntry[] {
    const first = this.#entries[0]?.seq ?? 0
    const from = Math.max(0, seq + 1 - first)
    return this.#entries.slice(from, from + limit)
  }

  add(entry: LogEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > this.#limit * 1.1) this.#entries = this.#entries.slice(-this.#limit)
  }

  clear(): void {
    this.#entries = []
  }
}
