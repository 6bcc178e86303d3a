import { firstWhere } from '../../electron/contract/bisect.ts'

/** Columns of one archive as the contract sends them: `times` in Unix ms, ascending; one Float64Array a channel, NaN = no number. */
export interface Columns {
  times: Float64Array
  values: Float64Array[]
}

/**
 * Opens the blob of `readings.columns` or `sessions.columns`: `rows` doubles of times, then `rows` doubles a channel.
 * A blob of another length is an error, for a chart of shifted columns would lie.
 */
export async function openColumns(blob: Blob, rows: number, channels: number): Promise<Columns> {
  const buffer = await blob.arrayBuffer()
  if (buffer.byteLength !== rows * (channels + 1) * 8) {
    throw new RangeError(`columns of ${buffer.byteLength} bytes for ${rows} rows and ${channels} channels`)
  }
  const column = (index: number) => new Float64Array(buffer, index * rows * 8, rows)
  return { times: column(0), values: Array.from({ length: channels }, (_, index) => column(index + 1)) }
}

/** Index of the first time that is not before `ms`; `times.length` when all are. */
export const firstAtOrAfter = (times: Float64Array, ms: number): number =>
  firstWhere(0, times.length, (row) => (times[row] as number) >= ms)

/** Index of the row nearest to `ms`, the earlier of two that are as near; -1 when there is none. */
export function nearestRow(times: Float64Array, ms: number): number {
  if (times.length === 0) return -1
  const after = firstAtOrAfter(times, ms)
  if (after === 0) return 0
  if (after === times.length) return after - 1
  return (times[after] as number) - ms < ms - (times[after - 1] as number) ? after : after - 1
}

/** First and last time; null when there is no row. */
export function extentOf(times: Float64Array): { fromMs: number; toMs: number } | null {
  const fromMs = times[0]
  const toMs = times[times.length - 1]
  return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
}
