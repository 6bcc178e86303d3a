import { firstAtOrAfter, type Columns } from './columns.ts'
import { withNanRows } from './nan-rows.ts'

/** The exchange of one device for another. Records up to and with `sinceMs` are of the device before, those after it of the next. */
export interface Seam {
  sinceMs: number
  /** The records of the next device begin after this moment. */
  atMs: number
  /** Both devices in words. */
  label: string
}

/** The first row of each next device: a counter is differenced up to the row before, and anew from it. */
export function rowsAfterSeams(times: Float64Array, seams: readonly Seam[]): ReadonlySet<number> {
  const rows = seams.map(({ sinceMs }) => firstAtOrAfter(times, sinceMs + 1))
  return new Set(rows.filter((row) => row > 0 && row < times.length))
}

/**
 * Inserts a row of NaN at each seam that has no gap of its own: no line leads from the last value of one device to the first
 * of the next.
 */
export function breakSeams(columns: Columns, seams: readonly Seam[]): Columns {
  const { times, values } = columns
  const rows = [...rowsAfterSeams(times, seams)]
    .filter((row) => values.some((column) => !Number.isNaN(column[row - 1]) && !Number.isNaN(column[row])))
    .sort((a, b) => a - b)
  if (rows.length === 0) return columns
  return withNanRows(columns, rows, (row) => ((times[row - 1] as number) + (times[row] as number)) / 2)
}
