import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { temporaryFolder } from '../file/unfinished.ts'

/** The tables that judging writes. */
const TABLES = ['finding', 'finding_evidence', 'finding_part', 'finding_mark', 'finding_run', 'finding_news', 'changed_data'] as const

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

  function unlocked<T>(work: () => T): T {
    db.pragma('query_only = OFF')
    try {
      return work()
    } finally {
      db.pragma('query_only = ON')
    }
  }
  function drop(): void {
    for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS temp.${table}`)
  }
  function make(from: 'main' | 'other'): void {
    made = version.get() ?? 0
    drop()
    for (const sql of schema.all(JSON.stringify(TABLES)))
      db.exec(
        sql
          .replace(/^CREATE TABLE "?(\w+)"?/, 'CREATE TABLE temp.$1')
          .replace(/^CREATE INDEX (\w+)/, 'CREATE INDEX temp.$1')
          .replaceAll(/ REFERENCES \w+ \(\w+\)/g, ''),
      )
    for (const table of TABLES) db.exec(`INSERT INTO temp.${table} SELECT * FROM ${from}.${table}`)
  }

  return {
    /** Runs what writes findings: into the book, or aside. */
    writing<T>(work: () => T): T {
      if (mode === 'write') return work()
      return unlocked(() => {
        if (made === null) make('main')
        return work()
      })
    },

    /** Forgets all that was judged aside once somebody has written to the book: it no longer holds. Returns whether it did. */
    refresh(): boolean {
      if (made === null || version.get() === made) return false
      unlocked(() => {
        drop()
        // Who keeps answers for as long as nothing was written would not see that these tables are gone.
        db.exec('CREATE TEMP TABLE IF NOT EXISTS aside (gone); INSERT INTO aside VALUES (1); DELETE FROM aside')
        made = null
      })
      return true
    },

    /** The station as it was judged aside, for `takeAside` of another connection; null: nothing was judged. */
    aside: (): Uint8Array | null => (made === null ? null : db.serialize({ attached: 'temp' })),

    /** Takes over what another reader of the book has judged. */
    takeAside(bytes: Uint8Array): void {
      const folder = temporaryFolder('aside')
      try {
        const file = join(folder, 'aside.sqlite')
        writeFileSync(file, bytes, { mode: 0o600 })
        unlocked(() => {
          db.prepare('ATTACH ? AS other').run(file)
          make('other')
          db.exec('DETACH other')
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
