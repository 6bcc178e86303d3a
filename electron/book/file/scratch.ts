import Database from 'better-sqlite3'

/**
 * A database that nobody else sees: what is made of it gets a name once it is whole, and after a kill it is removed. So it keeps no
 * journal and waits for no disk; what it needs besides may be larger than memory.
 */
export function openScratch(file: string): Database.Database {
  const db = new Database(file)
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('temp_store = FILE')
  return db
}
