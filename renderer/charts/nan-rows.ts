import type { Columns } from './columns.ts'

/** Columns with a row of NaN before each of `rows`, which ascend: no line leads over it. Its time is that of `timeOf`. */
export function withNanRows({ times, values }: Columns, rows: readonly number[], timeOf: (row: number) => number): Columns {
  return { times: spread(times, rows, timeOf), values: values.map((column) => spread(column, rows, () => NaN)) }
}

function spread(column: Float64Array, rows: readonly number[], fill: (row: number) => number): Float64Array {
  const out = new Float64Array(column.length + rows.length)
  let from = 0
  rows.forEach((row, nth) => {
    out.set(column.subarray(from, row), from + nth)
    out[row + nth] = fill(row)
    from = row
  })
  out.set(column.subarray(from), from + rows.length)
  return out
}
