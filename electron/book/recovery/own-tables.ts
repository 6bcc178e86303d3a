import type { Database } from 'better-sqlite3'
import { foreignJson } from '../../contract/foreign-json.ts'
import { bookIdIn } from '../file/book-id.ts'
import { identityIn, type Identity } from '../file/identity.ts'
import { columnsOf, listed, OTHER } from '../sharing/transfer.ts'

/** Tables that no merge brings and that are of this very book: they are copied as they are. */
export const OWN_TABLES = ['meta', 'letterhead', 'saved_report', 'made_report', 'merge_log', 'arrival', 'merged_note'] as const

/** Columns that hold JSON, which whoever reads them does not expect to be anything else. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  meta: 'value',
  saved_report: 'choices',
  made_report: 'facts',
  merge_log: 'counts',
}

/**
 * Copies what is of this very book from the attached one. What cannot be read stays behind: a book that does not say whose it
 * is belongs to nobody, until somebody opens it for an account.
 */
export function bringOwnTables(file: string, db: Database, nowMs: number): { identity: Identity; bookId: string } {
  for (const table of OWN_TABLES) {
    const columns = columnsOf(db, table)
    const json = JSON_COLUMNS[table]
    const rows = db
      .prepare<[], unknown[]>(`SELECT ${listed(columns)} FROM ${OTHER}."${table}"`)
      .raw()
      .all()
    const add = db.prepare(`INSERT OR IGNORE INTO main."${table}" (${listed(columns)}) VALUES (${columns.map(() => '?').join(', ')})`)
    const at = columns.indexOf(`"${json}"`)
    for (const row of rows) if (at < 0 || row[at] === null || foreignJson(String(row[at])) !== undefined) add.run(row)
  }
  const forget = db.prepare<[string]>('DELETE FROM main.meta WHERE key = ?')
  const identity = identityIn({ file, db })
  const id = bookIdIn({ file, db, mode: 'write' })
  if (!isReadable(() => identity.isKept() && identity.read())) {
    forget.run('identity')
    identity.write({ url: null, email: null, createdAtMs: nowMs })
  }
  if (!isReadable(() => id.isKept())) forget.run('book_id')
  return { identity: identity.read(), bookId: id.read() }
}

function isReadable(read: () => unknown): boolean {
  try {
    return Boolean(read())
  } catch {
    return false
  }
}
