import type { SERVICE_CODES } from '../contract/errors.ts'

/**
 * What can go wrong with the metering service, as data. Callers switch on `code` or, better, ask the
 * predicates below; the sentence for people is written in the renderer. Nothing here ever carries a
 * token, a password or a header of a request.
 */
export type ServiceErrorCode = (typeof SERVICE_CODES)[number]

/** Facts about a failure: status, path (no host, no secret), retryAfterMs, attempt, reason, … */
export type ServiceErrorData = Record<string, string | number | boolean | null>

export class ServiceError extends Error {
  readonly code: ServiceErrorCode
  readonly data: ServiceErrorData

  constructor(code: ServiceErrorCode, data: ServiceErrorData = {}, cause?: unknown) {
    super(describe(code, data), cause === undefined ? undefined : { cause: harmless(cause) })
    this.name = 'ServiceError'
    this.code = code
    this.data = data
  }

  /** Makes a copy of this failure with more facts. */
  with(data: ServiceErrorData): ServiceError {
    const enriched = new ServiceError(this.code, { ...this.data, ...data })
    if (this.cause !== undefined) enriched.cause = this.cause
    if (this.stack !== undefined) enriched.stack = this.stack
    return enriched
  }
}

function describe(code: ServiceErrorCode, data: ServiceErrorData): string {
  const facts = Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
  return facts.length === 0 ? code : `${code} (${facts.join(', ')})`
}

/**
 * The name, code and message of a cause and nothing else: undici's parser errors carry the raw answer
 * (with its token header) and its socket errors carry the socket.
 */
function harmless(cause: unknown): Error {
  if (cause instanceof ServiceError) return cause
  const code = codeOf(cause)
  const bare = new Error(cause instanceof Error ? cause.message.slice(0, 300) : 'unknown cause')
  bare.name = cause instanceof Error ? cause.name : 'Error'
  if (code !== null) Object.assign(bare, { code })
  return bare
}

/** The `code` of a Node or undici error. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

const isOneOf =
  <Code extends ServiceErrorCode>(...codes: Code[]) =>
  (error: unknown): error is ServiceError & { readonly code: Code } =>
    error instanceof ServiceError && codes.some((code) => code === error.code)

/** The caller gave up; nothing failed. */
export const isCancelled = isOneOf('CANCELLED')

/** Pause: the network or the service is away. The same request may succeed later. */
export const isOffline = isOneOf('UNREACHABLE', 'TIMEOUT', 'TLS', 'PROXY_REFUSED')

/** Pause and ask the user once: no lane is signed in any more. */
export const isSignedOut = isOneOf('SIGNED_OUT')

/** This lane is gone; another lane may do the same job. */
export const isLaneLost = isOneOf('SIGNED_OUT', 'TOO_MANY_CONNECTIONS')

/** Too many requests: pause for `data.retryAfterMs`, or a minute where the service did not say. */
export const isRateLimited = isOneOf('RATE_LIMITED')

const SPAN_STATUSES = new Set([400, 408, 413, 414, 416, 422])

/** On an operation with a span: the span is refused (too long, too heavy). Halve it; on a single day it is a plain failure. */
export function isSpanRefused(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  if (error.code === 'BODY_TOO_LARGE') return true
  if (error.code === 'TIMEOUT') return error.data['sent'] === true || error.data['slow'] === true
  if (error.code !== 'HTTP_STATUS') return false
  const status = Number(error.data['status'])
  return SPAN_STATUSES.has(status) || status >= 500
}

const GONE_STATUSES = new Set([400, 403, 404, 410, 422])

/** The service knows nothing of what was asked for, or does not give it to this account. */
export const isRefusedForGood = (error: ServiceError): boolean =>
  error.code === 'HTTP_STATUS' && GONE_STATUSES.has(Number(error.data['status']))

const TRANSIENT_STATUSES = new Set([408, 425])

/** Worth another try: the lane repeats it by itself, with backoff, until its attempts run out. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  switch (error.code) {
    case 'UNREACHABLE':
    case 'TIMEOUT':
    case 'RATE_LIMITED':
    case 'BAD_PAGE':
    case 'PAGE_LOOP':
    case 'REDIRECTED':
      return true
    case 'HTTP_STATUS': {
      const status = Number(error.data['status'])
      return status >= 500 || TRANSIENT_STATUSES.has(status)
    }
    default:
      return false
  }
}
