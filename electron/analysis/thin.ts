/** Thinning for pictures: what a chart of so many points could show at all. */

/**
 * Row numbers to keep, in order, so that at most `most` rows remain and no peak is lost: rows are cut into equal
 * runs, and of each run the rows that hold a channel's least and greatest value stay, with the run's first row
 * where no channel has a number (so that a gap stays a gap). Null when there are few enough already.
 */
export function rowsToKeep(values: readonly Float64Array[], rows: number, most: number): Int32Array | null {
  if (rows <= most) return null
  // The first and the last row stay in any case.
  const runs = Math.max(1, Math.floor((most - 2) / Math.max(1, 2 * values.length)))
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
      kept.add(least).add(greatest)
    }
    if (!any && to > from) kept.add(from)
  }
  return Int32Array.from(kept).sort()
}

/** The chosen rows of a column. */
export function picked(column: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) result[at] = column[rows[at] as number] as number
  return result
}
