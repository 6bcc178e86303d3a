import Database from 'better-sqlite3'
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { MeterbookError } from '../../contract/errors.ts'
import { connectToRead, holdsSomething, type BookFile, type Connection } from './connect.ts'
import { asBookError, BookError } from './errors.ts'
import { glanceAt } from './glance.ts'
import { APPLICATION_ID, headOf, headOfFile, refuseOthers } from './head.ts'
import { identityIn } from './identity.ts'
import { flush, flushFolder } from './flush.ts'
import { takeLock } from './lock.ts'
import { maintenanceIn } from './maintenance.ts'
import { journalsOf, placeOf } from './place.ts'
import { makeOwnFile } from './private.ts'
import { refuseProtected } from './protected.ts'
import { refuseForeign } from './schema.ts'
import { clearUnfinished, removeUnfinished, unfinishedBeside } from './unfinished.ts'

/** The result: where the previous book is kept (null: there was none), and the size of the restored one. */
export interface Restored {
  file: string
  kept: string | null
  bytes: number
}

/**
 * Replaces the book at `path` by a checked copy of `backup`. A leftover journal of the old book would corrupt the new one,
 * so it is first written into the old book, or kept beside it. The old book is kept under another name, and the new one
 * takes its place atomically. The backup is not changed.
 *
 * Throws BookError: NOT_A_BOOK, NEWER_BOOK, FOREIGN_BOOK, BOOK_DAMAGED (the backup), BOOK_IN_USE (somebody reads or writes
 * the book), OTHER_ACCOUNT (the backup is of another one than the book), BOOK_MISSING, NOT_A_FILE, DISK_FULL, READ_ONLY_FOLDER;
 * MeterbookError BAD_INPUT (both are one file). If it
 * throws, the book is unchanged. The calling process must not have the book open.
 */
export async function restoreBook(path: string, backup: string, { now, owner }: { now: () => number; owner: string }): Promise<Restored> {
  let source: Connection | null = null
  try {
    const [file, from] = [placeOf(path), placeOf(backup)]
    if (file === from) throw new MeterbookError('BAD_INPUT', { reason: 'the backup and the book are one file' })
    if (!existsSync(dirname(file))) throw new BookError('BOOK_MISSING', { file })
    if (!holdsSomething(from)) throw new BookError('BOOK_MISSING', { file: from })
    refuseProtected(file, { replaces: 'any-book' })
    refuseForeignFile(file)
    source = checked(from)
    refuseOtherAccount(file, { file: from, db: source.db })
    const lock = takeLock(file, { owner, pid: process.pid, sinceMs: now() })
    try {
      return await replace(file, source.db, new Date(now()))
    } finally {
      lock.release()
    }
  } catch (error) {
    throw asBookError(error, { file: path })
  } finally {
    source?.db.close()
    source?.closed()
  }
}

/** A connection to a backup that passed all checks. */
function checked(file: string): Connection {
  refuseOthers(file, headOfFile(file))
  const source = connectToRead(file)
  try {
    refuseOthers(file, headOf(source.db))
    refuseForeign(source.db, file)
    const [problem] = maintenanceIn({ file, db: source.db }).integrity().problems
    if (problem !== undefined) throw new BookError('BOOK_DAMAGED', { file, reason: problem })
    return source
  } catch (error) {
    source.db.close()
    source.closed()
    throw asBookError(error, { file })
  }
}

/** Refuses to replace another program's database. A broken book may stand in the way and be replaced. */
function refuseForeignFile(file: string): void {
  if (!holdsSomething(file)) return
  const applicationId = attempt(() => headOfFile(file).applicationId)
  if (applicationId !== undefined && applicationId !== APPLICATION_ID) throw new BookError('NOT_A_BOOK', { file })
}

/** A backup of another account's book is no backup of this one. A book that cannot be read, or is of no account, may be replaced. */
function refuseOtherAccount(file: string, backup: BookFile): void {
  const found = holdsSomething(file) ? glanceAt(file)?.identity : undefined
  if (!found || found.url === null || found.email === null) return
  identityIn(backup).refuseOthers({ url: found.url, email: found.email })
}

async function replace(file: string, source: Database.Database, now: Date): Promise<Restored> {
  const aside = unfinishedBeside(file, 'new')
  clearUnfinished(dirname(file))
  try {
    makeOwnFile(aside)
    await source.backup(aside)
    flush(aside)
    const kept = holdsSomething(file) ? keep(file, now) : null
    // A leftover journal belongs to the book that is now kept elsewhere, or to none.
    for (const left of journalsOf(file)) rmSync(left, { force: true })
    renameSync(aside, file)
    flushFolder(dirname(file))
    return { file, kept, bytes: statSync(file).size }
  } catch (error) {
    removeUnfinished(aside)
    throw error
  }
}

/** Gives the book a second name in its folder, together with any journal that could not be written into it. */
function keep(file: string, now: Date): string {
  quieten(file)
  const day = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const stem = `${file.replace(/\.meterbook$/, '')}.replaced-${day}`
  let kept = `${stem}.meterbook`
  for (let n = 2; existsSync(kept); n++) kept = `${stem}-${n}.meterbook`
  const journals = journalsOf(file).filter(existsSync)
  for (const journal of journals) renameSync(journal, kept + journal.slice(file.length))
  // A hard link, where the file system supports it, so that the book's place is never empty.
  if (attempt(() => (linkSync(file, kept), true)) === undefined) renameSync(file, kept)
  return kept
}

/** Writes the journal into the book, which nobody else may have open. A book too damaged for that stays as it is. */
function quieten(file: string): void {
  // If the file lacks a database header, SQLite would delete its journal instead of writing it.
  if (attempt(() => headOfFile(file)) === undefined) return
  let db: Database.Database | undefined
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 })
    db.pragma('trusted_schema = OFF')
    const mode = db.pragma('journal_mode = DELETE', { simple: true })
    if (mode !== 'delete') throw new BookError('BOOK_IN_USE', { file })
  } catch (error) {
    const failure = asBookError(error, { file })
    const isBroken = failure instanceof BookError && ['BOOK_DAMAGED', 'NOT_A_BOOK', 'DISK_ERROR'].includes(failure.code)
    if (!isBroken) throw failure
  } finally {
    db?.close()
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
