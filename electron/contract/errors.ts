import { oc } from '@orpc/contract'
import { failureSchema } from './common.ts'

/**
 * Every procedure may fail with FAILED: a known failure whose `code` is one of FAILURE_CODES.
 * One typed error with the code inside, so that each language has one table of sentences.
 */
export const base = oc.errors({
  FAILED: { status: 422, message: 'failed', data: failureSchema },
})

/** The failures: every language of the window, the command line and its exit codes have an entry for each. */
export const FAILURE_CODES = [
  // the service and the line
  'WRONG_PASSWORD',
  'SIGN_IN_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'TLS',
  'NOT_THE_SERVICE',
  'REDIRECTED',
  'UNENCRYPTED_REFUSED',
  'BAD_ADDRESS',
  'BAD_PROXY',
  'PROXY_REFUSED',
  'SIGNED_OUT',
  'TOO_MANY_CONNECTIONS',
  'RATE_LIMITED',
  'HTTP_STATUS',
  'BAD_PAGE',
  'PAGE_LOOP',
  'BODY_TOO_LARGE',
  'CANCELLED',
  'PASSWORD_NEEDED',
  // the book and the disk
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
