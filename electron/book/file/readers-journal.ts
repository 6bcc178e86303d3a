import Database from 'better-sqlite3'
import { existsSync, statSync } from 'node:fs'
import { journalsOf } from './place.ts'

/**
 * Takes away the empty journal and its index that readers leave beside a book: a connection that only reads may not remove them.
 * SQLite does it itself, when the last connection closes that may write, and only where nobody else has the book open. A journal
 * that holds something stays.
 */
export function clearReadersJournal(file: string): void {
  const left = journalsOf(file).filter((journal) => existsSync(journal))
  if (left.length === 0 || left.some((journal) => !journal.endsWith('-shm') && statSync(journal).size > 0)) return
  try {
    const db = new Database(file, { fileMustExist: true, timeout: 0 })
    try {
      // The first read opens the journal. This one asks for no table.
      db.pragma('schema_version')
    } finally {
      db.close()
    }
  } catch {
    // It stays, and the book counts as open.
  }
}
