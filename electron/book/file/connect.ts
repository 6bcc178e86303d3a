import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { headOf } from './head.ts'
import { privateCopy, wouldLeaveTraces } from './readers-copy.ts'
import { refuseCrowded } from './schema-size.ts'
import { BUSY_MS } from './transactions.ts'

/** A book's file and an open connection to it. */
export interface BookFile {
  file: string
  db: Database.Database
}

/** An open connection; call `closed` after closing it. */
export interface Connection {
  db: Database.Database
  closed(): void
}

/** The version of the SQLite that opens books; Node has another of its own. */
export function sqliteVersion(): string {
  const db = new Database(':memory:')
  try {
    return String(db.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    db.close()
  }
}

/** A connection that writes. */
export function connectToWrite(file: string): Connection {
  const db = new Database(file, { fileMustExist: true, timeout: BUSY_MS })
  return configured({ db, closed: () => undefined })
}

/**
 * A read-only connection, with or without a writer beside it. SQLite needs the journal's index file beside the book. A
 * copy in the temporary folder is read instead if that file cannot be created (read-only folder or medium, no writer), or
 * if it would lock out the book's owner.
 */
export function connectToRead(file: string): Connection {
  const copied = wouldLeaveTraces(file) ? connectToCopy(file) : null
  if (copied) return copied
  try {
    return readonly(file, () => undefined)
  } catch (error) {
    const refused = error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code)
    const copy = refused ? connectToCopy(file) : null
    if (!copy) throw error
    return copy
  }
}

/** A connection to a private copy, which may be migrated; null while a writer is active. */
export function connectToCopy(file: string, use: 'read' | 'write' = 'read'): Connection | null {
  const copy = privateCopy(file)
  if (!copy) return null
  try {
    if (use === 'read') return readonly(copy.file, copy.remove)
    return { ...connectToWrite(copy.file), closed: copy.remove }
  } catch (error) {
    copy.remove()
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

/** better-sqlite3 sets SQLITE_DBCONFIG_DEFENSIVE on every connection: SQL cannot write the schema or shadow tables. */
function configured(connection: Connection): Connection {
  const { db } = connection
  refuseCrowded(db.name)
  // A book may come from anywhere: its schema may call no unsafe function, and damaged pages must be detected.
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
  db.pragma('foreign_keys = ON')
  db.pragma('synchronous = FULL')
  // 16 MiB between checkpoints: a page that many commits change is written to the book only once.
  db.pragma('wal_autocheckpoint = 4000')
  db.pragma('journal_size_limit = 67108864')
  db.pragma('temp_store = MEMORY')
  return connection
}

export function holdsSomething(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}
