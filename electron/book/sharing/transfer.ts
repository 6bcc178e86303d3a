import type { Database } from 'better-sqlite3'
import type { Context } from '../context.ts'
import type { Tally } from './tally.ts'

/** Under which name the book that gives is attached to the one that gets. */
export const OTHER = 'other'

/** One book's records on their way into another: the parts of it share this. */
export interface Transfer {
  /** The connection of the book that gets, with the other one attached and a transaction open. */
  db: Database
  book: Context
  tally: Tally
  /** The id of the book that gives. */
  bookId: string
  nowMs: number
  /** Stations of the other book by device and by telemetry unit, for counting. */
  stationOfDevice: ReadonlyMap<number, number>
  stationOfUnit: ReadonlyMap<number, number>
  /** So many records more are done. Throws CANCELLED where somebody has asked for the end. */
  done(records: number): void
}

/** The columns of a table, in order. */
export const columnsOf = (db: Database, table: string): string[] =>
  db
    .prepare<[string], string>(`SELECT name FROM pragma_table_info(?, 'main')`)
    .pluck()
    .all(table)
    .map((name) => `"${name}"`)

/** A list of columns, of a table if one is named. */
export const listed = (columns: readonly string[], of?: string): string =>
  columns.map((column) => (of === undefined ? column : `${of}.${column}`)).join(', ')
