import type { IncomingHttpHeaders } from 'node:http'
import type { FaultName } from './fault-catalogue.ts'
import type { Parameters } from './parameters.ts'

/** The worth of an access token: the lane's newest, the one before, an older one, no token of the service, none. */
export type TokenState = 'current' | 'previous' | 'used' | 'expired' | 'unknown' | 'missing'

/** A request as the service and its faults see it. */
export interface DemoRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** The `client` header: the lane. */
  readonly lane: string | null
  readonly parameters: Parameters
  /** Faults that have befallen this request; added to as they happen. */
  readonly faults: FaultName[]
}

/** An answer before it is written. `body` is JSON, unless it is already text. */
export interface DemoAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
}

export const refusal = (status: number, message: string): DemoAnswer => ({
  status,
  headers: {},
  body: { errors: [message] },
})
