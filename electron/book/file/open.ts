import Database from 'better-sqlite3'
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { copyBeforeMigration, type CopyFirst } from '../backups/before-migration.ts'
import { assemble, type Book } from '../book.ts'
import { contextOf, type BookMode } from '../context.ts'
import { connectToCopy, connectToRead, connectToWrite, holdsSomething, type Connection } from './connect.ts'
import { BookError, withBookErrors } from './errors.ts'
import { headOf, headOfFile, KNOWN_VERSION, refuseOthers } from './head.ts'
import { type Account, identityIn } from './identity.ts'
import { takeLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { journalsOf, placeOf } from './place.ts'
import { keepOwn, OWN_FILE } from './private.ts'
import { refuseProtected } from './protected.ts'
import { isForeign } from './readers-copy.ts'
import { refuseForeign } from './schema.ts'
import { clearUnfinished, removeUnfinished, unfinishedBeside } from './unfinished.ts'

export interface OpenOptions {
  /** 'write' creates a missing book and excludes other writers; 'read' may run beside a writer. */
  mode: BookMode
  /** The expected account. A book of another account is refused; one of no account is assigned to it (`Book.claim`). */
  account?: Account
  /** False while the account is not verified yet: a book of no account then stays so until `Book.claim`. */
  claims?: boolean
  now: () => number
  /** The program's name, shown to a second writer that is refused. */
  owner?: string
  /** Of a book of an older version: where its copy goes before it is migrated, or that somebody does without one. */
  copyFirst?: CopyFirst
}

/**
 * Opens a book. Throws BookError: BOOK_MISSING (reading what is not there, or no such folder), NOT_A_BOOK, NEWER_BOOK,
 * FOREIGN_BOOK, NOT_A_FILE, NAME_TOO_LONG, BOOK_IN_USE (writing), OTHER_ACCOUNT, READ_ONLY_FOLDER, DISK_FULL, DISK_ERROR,
 * BOOK_DAMAGED; of an older version also what `copyBeforeMigration` throws. A file that is refused is not changed.
 */
export function openBook(path: string, options: OpenOptions): Book {
  return withBookErrors({ file: path }, () => {
    const file = placeOf(path)
    return options.mode === 'write' ? openToWrite(file, options) : openToRead(file, options)
  })
}

/** Opens a file that must not be changed, a backup, for reading: an older one is migrated in a copy of its own. Throws as `openBook`. */
export function openUntouched(path: string, now: () => number): Book {
  return withBookErrors({ file: path }, () => {
    const file = placeOf(path)
    if (!holdsSomething(file)) throw new BookError('BOOK_MISSING', { file })
    const options: OpenOptions = { mode: 'read', now }
    if (inspect(file) >= KNOWN_VERSION) return assembled(file, connectToRead(file), options)
    const copy = connectToCopy(file, 'write')
    if (!copy) throw new BookError('BOOK_IN_USE', { file })
    return assembled(file, copy, options)
  })
}

/** Whether opening a book migrates it, which takes a copy first and its time. False where there is none that can be told of. */
export function wantsMigration(path: string): boolean {
  try {
    const file = placeOf(path)
    return holdsSomething(file) && inspect(file) < KNOWN_VERSION && !isForeign(file)
  } catch {
    return false
  }
}

/**
 * Another connection that writes what is derived into a book which this program has open for writing. It takes no lock and
 * migrates nothing; close it before the book is closed. Its commits wait for no disk, so that they keep no page waiting: a power
 * cut may take back the last of them, which are concluded again, and never a page.
 */
export const openBeside = (file: string, now: () => number): Book =>
  withBookErrors({ file }, () => {
    const connection = connectToWrite(file)
    connection.db.pragma('synchronous = NORMAL')
    return assembled(file, connection, { mode: 'write', now, claims: false })
  })

/**
 * True if there is a book, false if one can be created there; nothing is created or changed. Throws like `openBook` if
 * neither is the case.
 */
export function bookIsAt(path: string): boolean {
  return withBookErrors({ file: path }, () => {
    const file = placeOf(path)
    if (!existsSync(dirname(file))) throw new BookError('BOOK_MISSING', { file })
    if (!holdsSomething(file)) return false
    inspect(file)
    return true
  })
}

function openToWrite(file: string, options: OpenOptions): Book {
  const { account, now, owner = 'meterbook', copyFirst = {} } = options
  if (!existsSync(dirname(file))) throw new BookError('BOOK_MISSING', { file })
  if (holdsSomething(file)) inspect(file)
  // An empty file may be somebody's lock.
  else refuseProtected(file, { replaces: 'any-book' })
  clearUnfinished(dirname(file))
  const lock = takeLock(file, { owner, pid: process.pid, sinceMs: now() })
  try {
    if (!holdsSomething(file)) create(file, account, now)
    else if (inspect(file) < KNOWN_VERSION) copyBeforeMigration(file, copyFirst, { owner, nowMs: now() })
    return assembled(file, connectToWrite(file), options, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openToRead(file: string, options: OpenOptions): Book {
  if (!existsSync(file)) throw new BookError('BOOK_MISSING', { file })
  // An older book must be migrated before it is read, which takes a writer.
  if (inspect(file) < KNOWN_VERSION) {
    const copy = migratedCopy(file, options)
    if (copy) return copy
    openToWrite(file, { ...options, mode: 'write', claims: false }).close()
  }
  return assembled(file, connectToRead(file), options)
}

/** An older book of another user is not touched, not even by a lock beside it: a copy is migrated instead. */
function migratedCopy(file: string, options: OpenOptions): Book | null {
  if (!isForeign(file)) return null
  const copy = connectToCopy(file, 'write')
  return copy && assembled(file, copy, options)
}

function assembled(
  file: string,
  { db, closed }: Connection,
  { account, mode, claims = true, now }: OpenOptions,
  release: () => void = () => undefined,
): Book {
  try {
    refuseForeign(db, file)
    if (!db.readonly) {
      if (headOf(db).version < KNOWN_VERSION) for (const own of [file, ...journalsOf(file)]) keepOwn(own)
      db.pragma('journal_mode = WAL')
      migrate(db)
    }
    if (mode === 'read') db.pragma('query_only = ON')
    const identity = identityIn({ file, db })
    if (mode === 'write' && claims) identity.claim(account)
    else identity.refuseOthers(account)
    return assemble(contextOf(file, mode, db, now), () => {
      closed()
      release()
    })
  } catch (error) {
    db.close()
    closed()
    throw error
  }
}

/**
 * Refuses a file that is no book, or a newer one; returns its version. If a program crashed in a migration, only SQLite sees
 * the version in the journal, so a file with a journal is checked twice.
 */
function inspect(file: string): number {
  let head = headOfFile(file)
  refuseOthers(file, head)
  if (holdsSomething(`${file}-wal`)) {
    const { db, closed } = connectToRead(file)
    head = headOf(db)
    db.close()
    closed()
    refuseOthers(file, head)
  }
  return head.version
}

/** Creates a book under another name and moves it into place: a kill in the middle leaves no incomplete book. */
function create(file: string, account: Account | undefined, now: () => number): void {
  const aside = unfinishedBeside(file, 'new')
  closeSync(openSync(aside, 'wx', OWN_FILE))
  const db = new Database(aside)
  try {
    db.pragma('synchronous = FULL')
    migrate(db)
    identityIn({ file, db }).write({ url: account?.url ?? null, email: account?.email ?? null, createdAtMs: now() })
    db.pragma('journal_mode = WAL')
    db.close()
    // A leftover journal of a deleted book would be read into the new one.
    for (const left of journalsOf(file)) rmSync(left, { force: true })
    renameSync(aside, file)
  } catch (error) {
    db.close()
    removeUnfinished(aside)
    throw error
  }
}
