import { firstWhere } from '../../../contract/bisect.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { picked, rowsToKeep } from '../readings/thin.ts'
import type { Line } from './points.ts'

/** A line as it travels: positions, values, the baseline's values, and with a point a day how complete the day is. */
export interface LineColumns {
  columns: Float64Array[]
  rows: number
  thinned: boolean
}

/** The most that a clock skips. */
const SKIPPED_MS = 2 * HOUR_MS
/** If two points are further apart than the usual step times this, records are missing between them. */
const LONGER_THAN_USUAL = 1.5

/**
 * Thins a line to at most `most` points, so that neither its own peaks nor those of its difference are lost, and puts a
 * break wherever records are missing.
 */
export function columnsOfLine({ positions, values, complete, stepMs, times }: Line, base: Float64Array, most: number): LineColumns {
  const gaps = gapsIn(times ?? positions, positions, stepMs)
  const difference = values.map((value, row) => value - (base[row] as number))
  const kept = rowsToKeep([values, difference], positions.length, Math.max(4, most - gaps.length))
  const columns = [positions, values, base, ...(complete ? [complete] : [])]
  const thin = kept ? columns.map((column) => picked(column, kept)) : columns
  const breaks = kept ? gaps.map((gap) => firstWhere(0, kept.length, (at) => (kept[at] as number) >= gap)) : gaps
  const rows = [...new Set(breaks)]
  return {
    columns: thin.map((column, at) => withBreaks(column, rows, at === 0)),
    rows: (thin[0]?.length ?? 0) + rows.length,
    thinned: kept !== null,
  }
}

/** Rows after a gap: further on in time than the usual step, or over a day of the axis that the period does not have. */
function gapsIn(times: Float64Array, positions: Float64Array, stepMs: number | null): number[] {
  if (stepMs === null) return []
  const gaps: number[] = []
  const longest = stepMs * LONGER_THAN_USUAL
  for (let row = 1; row < times.length; row += 1) {
    const passed = (times[row] as number) - (times[row - 1] as number)
    const moved = (positions[row] as number) - (positions[row - 1] as number)
    // A clock that skips an hour moves a point by an hour more than has passed; a missing day moves it by more.
    if (passed > longest || moved > longest + SKIPPED_MS) gaps.push(row)
  }
  return gaps
}

/** A row before each of `rows`: NaN, or for positions the middle of its neighbours. */
function withBreaks(column: Float64Array, rows: readonly number[], isPositions: boolean): Float64Array {
  if (rows.length === 0) return column
  const out = new Float64Array(column.length + rows.length)
  let from = 0
  rows.forEach((row, index) => {
    out.set(column.subarray(from, row), from + index)
    out[row + index] = isPositions ? ((column[row - 1] as number) + (column[row] as number)) / 2 : Number.NaN
    from = row
  })
  out.set(column.subarray(from), from + rows.length)
  return out
}

/** Gathers columns, each once: `placeOf` says where a column, or another that is alike, stands among `columns`. */
export function columnsOnce(): { columns: Float64Array[]; placeOf: (column: Float64Array) => number } {
  const columns: Float64Array[] = []
  const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => Buffer.from(buffer, byteOffset, byteLength)
  return {
    columns,
    placeOf(column) {
      // Columns that differ do so within their first doubles, nearly always: to compare all costs next to nothing.
      const there = columns.findIndex((other) => bytesOf(other).equals(bytesOf(column)))
      return there < 0 ? columns.push(column) - 1 : there
    },
  }
}
