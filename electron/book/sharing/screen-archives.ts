import type { Database } from 'better-sqlite3'
import { isUtf8 } from 'node:buffer'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { MOST_VALUE } from '../../contract/record-bounds.ts'
import { timesAt } from '../soundness/cells.ts'
import { plainReading, readingFault } from '../soundness/records.ts'
import type { Refusals } from './refusals.ts'
import { refusing } from './screen.ts'
import { OTHER } from './transfer.ts'

/** Records that are looked at together. */
const AT_ONCE = 1_000
/** Bytes of a record beyond which it is looked at alone. */
const MOST_PLAIN = 4_000

/** The tables of records, and whether the archives are those of events. */
export const ARCHIVE_TABLES = [
  { table: 'reading', kind: 'readings', key: ['series_id', 'at_ms'], archives: 'NOT IN' },
  { table: 'event', kind: 'events', key: ['series_id', 'at_ms', 'content_id'], archives: 'IN' },
] as const

const EVENTS = EVENT_ARCHIVES.map((word) => `'${word}'`).join(', ')
const TAKEN = `SELECT s.id FROM ${OTHER}.series s WHERE NOT EXISTS (SELECT 1 FROM temp.refused_series r WHERE r.id = s.id)`

/**
 * Looks at all readings and events of the attached book, after its other tables, and names those that are not taken. What
 * lies under an archive that is not there, or was refused, is counted as a whole.
 */
export function screenArchives(db: Database, nowMs: number, refusals: Refusals, breathe: () => void): void {
  const { fromMs, toMs } = timesAt(nowMs).records
  for (const { table, key } of ARCHIVE_TABLES) refusing(db, table, key)
  for (const { table, kind, key, archives } of ARCHIVE_TABLES) {
    const taken = new Set(db.prepare<[], number>(`${TAKEN} AND s.archive_type ${archives} (${EVENTS})`).pluck().all())
    const keys = key.map((name) => `t."${name}"`).join(', ')
    const early = [`series_id = ? AND at_ms < ${fromMs}`, `series_id = ? AND at_ms > ${toMs}`].map((where) =>
      db.prepare<[number]>(`INSERT INTO temp.refused_${table} SELECT ${keys}, 'time' FROM ${OTHER}.${table} t WHERE ${where}`),
    )
    const screen = table === 'reading' ? readingsIn(db, { fromMs, toMs }, breathe) : contentsIn(db)
    for (const id of seriesOf(db, table)) {
      breathe()
      if (!taken.has(id)) {
        refusals.takeAll({ table, key, kind }, 'orphan', 't.series_id = ?', [id])
        continue
      }
      for (const statement of early) statement.run(id)
      screen(id)
    }
  }
  const missing = `t.series_id NOT IN (SELECT id FROM ${OTHER}.series)`
  refusals.takeAll({ table: 'series_channel', key: ['series_id', 'position'], kind: 'readings' }, 'orphan', missing, [])
}

/** The series that rows of a table name, found by a step of the index for each. */
const seriesOf = (db: Database, table: 'reading' | 'event'): number[] =>
  db
    .prepare<[], number>(
      `WITH RECURSIVE s (id) AS (SELECT min(series_id) FROM ${OTHER}.${table}
         UNION ALL SELECT (SELECT min(series_id) FROM ${OTHER}.${table} WHERE series_id > s.id) FROM s WHERE s.id IS NOT NULL)
       SELECT id FROM s WHERE id IS NOT NULL`,
    )
    .pluck()
    .all()

