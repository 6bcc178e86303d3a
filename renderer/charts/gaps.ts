import type { Columns } from './columns.ts'
import { withNanRows } from './nan-rows.ts'

/** If a step is longer than the usual one times this, records are missing in it. */
const LONGER_THAN_USUAL = 1.5
/** Most steps that are sampled, evenly over the archive: enough for the median. */
const MOST_STEPS = 4000
/** Share by which a step may differ and still count as the usual one: covers days of 23 to 25 hours and months of 28 to 31 days. */
const SAME_STEP = 0.15

/**
 * The usual step of an archive: the median of its steps, ms. Null below three rows, or when most steps differ from it:
 * an archive that writes on occasion has no usual step, and so no missing records.
 */
export function usualStep(times: Float64Array): number | null {
  if (times.length < 3) return null
  const every = Math.ceil((times.length - 1) / MOST_STEPS)
  const steps = Float64Array.from({ length: Math.floor((times.length - 2) / every) + 1 }, (_, index) => {
    const row = index * every + 1
    return (times[row] as number) - (times[row - 1] as number)
  })
  const sorted = steps.slice().sort()
  const median = sorted[sorted.length >> 1] as number
  if (!(median > 0)) return null
  let same = 0
  for (const step of steps) if (Math.abs(step - median) <= median * SAME_STEP) same++
  return same * 2 >= steps.length ? median : null
}

/**
 * Inserts a row of NaN wherever records are missing, so that a line through the columns stops there and does not bridge
 * what was never recorded.
 * @param stepMs the usual step; null: nothing is missing
 */
export function breakGaps(columns: Columns, stepMs: number | null): Columns {
  const { times } = columns
  const breaks = stepMs === null ? [] : rowsAfterGaps(times, stepMs * LONGER_THAN_USUAL)
  if (stepMs === null || breaks.length === 0) return columns
  return withNanRows(columns, breaks, (row) => (times[row - 1] as number) + stepMs)
}

function rowsAfterGaps(times: Float64Array, longestMs: number): number[] {
  const rows: number[] = []
  for (let row = 1; row < times.length; row++) {
    if ((times[row] as number) - (times[row - 1] as number) > longestMs) rows.push(row)
  }
  return rows
}
