import { numberOf, type Book } from '../../book/index.ts'
import { cutTo } from '../../contract/device-time.ts'

/** The numbers of a session that are drawn: the service's name, and ours. */
const SESSION_NUMBERS = [
  ['btm', 'btm'],
  ['bsg', 'bsg'],
  ['rssi', 'rssi'],
  ['trycnt', 'trycnt'],
  ['duration_session', 'durationSession'],
  ['session_traffic', 'sessionTraffic'],
] as const

/** Sessions as columns of doubles: times in Unix ms, then each number; NaN where a session has none. */
export function sessionColumns(rows: ReturnType<Book['sessions']['query']>['rows']) {
  const columns = [
    Float64Array.from(rows, (row) => row.atMs),
    ...SESSION_NUMBERS.map(([, field]) => Float64Array.from(rows, (row) => numberOf(row[field]))),
  ]
  return { rows: rows.length, names: SESSION_NUMBERS.map(([name]) => name), columns: new Blob(columns) }
}

interface SessionsQuestion {
  fromMs?: number
  toMs?: number
  desc?: boolean
  offset?: number
  limit?: number
}

/** The sessions of the telemetry units that a station had, each in its time there. */
export function sessionsOfLife(book: Book, stationId: number, question: SessionsQuestion): ReturnType<Book['sessions']['query']> {
  const { offset = 0, limit = Infinity, desc = false, ...range } = question
  const units = book.stations.units(stationId)
  const found: ReturnType<Book['sessions']['query']> = { total: 0, rows: [] }
  for (const unit of desc ? units.toReversed() : units) {
    const wanted = limit - found.rows.length
    const { total, rows } = book.sessions.query({
      telemetryId: unit.telemetryId,
      ...cutTo(range, unit.fromMs, unit.toMs),
      desc,
      offset: Math.max(0, offset - found.total),
      limit: Number.isFinite(wanted) ? wanted : -1,
    })
    found.total += total
    found.rows.push(...rows)
  }
  return found
}
