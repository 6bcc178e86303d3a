import type { Database } from 'better-sqlite3'
import { BookError } from './errors.ts'
import { APPLICATION_ID, headOf } from './head.ts'
import { MIGRATIONS } from './migrations/index.ts'

/**
 * Brings a book (or an empty database) to the newest version. All pending migrations and the new version number are one
 * transaction, so a kill in the middle leaves the book unchanged. Foreign keys are off meanwhile, as SQLite requires for
 * rebuilding tables, and are checked before the commit.
 */
export function migrate(db: Database, migrations: readonly string[] = MIGRATIONS): void {
  const { version } = headOf(db)
  if (version >= migrations.length) return
  db.pragma('foreign_keys = OFF')
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of migrations.slice(version)) db.exec(sql)
    const broken = db.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0) throw new BookError('BOOK_DAMAGED', { file: db.name }, broken)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  } finally {
    db.pragma('foreign_keys = ON')
  }
}
