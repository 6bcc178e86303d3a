import { firstWhere } from '../../electron/contract/bisect.ts'

/** Columns of one archive: ascending `times` in Unix ms and one array per channel, with NaN where there is no number. */
export interface Columns {
  times: Float64Array
  values: Float64Array[]
}

/**
 * Opens the blob of `readings.columns` or `sessions.columns`: `rows` doubles of times, then `rows` doubles a channel.
 * A blob of another length is an error, because a chart of shifted columns would show wrong values.
 */
export async function openColumns(blob: Blob, rows: number, channels: number): Promise<Columns> {
  const buffer = await blob.arrayBuffer()
  if (buffer.byteLength !== rows * (channels + 1) * 8) {
    throw new RangeError(`columns of ${buffer.byteLength} bytes for ${rows} rows and ${channels} channels`)
  }
  const column = (index: number) => new Float64Array(buffer, index * rows * 8, rows)
  return { times: column(0), values: Array.from({ length: channels }, (_, index) => column(index + 1)) }
}

/** Index of the first time at or after `ms`; `times.length` if there is none. */
export const firstAtOrAfter = (times: Float64Array, ms: number): number =>
  firstWhere(0, times.length, (row) => (times[row] as number) >= ms)

/** Index of the row nearest to `ms`, the earlier one of two equally near; -1 without rows. */
export function nearestRow(times: Float64Array, ms: number): number {
  if (times.length === 0) return -1
  const after = firstAtOrAfter(times, ms)
  if (after === 0) return 0
  if (after === times.length) return after - 1
  return (times[after] as number) - ms < ms - (times[after - 1] as number) ? after : after - 1
}

/** First and last time; null without rows. */
export function extentOf(times: Float64Array): { fromMs: number; toMs: number } | null {
  const fromMs = times[0]
  const toMs = times[times.length - 1]
  return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
}
