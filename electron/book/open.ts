import Database from 'better-sqlite3'
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { assemble, type Book } from './book.ts'
import { connectToRead, connectToWrite, holdsSomething, type Connection } from './connect.ts'
import { BookError, withBookErrors } from './errors.ts'
import { headOf, headOfFile, KNOWN_VERSION, refuseOthers } from './head.ts'
import { type Account, identityIn } from './identity.ts'
import { takeLock } from './lock.ts'
import { migrate } from './migrate.ts'

export interface OpenOptions {
  /** 'write' creates a missing book and keeps every other writer out; 'read' may run beside a writer. */
  mode: 'write' | 'read'
  /** Whose book it is to be; a book of another account is refused, one of no account becomes this one's. */
  account?: Account
  now: () => number
  /** The program's name in the sentence that refuses a second writer. */
  owner?: string
}

/** Files that this process has open, and how often. */
const open = new Map<string, number>()

/**
 * Opens a book. Throws BookError: BOOK_MISSING (reading what is not there, or no such folder), NOT_A_BOOK, NEWER_BOOK,
 * BOOK_IN_USE (writing), OTHER_ACCOUNT, READ_ONLY_FOLDER, DISK_FULL, BOOK_DAMAGED. A file that is refused is not changed.
 */
export function openBook(path: string, options: OpenOptions): Book {
  return withBookErrors({ file: path }, () => {
    const file = realPath(path)
    return options.mode === 'write' ? openToWrite(file, options) : openToRead(file, options)
  })
}

function openToWrite(file: string, { account, now, owner = 'meterbook' }: OpenOptions): Book {
  if (!existsSync(dirname(file))) throw new BookError('BOOK_MISSING', { file })
  if (holdsSomething(file)) inspect(file)
  const lock = takeLock(file, { owner, pid: process.pid, sinceMs: now() })
  try {
    if (!holdsSomething(file)) create(file, account, now)
    return assembled(file, connectToWrite(file), account, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openToRead(file: string, options: OpenOptions): Book {
  if (!existsSync(file)) throw new BookError('BOOK_MISSING', { file })
  // An older book can be read only after it was migrated, which takes a writer.
  if (inspect(file) < KNOWN_VERSION) openToWrite(file, options).close()
  return assembled(file, connectToRead(file), options.account, () => undefined)
}

function assembled(file: string, { db, closed }: Connection, account: Account | undefined, release: () => void): Book {
  try {
    if (!db.readonly) {
      db.pragma('journal_mode = WAL')
      migrate(db)
    }
    identityIn(db).claim(file, account)
    open.set(file, (open.get(file) ?? 0) + 1)
    return assemble({
      file,
      db,
      mode: db.readonly ? 'read' : 'write',
      release: () => {
        open.set(file, (open.get(file) ?? 1) - 1)
        closed()
        release()
      },
    })
  } catch (error) {
    db.close()
    closed()
    throw error
  }
}

/**
 * Refuses what is no book, or a newer one; returns its version. What a program that crashed in a migration left in the
 * journal shows only to SQLite, so a file with a journal is looked at twice.
 */
function inspect(file: string): number {
  const isOpen = (open.get(file) ?? 0) > 0
  let head = isOpen ? undefined : headOfFile(file)
  if (head) refuseOthers(file, head)
  if (!head || holdsSomething(`${file}-wal`)) {
    const { db, closed } = connectToRead(file)
    head = headOf(db)
    db.close()
    closed()
    refuseOthers(file, head)
  }
  return head.version
}

/** A new book is made aside and moved into place whole: a kill in the middle leaves no half-made book. */
function create(file: string, account: Account | undefined, now: () => number): void {
  const aside = `${file}.new`
  const clear = () => {
    for (const left of [aside, `${aside}-journal`, `${aside}-wal`, `${aside}-shm`]) rmSync(left, { force: true })
  }
  clear()
  const db = new Database(aside)
  try {
    db.pragma('synchronous = FULL')
    migrate(db)
    identityIn(db).write({ url: account?.url ?? null, email: account?.email ?? null, createdAtMs: now() })
    db.pragma('journal_mode = WAL')
    db.close()
    renameSync(aside, file)
  } catch (error) {
    db.close()
    clear()
    throw error
  }
}

/** One name for one file, so that a book reached through a link has the same lock. */
function realPath(path: string): string {
  const file = resolve(path)
  if (existsSync(file)) return realpathSync(file)
  const folder = dirname(file)
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : file
}
