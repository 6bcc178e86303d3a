import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { firstAtOrAfter } from '../columns.ts'

/**
 * One channel, a bucket a pixel: lowest, median and highest of the records in it. `run` counts up where a gap (NaN)
 * lies before a bucket, so that nothing is drawn over what was never recorded. Arrays of one length, buckets without a
 * number left out.
 */
export interface Band {
  /** Pixels from the left edge of the span. */
  pixel: Int32Array
  low: Float64Array
  median: Float64Array
  high: Float64Array
  run: Int32Array
}

/** With more records a pixel than this, a line is a solid block: a band shows more. */
const RECORDS_A_PIXEL = 2

/** True where a channel is to be drawn as a band: its records crowd in this span. */
export function isCrowded(times: Float64Array, span: TimeSpan, pixels: number): boolean {
  const records = firstAtOrAfter(times, span.toMs) - firstAtOrAfter(times, span.fromMs)
  return records > RECORDS_A_PIXEL * Math.max(1, pixels)
}

/** Lowest, median and highest of a channel in each pixel of a span; the records of the span alone. */
export function bandOf(times: Float64Array, values: Float64Array, span: TimeSpan, pixels: number): Band {
  const from = firstAtOrAfter(times, span.fromMs)
  const to = firstAtOrAfter(times, span.toMs + 1)
  const most = Math.min(pixels, to - from)
  const band = {
    pixel: new Int32Array(most),
    low: new Float64Array(most),
    median: new Float64Array(most),
    high: new Float64Array(most),
    run: new Int32Array(most),
  }
  const scale = pixels / Math.max(1, span.toMs - span.fromMs)
  const held = new Float64Array(to - from)
  let length = 0
  let count = 0
  let pixel = -1
  let run = 0
  /** Something is missing since the last number. */
  let broken = false

  const close = () => {
    if (count === 0) return
    sortFirst(held, count)
    band.pixel[length] = pixel
    band.low[length] = held[0] as number
    // Takes the lower of the two values in the middle when their number is even: a value that was measured.
    band.median[length] = held[(count - 1) >> 1] as number
    band.high[length] = held[count - 1] as number
    band.run[length] = run
    length++
    count = 0
  }
  for (let row = from; row < to; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) {
      broken = true
      continue
    }
    const now = Math.min(pixels - 1, Math.floor(((times[row] as number) - span.fromMs) * scale))
    if (now !== pixel) {
      close()
      // A gap within a pixel, or between two neighbours, is too narrow to be seen.
      if (broken && length > 0 && now - pixel > 1) run++
      pixel = now
    }
    broken = false
    held[count++] = value
  }
  close()
  return cut(band, length)
}

/** A call of the runtime's sort takes longer than this many values take by insertion. */
const FEW = 24

/** Sorts the first values of an array in place. */
function sortFirst(values: Float64Array, count: number): void {
  if (count > FEW) {
    values.subarray(0, count).sort()
    return
  }
  for (let at = 1; at < count; at++) {
    const value = values[at] as number
    let to = at
    for (; to > 0 && (values[to - 1] as number) > value; to--) values[to] = values[to - 1] as number
    values[to] = value
  }
}

function cut(band: Band, length: number): Band {
  return {
    pixel: band.pixel.subarray(0, length),
    low: band.low.subarray(0, length),
    median: band.median.subarray(0, length),
    high: band.high.subarray(0, length),
    run: band.run.subarray(0, length),
  }
}
