import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from 'better-sqlite3'

/** The SQL of docs/lake.md, which is what people copy, and the same questions put to a book. */

export type Rows = unknown[][]

/** Every block of SQL by its name, in the order of the document. */
export function blocksOf(): Map<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/lake.md'), 'utf8')
  return new Map([...text.matchAll(/^```sql ([\w-]+)\n([\s\S]*?)^```/gm)].map(([, name, sql]) => [name ?? '', sql ?? '']))
}

/** The statements of a block. */
export const statementsOf = (sql: string): string[] => sql.split(/;\s*\n/).filter((one) => one.trim() !== '')

/** Blocks that make views and tables, not questions. */
const SET_UP = /^(duckdb|clickhouse|views|cluster)/
export const questionsOf = (blocks: ReadonlyMap<string, string>): [name: string, sql: string][] =>
  [...blocks].filter(([name]) => !SET_UP.test(name))

const month = "strftime('%Y-%m-01', day)"
/** What no day has, in a book whose stations have no clock of their own: gas days begin at 10:00 UTC. */
const SPANS = `(SELECT station_id, value ->> 'm3' AS volume, value ->> 'hours' AS hours,
  date((value ->> 'fromMs') / 1000 - 36000, 'unixepoch') AS first_day,
  date(((value ->> 'toMs') - 1) / 1000 - 36000, 'unixepoch') AS last_day
  FROM consumption_source, json_each(more, '$.fills'))`
const AGE = '((SELECT max(CAST(judged_at AS INTEGER)) FROM v_health) - CAST(last_session_time AS INTEGER))'

/** The questions over the public views of one book that holds all stations, in SQLite. */
export const OF_THE_BOOK: Readonly<Record<string, string>> = {
  'consumption-by-day': `SELECT day, sum(volume), count(volume), sum(hours), sum(hours_expected), sum(abnormal_minutes),
    sum(substitute_minutes) FROM v_consumption_day GROUP BY day ORDER BY day`,
  'consumption-by-month': `SELECT SERVICE, station_id, month, sum(volume), sum(hours), sum(due) FROM (
    SELECT station_id, ${month} AS month, volume, hours, hours_expected AS due FROM v_consumption_day
    UNION ALL SELECT station_id, strftime('%Y-%m-01', first_day), volume, hours, 0 FROM ${SPANS}
      WHERE strftime('%Y-%m', first_day) = strftime('%Y-%m', last_day)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  'consumption-by-consumer': `SELECT SERVICE, c.id, sum(d.volume), count(DISTINCT s.id) FROM (
      SELECT station_id, volume FROM v_consumption_day UNION ALL SELECT station_id, volume FROM ${SPANS}) d
    JOIN v_station s ON s.id = d.station_id JOIN v_consumer c ON c.id = s.customer_id GROUP BY 1, 2 ORDER BY 1, 2`,
  'hours-by-device': `SELECT SERVICE, equipment_id, count(*), sum(value) FROM v_reading WHERE archive_type = 'hourly'
    AND "view" = 'unified' AND channel = 'gas_consume' AND strftime('%Y-%m', event_time, 'unixepoch') IN ('MONTH1', 'MONTH2')
    GROUP BY 1, 2 ORDER BY 1, 2`,
  completeness: `SELECT archive_type, "view", ${month}, count(*), sum(state = 'fetched'), sum(state = 'empty'),
    sum(state IN ('partial', 'not_transmitted', 'failed')) FROM v_coverage GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  silent: `SELECT SERVICE, station_id, ${AGE} / 3600.0, ${AGE} / 3600.0 / rhythm_hours FROM v_health
    WHERE ${AGE} / 3600.0 / rhythm_hours > 1.5 ORDER BY 1`,
  batteries: `SELECT SERVICE, station_id, meter_battery, meter_battery_slope_a_day, meter_battery_ends_at,
    meter_battery_no_forecast, telemetry_battery, telemetry_battery_ends_at FROM v_health ORDER BY 1`,
  'at-risk': `SELECT SERVICE, station_id, open_situations, overwritten_archive, overwritten_at, usual_m3_a_day FROM v_health
    WHERE open_situations > 0 OR overwritten_at IS NOT NULL ORDER BY 1`,
  'standing-findings': `SELECT rule, flag, count(*), count(part_of), count(DISTINCT station_id), sum(m3) FROM v_finding
    WHERE state IN ('new', 'seen') GROUP BY 1, 2 ORDER BY 1, 2`,
  'sessions-by-type': `SELECT s.equipment_type_varname, count(*), count(DISTINCT s.id), avg(e.Trycnt), avg(e.duration_session),
    avg(e.Rssi), max(e.event_time) FROM v_session e JOIN v_station s ON s.telemetry_id = e.telemetry_id GROUP BY 1 ORDER BY 1`,
  'events-by-message': `SELECT archive_type, code, code_description, count(*), count(DISTINCT equipment_id), max(event_time)
    FROM v_event GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
}

/** The book's service as a text in SQL. */
const serviceOf = (db: Database): string =>
  `'${String(db.prepare<[], string>("SELECT value ->> '$.url' FROM meta WHERE key = 'identity'").pluck().get())}'`

export const answerOfBook = (db: Database, name: string, fill: (sql: string) => string): Rows =>
  db
    .prepare<[], unknown[]>(fill(OF_THE_BOOK[name] ?? '').replaceAll('SERVICE', serviceOf(db)))
    .raw()
    .all()

const CLOSE = 1e-9

/** Where two answers differ, as texts; none where they say the same. Times are compared as seconds. */
export function differences(found: Rows, wanted: Rows): string[] {
  if (found.length !== wanted.length) return [`${found.length} rows, not ${wanted.length}`]
  const key = (rows: Rows) => rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  const [left, right] = [key(found), key(wanted)]
  return left.flatMap((row, at) => {
    const other = right[at] ?? []
    return row.every((cell, i) => isSame(cell, other[i])) ? [] : [`${JSON.stringify(row)} is not ${JSON.stringify(other)}`]
  })
}

/** What rows are told apart by, the same for every engine: their texts and whole numbers. */
const order = (row: readonly unknown[]): string =>
  row.map((cell) => (typeof cell === 'string' || Number.isInteger(cell) ? String(cell) : '')).join('\u0000')

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return (a ?? null) === (b ?? null)
  return Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a), Math.abs(b))
}
