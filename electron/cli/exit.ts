import type { FailureCode } from '../contract/errors.ts'

/** The exit codes of the command line: public and stable, scripts rely on them. */
export const EXIT = {
  done: 0,
  /** Done, but something is missing; the output says what. */
  incomplete: 1,
  usage: 2,
  signInRefused: 3,
  unreachable: 4,
  bookUnusable: 5,
  /** Ctrl+C or a request to end: everything committed so far is kept. */
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const BY_FAILURE: Record<FailureCode, ExitCode> = {
  WRONG_PASSWORD: EXIT.signInRefused,
  SIGN_IN_REFUSED: EXIT.signInRefused,
  SIGNED_OUT: EXIT.signInRefused,
  TOO_MANY_CONNECTIONS: EXIT.signInRefused,
  UNREACHABLE: EXIT.unreachable,
  TIMEOUT: EXIT.unreachable,
  TLS: EXIT.unreachable,
  PROXY_REFUSED: EXIT.unreachable,
  NOT_THE_SERVICE: EXIT.unreachable,
  REDIRECTED: EXIT.unreachable,
  RATE_LIMITED: EXIT.unreachable,
  HTTP_STATUS: EXIT.unreachable,
  BAD_PAGE: EXIT.unreachable,
  PAGE_LOOP: EXIT.unreachable,
  BODY_TOO_LARGE: EXIT.unreachable,
  NOT_A_BOOK: EXIT.bookUnusable,
  NEWER_BOOK: EXIT.bookUnusable,
  BOOK_IN_USE: EXIT.bookUnusable,
  BOOK_MISSING: EXIT.bookUnusable,
  BOOK_DAMAGED: EXIT.bookUnusable,
  FOREIGN_BOOK: EXIT.bookUnusable,
  NOT_A_FILE: EXIT.bookUnusable,
  NAME_TOO_LONG: EXIT.usage,
  DISK_FULL: EXIT.bookUnusable,
  DISK_ERROR: EXIT.bookUnusable,
  READ_ONLY_FOLDER: EXIT.bookUnusable,
  READ_ONLY_BOOK: EXIT.bookUnusable,
  OTHER_ACCOUNT: EXIT.bookUnusable,
  NO_BOOK: EXIT.bookUnusable,
  CANCELLED: EXIT.interrupted,
  BAD_ADDRESS: EXIT.usage,
  BAD_PROXY: EXIT.usage,
  UNENCRYPTED_REFUSED: EXIT.usage,
  PASSWORD_NEEDED: EXIT.usage,
  FILE_NOT_WRITABLE: EXIT.usage,
  BAD_INPUT: EXIT.usage,
  SPAN_REVERSED: EXIT.usage,
  UNKNOWN_TIME_ZONE: EXIT.usage,
  UNKNOWN_ARCHIVE: EXIT.usage,
  NOTHING_CHOSEN: EXIT.usage,
  NO_SUCH_STATION: EXIT.usage,
  NO_SUCH_NOTE: EXIT.usage,
  BAD_PHOTO: EXIT.usage,
  BAD_TASK: EXIT.incomplete,
  NOT_IN_BOOK: EXIT.incomplete,
  DOWNLOAD_RUNNING: EXIT.incomplete,
  UNKNOWN: EXIT.incomplete,
  VAULT_UNAVAILABLE: EXIT.incomplete,
}

/** The exit code a failure ends with; what nobody foresaw is 'done, but something is missing'. */
export function exitCodeOf(code: string): ExitCode {
  return Object.hasOwn(BY_FAILURE, code) ? BY_FAILURE[code as FailureCode] : EXIT.incomplete
}
