import Database, { type Database as Connection } from 'better-sqlite3'
import { BookError } from './errors.ts'
import { headOf } from './head.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** SQLite's own tables, which a book may have (statistics of a compaction or of another tool). */
const OWN_TABLES: Readonly<Record<string, string>> = {
  sqlite_stat1: 'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  sqlite_stat4: 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
  sqlite_sequence: 'CREATE TABLE sqlite_sequence(name,seq)',
}

interface Part {
  type: string
  name: string
  table: string
  sql: string
}

/** The schema that the migrations create, by book version: computed once, in memory. */
const known = new Map<number, Map<string, Part>>()

/**
 * Refuses a book whose tables, indexes, triggers or views differ from those that the migrations create for its version. A
 * book may come from anywhere: a trigger in it would run at the next download, and a query of a view in the place of a
 * table might never end. This only reads the schema and runs nothing of it.
 * Throws FOREIGN_BOOK (it has something that Meterbook did not create), BOOK_DAMAGED (something is missing).
 */
export function refuseForeign(db: Connection, file: string, migrations: readonly string[] = MIGRATIONS): void {
  const expected = expectedAt(headOf(db).version, migrations)
  const found = partsOf(db)
  for (const [key, part] of found) {
    if (part.sql === OWN_TABLES[part.name] && part.type === 'table') continue
    const own = expected.get(key)
    if (own?.sql === part.sql && own.table === part.table) continue
    throw new BookError('FOREIGN_BOOK', { file, what: `${part.type} ${part.name}` })
  }
  for (const [key, { type, name }] of expected)
    if (!found.has(key)) throw new BookError('BOOK_DAMAGED', { file, reason: `${type} ${name} is missing` })
}

/** The tables, indexes, triggers and views of a book version, by kind and name ('table reading'), and whether somebody's SQL is theirs. */
export const partsAt = (version: number): ReadonlyMap<string, { isSame: (sql: string, table: string) => boolean }> =>
  new Map(
    Array.from(expectedAt(version, MIGRATIONS), ([name, part]) => [
      name,
      { isSame: (sql: string, table: string) => part.sql === normal(sql) && part.table === table },
    ]),
  )

function expectedAt(version: number, migrations: readonly string[]): Map<string, Part> {
  const there = migrations === MIGRATIONS ? known.get(version) : undefined
  if (there) return there
  const db = new Database(':memory:')
  try {
    for (const sql of migrations.slice(0, version)) db.exec(sql)
    const parts = partsOf(db)
    if (migrations === MIGRATIONS) known.set(version, parts)
    return parts
  } finally {
    db.close()
  }
}

function partsOf(db: Connection): Map<string, Part> {
  const rows = db
    .prepare<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
      'SELECT type, name, tbl_name, sql FROM sqlite_schema',
    )
    .all()
  return new Map(rows.map(({ type, name, tbl_name: table, sql }) => [`${type} ${name}`, { type, name, table, sql: normal(sql) }]))
}

/** SQL without differences of spacing and of quotes, which SQLite adds to a renamed name. */
function normal(sql: string | null): string {
  return (sql ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/"([a-z_]\w*)"/gi, '$1')
    .trim()
}
