import Database, { type Database as Connection } from 'better-sqlite3'
import { BookError } from './errors.ts'
import { headOf } from './head.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** SQLite's own tables, which a book may have or not (statistics of a compaction or of another tool). */
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

/** What the migrations make, by book version: worked out once in memory. */
const known = new Map<number, Map<string, Part>>()

/**
 * Refuses a book whose tables, indexes, triggers or views are not those that the migrations make for its version. A book
 * comes from anywhere: a trigger in it would run at the next download, a view in a table's place would be searched
 * without end. Nothing of it has run when this looks: the schema is only read.
 * Throws FOREIGN_BOOK (something is there that Meterbook did not make), BOOK_DAMAGED (something is missing).
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
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [`${type} ${name}`, { type, name, table, sql: normal(sql) }]),
  )
}

/** SQL as it means, not as it is spaced; a rename writes a name with quotes. */
function normal(sql: string | null): string {
  return (sql ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/"([a-z_]\w*)"/gi, '$1')
    .trim()
}
