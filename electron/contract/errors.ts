import { oc } from '@orpc/contract'
import { failureSchema } from './common.ts'

/**
 * Every procedure may fail with FAILED: a known failure whose `code` is one of FAILURE_CODES.
 * One typed error with the code inside, so that each language has one table of sentences.
 */
export const base = oc.errors({
  FAILED: { status: 422, message: 'failed', data: failureSchema },
})

/** What can go wrong with the service and the line to it. */
export const SERVICE_CODES = [
  /** Email or password refused at sign-in (401). */
  'WRONG_PASSWORD',
  /** The service answered the sign-in with another refusal. */
  'SIGN_IN_REFUSED',
  /** No connection, or the connection broke. `data.sent`: whether the request had gone out (its token is in doubt then). */
  'UNREACHABLE',
  /** Connected, but not a byte for the idle limit; with `data.slow`: bytes, but not all of them in the time for an answer. */
  'TIMEOUT',
  /** The certificate is not trusted, or the handshake failed. */
  'TLS',
  /** Something answers at this address, but it is not a metering service. */
  'NOT_THE_SERVICE',
  /** The service answered with a redirect; it was not followed, because a token must not travel. */
  'REDIRECTED',
  /** `http://` to a host that is not loopback, without an explicit permission. */
  'UNENCRYPTED_REFUSED',
  /** The text is no address of a service. */
  'BAD_ADDRESS',
  /** The text is no address of a proxy. `data.source`: the variable of the environment that holds it, or `preferences`. */
  'BAD_PROXY',
  /** The proxy did not let the request through. `data.status`; 407: it wants another name and password. Nothing was sent. */
  'PROXY_REFUSED',
  /** No lane can be used any more: the user has to sign in. `data.reason` is the code of the cause. */
  'SIGNED_OUT',
  /** The service closed this connection: too many are open for this account. */
  'TOO_MANY_CONNECTIONS',
  /** 429. `data.retryAfterMs` where the service said. */
  'RATE_LIMITED',
  /** Any other status that is not a success. `data.status`. */
  'HTTP_STATUS',
  /** A 200 that is not what the document describes: HTML, truncated JSON, no `data`. */
  'BAD_PAGE',
  /** `next_page` does not grow, or the page was seen already. */
  'PAGE_LOOP',
  /** The answer is larger than the limit, compressed or decompressed. */
  'BODY_TOO_LARGE',
  /** The caller's signal was aborted. */
  'CANCELLED',
] as const

/** What can go wrong with a book as a file. */
export const BOOK_CODES = [
  'NOT_A_BOOK',
  'NEWER_BOOK',
  'BOOK_IN_USE',
  'BOOK_MISSING',
  'BOOK_DAMAGED',
  'FOREIGN_BOOK',
  'NOT_A_FILE',
  'NAME_TOO_LONG',
  'DISK_ERROR',
  'DISK_FULL',
  'READ_ONLY_FOLDER',
  'OTHER_ACCOUNT',
] as const

/** Every failure: each language of the window, the command line and its exit codes have an entry for each. */
export const FAILURE_CODES = [
  ...SERVICE_CODES,
  ...BOOK_CODES,
  'PASSWORD_NEEDED',
  'NO_BOOK',
  'READ_ONLY_BOOK',
  'FILE_NOT_WRITABLE',
  // what was asked
  'BAD_INPUT',
  'SPAN_REVERSED',
  'UNKNOWN_TIME_ZONE',
  'NOTHING_CHOSEN',
  'NOT_IN_BOOK',
  'NO_SUCH_STATION',
  'NO_SUCH_NOTE',
  /** A photograph that is no JPEG or too large. `data.name`, `data.reason`: `not-jpeg` or `too-large`. */
  'BAD_PHOTO',
  'DOWNLOAD_RUNNING',
  'UNKNOWN_ARCHIVE',
  'BAD_TASK',
  'UNKNOWN',
  'VAULT_UNAVAILABLE',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** A failure with a code that people get a sentence for. Thrown anywhere in the backend, it becomes FAILED at the contract. */
export class MeterbookError extends Error {
  readonly code: string
  readonly data: Record<string, string | number | boolean | null>
  constructor(code: FailureCode, data: Record<string, string | number | boolean | null> = {}, options?: ErrorOptions) {
    super(code, options)
    this.name = 'MeterbookError'
    this.code = code
    this.data = data
  }
}
