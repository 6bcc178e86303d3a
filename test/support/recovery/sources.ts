import Database from 'better-sqlite3'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { soundBook } from '../hostile-books.ts'
import type { Sources } from './damages.ts'
import { largeBook } from './large-book.ts'

/** Makes the books that damages are made of, at the paths that `at` gives; returns the sound one with its path. */
export function makeSources(at: (name: string) => string): Sources & { file: string } {
  const file = at('sound.meterbook')
  largeBook(file)
  inOneFile(file, () => undefined)
  copyFileSync(file, at('earlier.meterbook'))
  inOneFile(at('earlier.meterbook'), (db) => db.exec('DELETE FROM reading WHERE series_id = 2 AND at_ms % 7200000 = 0'))
  copyFileSync(file, at('main.meterbook'))
  const { main, log } = withLog(
    at('main.meterbook'),
    "UPDATE session SET duration_session = duration_session + 1; UPDATE note SET text = text || '!'",
  )
  soundBook(at('foreign.meterbook'))
  const { log: foreignLog } = withLog(at('foreign.meterbook'), 'CREATE TABLE t AS SELECT * FROM reading; DROP TABLE t')
  return { file, sound: readFileSync(file), earlier: readFileSync(at('earlier.meterbook')), main, log, foreignLog }
}

function inOneFile(file: string, work: (db: Database.Database) => void): void {
  const db = new Database(file)
  work(db)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('journal_mode = DELETE')
  db.close()
}

/** A book as a killed program leaves it: the file without the last commits, and the log that has them. */
function withLog(file: string, sql: string): { main: Buffer; log: Buffer } {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  const main = readFileSync(file)
  db.unsafeMode()
  db.exec(sql)
  const log = readFileSync(`${file}-wal`)
  db.close()
  writeFileSync(file, main)
  return { main, log }
}
