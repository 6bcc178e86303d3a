import type { Book } from '../book.ts'
import { BookError } from './errors.ts'

const KB = 1024
/** Bytes of a value in a book of records: what is read of several rows at once must not fill the memory. */
const MOST_BYTES = 256 * KB
/** Of tables of which thousands of rows are held: what a device says is short. */
const OF_TABLE: Readonly<Record<string, number>> = { event_content: 16 * KB, event_text: 16 * KB, station: 16 * KB, setting: 64 * KB } // oxfmt-ignore

/**
 * Refuses a book with a value that is larger than any that a device or the service gives. Such a book can only have been made
 * to fill the memory of whoever reads it. Values are not read for it, only their lengths.
 * @throws BookError BOOK_DAMAGED
 */
export function refuseLargeValues({ db, file }: Pick<Book, 'db' | 'file'>): void {
  const columns = db
    .prepare<[], { name: string; columns: string }>(
      `SELECT s.name, json_group_array(c.name) AS columns FROM sqlite_schema s, pragma_table_info(s.name) c
       WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%' AND s.name NOT LIKE 'event_search%' AND c.type IN ('TEXT', 'BLOB', 'ANY')
       GROUP BY s.name`,
    )
    .all()
  for (const { name, columns: list } of columns) {
    const most = OF_TABLE[name] ?? MOST_BYTES
    const isLarge = (JSON.parse(list) as string[]).map((column) => `octet_length("${column}") > ${most}`).join(' OR ')
    if (db.prepare(`SELECT 1 FROM "${name}" WHERE ${isLarge} LIMIT 1`).get() !== undefined)
      throw new BookError('BOOK_DAMAGED', { file, reason: `table ${name} has a value of more than ${most} bytes` })
  }
}
