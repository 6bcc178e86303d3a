import type { Context } from '../context.ts'

/** The tables that judging writes. */
const TABLES = ['finding', 'finding_evidence', 'finding_mark', 'finding_run', 'changed_data'] as const

/**
 * Who opened a book for reading judges it in memory: temporary tables take the place of the book's own, for this
 * connection alone, so that every question is answered from them. When somebody else has written to the book they are
 * made anew.
 */
export function readersAsideIn({ db, mode }: Context) {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const schema = db
    .prepare<[string], string>(
      `SELECT sql FROM main.sqlite_schema
       WHERE tbl_name IN (SELECT value FROM json_each(?)) AND sql IS NOT NULL AND type IN ('table', 'index')
       ORDER BY type DESC`,
    )
    .pluck()
  let made: number | null = null

  function make(): void {
    for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS temp.${table}`)
    for (const sql of schema.all(JSON.stringify(TABLES)))
      db.exec(
        sql
          .replace(/^CREATE TABLE "?(\w+)"?/, 'CREATE TABLE temp.$1')
          .replace(/^CREATE INDEX (\w+)/, 'CREATE INDEX temp.$1')
          .replaceAll(/ REFERENCES \w+ \(\w+\)/g, ''),
      )
    for (const table of TABLES) db.exec(`INSERT INTO temp.${table} SELECT * FROM main.${table}`)
  }

  return {
    /** Runs what writes findings: into the book, or aside. */
    writing<T>(work: () => T): T {
      if (mode === 'write') return work()
      db.pragma('query_only = OFF')
      try {
        if (made === null) {
          made = version.get() ?? 0
          make()
        }
        return work()
      } finally {
        db.pragma('query_only = ON')
      }
    },

    /** Forgets all that was judged aside once somebody has written to the book: it no longer holds. */
    refresh(): void {
      if (made === null || version.get() === made) return
      db.pragma('query_only = OFF')
      try {
        for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS temp.${table}`)
        // Who keeps answers for as long as nothing was written would not see that these tables are gone.
        db.exec('CREATE TEMP TABLE IF NOT EXISTS aside (gone); INSERT INTO aside VALUES (1); DELETE FROM aside')
        made = null
      } finally {
        db.pragma('query_only = ON')
      }
    },
  }
}
