import Database from 'better-sqlite3'
import { migrate } from '../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../electron/book/file/migrations/index.ts'

/** The version of the books that `olderBook` makes: what came after it changes tables, and not only adds small ones, so that a migration writes much. */
export const OLDER_VERSION = 31

/** Makes a book of an older version with stations in it. */
export function olderBook(file: string, stations = 3): string {
  const db = new Database(file)
  try {
    migrate(db, MIGRATIONS.slice(0, OLDER_VERSION))
    db.pragma('journal_mode = WAL')
    const put = db.prepare(
      "INSERT INTO station (id, name, name_key, serial_key, brand_key, status_key, seen_at_ms) VALUES (?, 'x', '', '', '', '', 1)",
    )
    for (let id = 1; id <= stations; id++) put.run(id)
  } finally {
    db.close()
  }
  return file
}

/** The version of a book, by SQLite. */
export function versionOf(file: string): number {
  const db = new Database(file, { readonly: true })
  try {
    return db.pragma('user_version', { simple: true }) as number
  } finally {
    db.close()
  }
}
