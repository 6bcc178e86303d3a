import type { Database } from 'better-sqlite3'
import { DAY_MS, LAST_MOMENT_MS } from '../../contract/time/units.ts'
import { entriesFault, readingFault } from '../soundness/records.ts'
import type { BookFile } from './connect.ts'
import { withBookErrors } from './errors.ts'

/** Malformed records of one kind: how many, and where the first one is. */
export interface RecordProblem {
  table: string
  what: string
  count: number
  first: string
}

export interface RecordCheck {
  /** Readings and event contents, which are read one by one; the other tables are checked by queries. */
  checked: number
  problems: RecordProblem[]
}

const MAX_DAY = LAST_MOMENT_MS / DAY_MS
/** Records between two calls of `progress`. */
const STEP = 50_000

/**
 * Reads every record, row by row. A file that passes SQLite's integrity check may still have malformed records: invalid
 * JSON, a channel without a name, an impossible time. `progress` gets the number of records read and their total.
 */
export function recordCheckIn({ file, db }: BookFile) {
  return (progress: (done: number, all: number) => void = () => undefined): RecordCheck =>
    withBookErrors({ file }, () => {
      const problems: RecordProblem[] = []
      const add = (table: string, what: string, { count, first }: Found) => {
        if (count > 0) problems.push({ table, what, count, first: first ?? '' })
      }
      const all = one(db, 'SELECT (SELECT count(*) FROM reading) + (SELECT count(*) FROM event_content)')
      let checked = 0
      const tick = () => {
        if (++checked % STEP === 0) progress(checked, all)
      }
      add('reading', 'cannot be read', readings(db, tick))
      add('event_content', 'cannot be read', eventContents(db, tick))
      for (const [table, what, first, rows] of WHOLE) add(table, what, found(db, first, rows))
      for (const [table, column, kind] of columnsOf(db)) {
        const [what, bad] = kind
        add(table, `${column}: ${what}`, found(db, `'column ${column}'`, `${table} WHERE ${bad(`"${column}"`)}`))
      }
      progress(checked, all)
      return { checked, problems }
    })
}

interface Found {
  count: number
  first: string | null
}

/** Dangling references and wrong positions: table, problem, how a row is named, and the rows. */
const WHOLE: readonly (readonly [table: string, what: string, first: string, rows: string])[] = [
  ['reading', 'of an archive that is not there', "'series ' || series_id", 'reading WHERE series_id NOT IN (SELECT id FROM series)'],
  ['event', 'of an archive that is not there', "'series ' || series_id", 'event WHERE series_id NOT IN (SELECT id FROM series)'],
  [
    'event',
    'without contents',
    "'series ' || series_id || ', ' || at_ms",
    'event e WHERE NOT EXISTS (SELECT 1 FROM event_content c WHERE c.id = e.content_id)',
  ],
  [
    'series_channel',
    'a gap in the list of channels',
    "'series ' || series_id",
    '(SELECT series_id FROM series_channel GROUP BY series_id HAVING min(position) <> 0 OR max(position) <> count(*) - 1)',
  ],
  ['coverage_run', 'days that are none', "'series ' || series_id", `coverage_run WHERE from_day < -${MAX_DAY} OR to_day > ${MAX_DAY}`],
  ['note_photo', 'no JPEG', "'photograph ' || id", "note_photo WHERE removed_at_ms IS NULL AND substr(jpeg, 1, 3) <> x'FFD8FF'"],
]

function readings(db: Database, tick: () => void): Found {
  const channels = new Map(
    db.prepare<[], [number, number]>('SELECT series_id, count(*) FROM series_channel GROUP BY series_id').raw().all(),
  )
  const result: Found = { count: 0, first: null }
  const rows = db.prepare<[], [number, number, string]>('SELECT series_id, at_ms, record FROM reading').raw()
  for (const [series, atMs, record] of rows.iterate()) {
    tick()
    if (readingFault(record, channels.get(series) ?? 0) !== 'unreadable') continue
    result.count++
    result.first ??= `series ${series}, ${atMs}`
  }
  return result
}

function eventContents(db: Database, tick: () => void): Found {
  const result: Found = { count: 0, first: null }
  const rows = db.prepare<[], [number, string]>('SELECT id, entries FROM event_content').raw()
  for (const [id, entries] of rows.iterate()) {
    tick()
    if (entriesFault(entries) !== 'unreadable') continue
    result.count++
    result.first ??= String(id)
  }
  return result
}

type Kind = readonly [what: string, bad: (column: string) => string]
const TIME: Kind = ['times that are none', (column) => `abs(${column}) > ${LAST_MOMENT_MS}`]
const CELL: Kind = ['no JSON', (column) => `typeof(${column}) = 'blob' AND NOT json_valid(CAST(${column} AS TEXT))`]
const JSON_TEXT: Kind = ['no JSON', (column) => `${column} IS NOT NULL AND NOT json_valid(${column})`]
const JSON_COLUMNS = new Set(['meta.value', 'task.target', 'task.cursors', 'task.error_data', 'run.plan'])

/** The columns of every table that hold a time, a verbatim value or JSON. */
function* columnsOf(db: Database): Generator<[table: string, column: string, kind: Kind]> {
  const columns = db
    .prepare<[], [string, string, string]>(
      `SELECT t.name, c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.sql LIKE '%STRICT%' ORDER BY t.name, c.cid`,
    )
    .raw()
    .all()
  for (const [table, column, type] of columns) {
    if (column.endsWith('_ms')) yield [table, column, TIME]
    if (type === 'ANY') yield [table, column, CELL]
    if (JSON_COLUMNS.has(`${table}.${column}`)) yield [table, column, JSON_TEXT]
  }
}

/** The number of rows and the name of the first. */
function found(db: Database, first: string, rows: string): Found {
  const count = one(db, `SELECT count(*) FROM ${rows}`)
  if (count === 0) return { count, first: null }
  const name = db.prepare<[], string>(`SELECT ${first} FROM ${rows} LIMIT 1`).pluck().get()
  return { count, first: name ?? null }
}

function one(db: Database, sql: string): number {
  return db.prepare<[], number>(sql).pluck().get() ?? 0
}
