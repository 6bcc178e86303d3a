import type { Book } from '../book.ts'

const KB = 1024
/** Values up to this long are what devices say: rows of them are read by the thousand. */
const USUAL_BYTES = 16 * KB
/** Bytes of the longer ones of one table, together. A single one may be as long as a book keeps any (MOST_VALUE). */
const MOST_LONG_BYTES = 32 * KB * KB
/** Events of one device in one moment, and how many different ones a log of one device has: these are held together. */
const MOST_AT_ONCE = 20_000
const MOST_DIFFERENT = 150_000
/** Settings in one configuration: ten times as many as one may bring (MOST_ENTRIES). */
const MOST_SETTINGS = 20_000

/**
 * Whether a book of records that somebody else made can be read in little memory: false where there are so many or so long
 * values of what is held together that reading it could fill the memory. Values are not read for it, only their lengths.
 */
export function isReadableInLittle({ db }: Pick<Book, 'db'>): boolean {
  const tables = db
    .prepare<[], { name: string; columns: string }>(
      `SELECT s.name, json_group_array(c.name) AS columns FROM sqlite_schema s, pragma_table_info(s.name) c
       WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL%' AND s.name NOT LIKE 'event_search%' AND c.type IN ('TEXT', 'BLOB', 'ANY')
       GROUP BY s.name`,
    )
    .all()
  for (const { name, columns } of tables) {
    const long = (JSON.parse(columns) as string[]).map(
      (column) => `total(octet_length("${column}")) FILTER (WHERE octet_length("${column}") > ${USUAL_BYTES})`,
    )
    if (
      (db
        .prepare(`SELECT ${long.join(' + ')} FROM "${name}"`)
        .pluck()
        .get() as number) > MOST_LONG_BYTES
    )
      return false
  }
  const isAny = (sql: string): boolean => db.prepare(sql).get() !== undefined
  if (isAny(`SELECT 1 FROM event GROUP BY series_id, at_ms HAVING count(*) > ${MOST_AT_ONCE} LIMIT 1`)) return false
  if (isAny(`SELECT 1 FROM setting GROUP BY snapshot_id HAVING count(*) > ${MOST_SETTINGS} LIMIT 1`)) return false
  const many = db.prepare<[], number>(`SELECT series_id FROM event GROUP BY series_id HAVING count(*) > ${MOST_DIFFERENT}`).pluck()
  const different = db.prepare<[number], number>('SELECT count(DISTINCT content_id) FROM event WHERE series_id = ?').pluck()
  return many.all().every((series) => (different.get(series) ?? 0) <= MOST_DIFFERENT)
}
