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
  /** The token of a sign-in is too long, or has characters that no header holds. `data.header`: its name; nothing of what it holds. */
  'BAD_TOKEN',
  /** No connection, or the connection broke. `data.sent`: whether the request had gone out (its token is in doubt then). */
  'UNREACHABLE',
  /** Connected, but not a byte for the idle limit; with `data.slow`: bytes, but too few in their time. */
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
  /** The file of an authority's certificates cannot be used. `data.file`, `data.reason`: `missing`, `too-large`, `no-certificate`. */
  'BAD_AUTHORITY',
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
  /** What is not what the document describes: no HTTP, HTML, truncated JSON, no `data`. */
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
  /** It was put away, for another one perhaps, while something was made of it. `data.file`. */
  'BOOK_CLOSED',
] as const

/** Every failure: each language of the window, the command line and its exit codes have an entry for each. */
export const FAILURE_CODES = [
  ...SERVICE_CODES,
  ...BOOK_CODES,
  'PASSWORD_NEEDED',
  /** A sync without a password, of an account that is not remembered where it looked. `data.email`, `data.reason`: `nothing-kept`, `no-key`, `other-key`, `program`. */
  'NOT_REMEMBERED',
  /** The running program that was doing the work ended. */
  'PROGRAM_GONE',
  'NO_BOOK',
  'READ_ONLY_BOOK',
  /** What somebody named is no regular file, or cannot be read. `data.file`; `data.reason`: what stands there, or the system's code. */
  'FILE_NOT_READABLE',
  'FILE_NOT_WRITABLE',
  /** A book, a vault or what lies beside them would be replaced. `data.file`; `data.what`: self, book, open-book, beside, vault, program. */
  'FILE_PROTECTED',
  /** No folder was named, or it is not there, or cannot be read. `data.file`. */
  'FOLDER_MISSING',
  /** Another program holds the file that was to be replaced. */
  'FILE_IN_USE',
  /** The folder of a file to be written is not there, or went away meanwhile with its drive. */
  'FOLDER_GONE',
  // what was asked
  /** A `meterbook:` link. `data.reason`: `words`, or `book` for one that is not known here. */
  'LINK_REFUSED',
  'BAD_INPUT',
  'SPAN_REVERSED',
  /** A note about a time that is far from any that the book has. */
  'TIME_TOO_FAR',
  'UNKNOWN_TIME_ZONE',
  'NOTHING_CHOSEN',
  'NOT_IN_BOOK',
  'NO_SUCH_STATION',
  'NO_SUCH_CONSUMER',
  'NO_SUCH_NOTE',
  'NO_SUCH_BRANCH',
  /** A branch lacks what makes it one. `data.why`: see `branchFault` in contract/balance-words.ts. */
  'BAD_BRANCH',
  /** No saved report is called so, or has that number. `data.name`. */
  'NO_SUCH_REPORT',
  /** Another one is called so already. `data.name`. */
  'NAME_TAKEN',
  /** No trip is kept under that name. `data.name`. */
  'NO_SUCH_TRIP',
  /** A download that was to be run again, and that the book does not know: none was asked for by anybody yet, or not this one. */
  'NO_SUCH_RUN',
  'NO_SUCH_FORM',
  /** A form file with a mistake. `data.form`, `data.line`, `data.reason`: a sentence in the language asked for. */
  'FORM_BROKEN',
  /** A PDF of more rows than it holds. `data.most`. */
  'TOO_MANY_ROWS',
  /** A PDF with characters that its fonts lack, which nobody was told of. `data.characters`. */
  'LETTERS_LACKING',
  /** A photograph that is no JPEG or too large. `data.name`, `data.reason`: `not-jpeg` or `too-large`. */
  'BAD_PHOTO',
  /** A logo that no PDF can hold: no PNG or JPEG picture, a damaged one, or one of too many pixels. `data.reason`: one of LOGO_FAULTS. */
  'BAD_LOGO',
  // files that were read out at a device
  /** `data.file`, `data.reason`: one of UNREADABLE_FAULTS of contract/import-map.ts. */
  'IMPORT_UNREADABLE',
  /** `data.file`, `data.reason`: one of LARGE_FAULTS, `data.most`: MB of bytes, else rows or cells of a row. */
  'IMPORT_TOO_LARGE',
  /** A map as text. `data.line` from 1, `data.reason`: one of MAP_FAULTS, `data.detail`: the key, or what the reader of YAML says. */
  'IMPORT_MAP_BROKEN',
  /** A map that does not fit the file. `data.reason`: one of UNFIT_FAULTS, `data.detail` is asked for, `data.known` is there instead. */
  'IMPORT_MAP_UNFIT',
  // bundles of evidence
  /** No ZIP, or one without a bag in it. `data.file`. */
  'NOT_A_BUNDLE',
  'BUNDLE_CUT_OFF',
  /** Made to do harm: names that lead out of the folder, or a few bytes that become many. */
  'BUNDLE_REFUSED',
  /** Two programs would unpack different files from it. `data.reason`: an `Ambiguity`; `data.entry`: the file in it, if it is one. */
  'BUNDLE_AMBIGUOUS',
  /** It holds more, or longer values, than can be held in memory at once. `data.file`. */
  'BUNDLE_TOO_LARGE',
  /** Another one was verified since, perhaps by another window: of this one nothing can be asked any more. */
  'BUNDLE_CLOSED',
  /** To sign with: none was made on this computer. */
  'NO_SIGNING_KEY',
  /** Records of a bundle came or were corrected while it was made, each time that it was tried. */
  'RECORDS_MOVED',
  // backups
  /** `data.file`: their folder; `data.neededMb`, `data.freeMb`: whole MB of its disk. */
  'NO_ROOM_FOR_BACKUP',
  /** The copy before a migration: also `data.book`, the book that was not opened and is as it was. */
  'NO_ROOM_FOR_COPY',
  /** Nowhere can that copy be written. `data.file`: the folder of backups; `data.reason`: the system's code; `data.book`. */
  'NO_PLACE_FOR_COPY',
  /** Another program makes a backup of this book. `data.file`: where. */
  'BACKUP_RUNNING',
  /** The copy was not what the book was, and is gone. `data.reason`. */
  'BACKUP_UNSOUND',
  /** `data.file`. */
  'NO_SUCH_BACKUP',
  /** No page of a book was found in the file. `data.file`. */
  'NOTHING_TO_RECOVER',
  'DOWNLOAD_RUNNING',
  // merging of books
  'MERGE_RUNNING',
  'SAME_BOOK',
  /** The book to be merged. `data.file`, `data.reason`. */
  'OTHER_BOOK_DAMAGED',
  /** `data.url`, `data.otherUrl`: the services of the two books. */
  'OTHER_SERVICE',
  'UNKNOWN_ARCHIVE',
  'BAD_TASK',
  /** The service no longer gives the archives of a device that was taken out; what was fetched before is kept. `data.equipmentId`. */
  'NO_LONGER_GIVEN',
  // new versions of the program
  /** Nothing is asked for. `data.reason`: `no-key` (this build knows no key of releases) or `switched-off` (the preferences). */
  'UPDATES_OFF',
  /** The place of releases gave nothing that can be looked at. `data.reason`: one of UPDATE_SILENCES, `data.detail`: a status, an address. */
  'UPDATE_UNAVAILABLE',
  /** A manifest or package that is not to be trusted, or not for this program. `data.reason`: one of UPDATE_FAULTS, `data.detail`. */
  'UPDATE_REFUSED',
  /** There is no such offer (any more), or it is not fetched yet. */
  'NO_SUCH_UPDATE',
  // what the system's scheduler is asked for
  /** Neither systemd for users nor cron, or what else the system has, answers. */
  'NO_SCHEDULER',
  /** No launcher that stays: in the desktop of a package that is unpacked anew at each start, and for `path` in the repository. */
  'NO_COMMAND_LINE',
  /** A name that cannot be written into an entry safely. `data.file`. */
  'UNSCHEDULABLE_NAME',
  /** A tool of the system refused. `data.tool`, `data.said`: its own words. */
  'SCHEDULE_REFUSED',
  /** Somebody changed the entry by hand: it is not overwritten. `data.file`. */
  'SCHEDULE_CHANGED',
  /** No entry was written for this book. `data.file`. */
  'NO_SCHEDULE',
  /** The book is the demo service's, which ends with the program that shows it. */
  'DEMO_UNSCHEDULED',
  /** A scheduled run went away without an end. */
  'RUN_BROKEN_OFF',
  // the command line on PATH
  /** Something that is not our link lies where it would. `data.file`. */
  'PATH_TAKEN',
  /** `data.file`: the link or the folder, `data.reason`. */
  'PATH_NOT_CHANGED',
  // questions in SQL
  /** It would do what no question may. `data.reason`: one of REFUSALS, `data.detail`: the table, function, parameter or statement. */
  'QUESTION_REFUSED',
  /** No SQL that SQLite understands. `data.said`: its own words. */
  'QUESTION_WRONG',
  /** `data.seconds`. */
  'QUESTION_TOO_LONG',
  /** `data.mb`: the memory that it was allowed; or `data.reason` `value`: a single value would be longer than any may be. */
  'QUESTION_TOO_LARGE',
  /** Its process ended by itself, or somebody ended it. */
  'QUESTION_BROKEN',
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

/** The code that the system or SQLite gave an error, like ENOENT or SQLITE_CORRUPT; '' where it gave none. */
export const systemCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
