import { kthOf } from '../../kernel/statistics/select.ts'

/**
 * Thinning of an archive that is too long to send to the window: whole rows, one choice for all channels. The window
 * thins again, each channel by the pixels of its chart and at every zoom (renderer/charts/thin.ts).
 */

/**
 * The rows to keep, in order, so that at most `most` remain and no peak is lost; null when there are few enough already.
 * Rows are cut into equal runs. Of each run the rows with a channel's lowest, median and highest value stay, or its first
 * row where no channel has a number, so that a gap stays a gap. The window draws a band through them: with the ends
 * alone the median in it would be any value.
 */
export function rowsToKeep(values: readonly Float64Array[], rows: number, most: number): Int32Array | null {
  if (rows <= most) return null
  // Two places are taken: the first and the last row always stay.
  const runs = Math.max(1, Math.floor((most - 2) / Math.max(1, 3 * values.length)))
  const kept = new Set<number>([0, rows - 1])
  for (let run = 0; run < runs; run += 1) {
    const from = Math.floor((run * rows) / runs)
    const to = Math.floor(((run + 1) * rows) / runs)
    let any = false
    for (const column of values) {
      let least = -1
      let greatest = -1
      for (let row = from; row < to; row += 1) {
        const value = column[row] as number
        if (Number.isNaN(value)) continue
        if (least < 0 || value < (column[least] as number)) least = row
        if (greatest < 0 || value > (column[greatest] as number)) greatest = row
      }
      if (least < 0) continue
      any = true
      kept
        .add(least)
        .add(greatest)
        .add(medianRow(column, from, to))
    }
    if (!any && to > from) kept.add(from)
  }
  return Int32Array.from(kept).sort()
}

/** The row between `from` and `to` with the median of a column that has a number there; the lower of two in the middle. */
function medianRow(column: Float64Array, from: number, to: number): number {
  const numbers = column.subarray(from, to).filter((value) => !Number.isNaN(value))
  return column.indexOf(kthOf(numbers, (numbers.length - 1) >> 1), from)
}

/** The chosen rows of a column. */
export function picked(column: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) result[at] = column[rows[at] as number] as number
  return result
}