/** Events whose contents are not there, or are not taken. */
function contentsIn(db: Database): (series: number) => void {
  const missing = db.prepare<[number]>(`INSERT OR IGNORE INTO temp.refused_event SELECT series_id, at_ms, content_id, 'orphan'
    FROM ${OTHER}.event t WHERE series_id = ? AND NOT EXISTS (SELECT 1 FROM ${OTHER}.event_content c WHERE c.id = t.content_id)`)
  const refused = db.prepare<[number]>(`INSERT OR IGNORE INTO temp.refused_event SELECT series_id, at_ms, content_id, 'orphan'
    FROM ${OTHER}.event t WHERE series_id = ? AND content_id IN (SELECT id FROM temp.refused_event_content)`)
  const isAny = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM temp.refused_event_content)').pluck().get() === 1
  return (series) => {
    missing.run(series)
    if (isAny) refused.run(series)
  }
}

/**
 * Readings, of which there are millions: a thousand at a time become one text, in which one expression recognises what
 * nearly all of them are. Where it stops, the thousand are looked at one by one.
 */
function readingsIn(db: Database, { fromMs, toMs }: { fromMs: number; toMs: number }, breathe: () => void): (series: number) => void {
  const channels = db.prepare<[number], number>(`SELECT count(*) FROM ${OTHER}.series_channel WHERE series_id = ?`).pluck()
  const end = db
    .prepare<[number, number], number>(
      `SELECT at_ms FROM ${OTHER}.reading WHERE series_id = ? AND at_ms > ? AND at_ms <= ${toMs}
       ORDER BY at_ms LIMIT 1 OFFSET ${AT_ONCE - 1}`,
    )
    .pluck()
  const some = `FROM ${OTHER}.reading WHERE series_id = ? AND at_ms > ? AND at_ms <= ?`
  const short = `iif(octet_length(record) > ${MOST_PLAIN}, NULL, record)`
  const together = db
    .prepare<[number, number, number], [text: string | null, rows: number]>(`SELECT group_concat(${short}, char(10)), count(*) ${some}`)
    .raw()
  const alone = db
    .prepare<[number, number, number], [atMs: number, bytes: number, record: string | null]>(
      `SELECT at_ms, octet_length(record), ${short} ${some} ORDER BY at_ms`,
    )
    .raw()
  const long = db.prepare<[number, number], string>(`SELECT record FROM ${OTHER}.reading WHERE series_id = ? AND at_ms = ?`).pluck()
  const bytes = db
    .prepare<[number, number], Buffer>(`SELECT CAST(record AS BLOB) FROM ${OTHER}.reading WHERE series_id = ? AND at_ms = ?`)
    .pluck()
  const refuse = db.prepare<[number, number, string]>(
    'INSERT OR IGNORE INTO temp.refused_reading VALUES (CAST(? AS INTEGER), CAST(? AS INTEGER), ?)',
  )
  const plain = new Map<number, RegExp>()

  function one(series: number, count: number, [atMs, size, record]: [number, number, string | null]): void {
    if (size > 4 * MOST_VALUE) return void refuse.run(series, atMs, 'too_long')
    const text = record ?? long.get(series, atMs) ?? ''
    const isText = !text.includes('\ufffd') || isUtf8(bytes.get(series, atMs) ?? Buffer.alloc(0))
    const fault = isText ? readingFault(text, count) : 'bytes'
    if (fault !== null) refuse.run(series, atMs, fault)
  }
  return (series) => {
    const count = channels.get(series) ?? 0
    const pattern = plain.get(count) ?? plainReading(count)
    plain.set(count, pattern)
    for (let after = fromMs - 1, isLast = false; !isLast;) {
      const found = end.get(series, after)
      isLast = found === undefined
      const lastMs = found ?? toMs
      const [text, rows] = together.get(series, after, lastMs) ?? [null, 0]
      if (rows === 0) return
      breathe()
      if (text === null || !isPlain(text, rows, pattern)) for (const row of alone.all(series, after, lastMs)) one(series, count, row)
      after = lastMs
    }
  }
}

/** Whether a text has so many lines, and each is a plain reading. */
function isPlain(text: string, rows: number, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  for (let line = 0; line < rows; line++) if (!pattern.test(text)) return false
  return pattern.lastIndex === text.length
}
