import Database from 'better-sqlite3'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headOf } from './head.ts'

/** How long a statement waits for another program's commit before it gives up. */
const BUSY_MS = 10_000

/** An open connection, and what is to be done once it is closed. */
export interface Connection {
  db: Database.Database
  closed(): void
}

/** A connection that writes. */
export function connectToWrite(file: string): Connection {
  const db = new Database(file, { fileMustExist: true, timeout: BUSY_MS })
  return configured({ db, closed: () => undefined })
}

/**
 * A connection that reads, beside a writer or alone. SQLite keeps the index of the journal in a file beside the book;
 * where it cannot (a read-only folder or medium) and there is no journal, a copy in the temporary folder is read.
 */
export function connectToRead(file: string): Connection {
  try {
    return readonly(file, () => undefined)
  } catch (error) {
    const refused = error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code)
    if (!refused || holdsSomething(`${file}-wal`)) throw error
  }
  const folder = mkdtempSync(join(tmpdir(), 'meterbook-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'copy.meterbook')
    copyFileSync(file, copy)
    return readonly(copy, remove)
  } catch (error) {
    remove()
    throw error
  }
}

function readonly(file: string, closed: () => void): Connection {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
  try {
    headOf(db)
    return configured({ db, closed })
  } catch (error) {
    db.close()
    throw error
  }
}

function configured(connection: Connection): Connection {
  const { db } = connection
  db.pragma('foreign_keys = ON')
  db.pragma('synchronous = FULL')
  // 16 MiB between checkpoints: a page that many commits touch is written into the book once.
  db.pragma('wal_autocheckpoint = 4000')
  db.pragma('journal_size_limit = 67108864')
  db.pragma('temp_store = MEMORY')
  return connection
}

export function holdsSomething(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}
