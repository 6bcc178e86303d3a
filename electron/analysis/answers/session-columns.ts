import { numberOf, type Book } from '../../book/index.ts'

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
