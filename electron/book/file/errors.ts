import Database from 'better-sqlite3'
import { MeterbookError, type BOOK_CODES } from '../../contract/errors.ts'
import type { SpecialKind } from '../../files/regular-file.ts'

/** Why a book cannot be used. The window and the command line have a sentence for each code. */
export type BookErrorCode = (typeof BOOK_CODES)[number]

/** The facts for the sentence; which of them are set depends on the code. */
export interface BookErrorData {
  file?: string
  /** BOOK_DAMAGED, DISK_ERROR: the finding in a few words. */
  reason?: string
  /** FOREIGN_BOOK: kind and name of the schema object that Meterbook did not create. */
  what?: string
  /** NOT_A_FILE: what is there instead. */
  kind?: SpecialKind
  /** NEWER_BOOK: the file's version, and the newest this program knows. */
  version?: number
  known?: number
  /** The book is one to be merged, not the one that is open: other advice helps. */
  role?: 'other'
  /** BOOK_IN_USE: the program that has the book open for writing; null if its note could not be read. */
  owner?: string | null
  pid?: number | null
  sinceMs?: number | null
  /** OTHER_ACCOUNT: whose book it is, and who asked for it. */
  url?: string
  email?: string
  askedUrl?: string
  askedEmail?: string
}

/** A failure of the book itself. `cause` is what SQLite or the operating system said. */
export class BookError extends MeterbookError {
  declare readonly code: BookErrorCode
  declare readonly data: BookErrorData & MeterbookError['data']

  constructor(code: BookErrorCode, data: BookErrorData = {}, cause?: unknown) {
    super(code, { ...data }, { cause })
    this.name = 'BookError'
    if (data.file !== undefined) this.message = `${code}: ${data.file}`
  }
}

/** Error codes by prefix of SQLite's (extended) result code or the operating system's. The first match counts. */
const CODES: readonly (readonly [prefix: string, code: BookErrorCode])[] = [
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_IOERR_SHMSIZE', 'DISK_FULL'],
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['SQLITE_NOTADB', 'NOT_A_BOOK'],
  ['EISDIR', 'NOT_A_BOOK'],
  ['SQLITE_CORRUPT', 'BOOK_DAMAGED'],
  ['SQLITE_BUSY', 'BOOK_IN_USE'],
  ['SQLITE_LOCKED', 'BOOK_IN_USE'],
  ['SQLITE_READONLY', 'READ_ONLY_FOLDER'],
  ['SQLITE_CANTOPEN', 'READ_ONLY_FOLDER'],
  ['SQLITE_PERM', 'READ_ONLY_FOLDER'],
  ['EACCES', 'READ_ONLY_FOLDER'],
  ['EPERM', 'READ_ONLY_FOLDER'],
  ['EROFS', 'READ_ONLY_FOLDER'],
  ['ENOENT', 'BOOK_MISSING'],
  ['ENOTDIR', 'BOOK_MISSING'],
  // The disk or the network failed, which says nothing about the book itself.
  ['SQLITE_IOERR', 'DISK_ERROR'],
  ['EIO', 'DISK_ERROR'],
  ['ENAMETOOLONG', 'NAME_TOO_LONG'],
  ['ELOOP', 'NOT_A_FILE'],
]

/** The book's failure that a result code of SQLite or the operating system stands for, if any. */
export const bookCodeOf = (said: string): BookErrorCode | undefined => CODES.find(([prefix]) => said.startsWith(prefix))?.[1]

/** SQLite's text for a connection that was closed meanwhile. */
const CLOSED = 'The database connection is not open'

/** Converts errors of SQLite and the file system to a BookError. Any other error is returned unchanged. */
export function asBookError(error: unknown, data: BookErrorData = {}): unknown {
  if (error instanceof BookError) return error
  if (error instanceof TypeError && error.message === CLOSED) return new BookError('BOOK_CLOSED', data, error)
  const said = error instanceof Database.SqliteError || isSystemError(error) ? error.code : ''
  const code = bookCodeOf(said)
  if (code) return new BookError(code, reasoned(code, data, error), error)
  // SQL that fails on malformed tables or records, or on a file in a form or an encoding that no book has.
  if (said === 'SQLITE_ERROR' && error instanceof Error && BROKEN.test(error.message))
    return new BookError('BOOK_DAMAGED', { ...data, reason: error.message }, error)
  return error
}

const BROKEN = /^(malformed JSON|no such (table|column)|vtable constructor failed|unsupported file format|attached databases must use)/

/** Adds the system's code for a failing disk or a damaged file. It contains no secret. */
function reasoned(code: BookErrorCode, data: BookErrorData, error: unknown): BookErrorData {
  const says = code === 'DISK_ERROR' || code === 'BOOK_DAMAGED'
  return says && error instanceof Error && 'code' in error ? { reason: String(error.code), ...data } : data
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error
}

/** Runs `work` and throws what it throws as a BookError. */
export function withBookErrors<T>(data: BookErrorData, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asBookError(error, data)
  }
}

/**
 * Why nothing can be written, whatever it is: the disk is full, or the folder has become read-only; null: it is another error.
 * A disk that fails is none of these: it may be one place of it alone.
 */
export function unwritableCode(error: unknown): BookErrorCode | null {
  const failure = asBookError(error)
  return failure instanceof BookError && (failure.code === 'DISK_FULL' || failure.code === 'READ_ONLY_FOLDER') ? failure.code : null
}
