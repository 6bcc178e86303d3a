import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { firstAtOrAfter } from './columns.ts'

/** Most points of a pixel column: first, lowest, highest and last on each side of one break, and a second break. */
const POINTS_A_PIXEL = 10
/** In a pixel column with more records than this, the stroke from lowest to highest covers the first and the last. */
const CROWD = 8

/**
 * Thins one channel to what the screen can show: of each pixel column the lowest and the highest point, the first and
 * the last too where there are few, and a break (NaN) where a value is missing. A line through the result covers the
 * same pixels as a line through all points: no peak is lost and no gap is bridged, whatever the zoom. One point beyond
 * each edge is kept, so that lines run to the edge.
 *
 * @returns time and value alternately, as ECharts takes them (`Float64Array`, two doubles a point)
 */
export function thinChannel(times: Float64Array, values: Float64Array, span: TimeSpan, pixels: number): Float64Array {
  const from = Math.max(0, firstAtOrAfter(times, span.fromMs) - 1)
  const to = Math.min(times.length, firstAtOrAfter(times, span.toMs) + 1)
  const pixelMs = Math.max((span.toMs - span.fromMs) / Math.max(1, pixels), Number.MIN_VALUE)
  const out = room(2 * Math.max(0, Math.min(to - from, POINTS_A_PIXEL * (pixels + 3))))
  let length = 0
  let first = -1
  let low = -1
  let high = -1
  let last = -1
  let crowd = 0

  const put = (row: number) => {
    out[length++] = times[row] as number
    out[length++] = values[row] as number
  }
  const putBreak = (row: number) => {
    if (length > 0 && !Number.isNaN(out[length - 1])) put(row)
  }
  const flush = () => {
    if (first < 0) return
    const early = Math.min(low, high)
    const late = Math.max(low, high)
    const few = crowd <= CROWD
    if (few || early === first) put(first)
    if (early > first) put(early)
    if (late > early && late > first) put(late)
    if (few && last > late) put(last)
    first = -1
  }

  let pixel = NaN
  let broken = false
  for (let row = from; row < to; row++) {
    const value = values[row] as number
    const rowPixel = Math.floor(((times[row] as number) - span.fromMs) / pixelMs)
    if (rowPixel !== pixel) {
      flush()
      if (row > from && Number.isNaN(values[row - 1])) putBreak(row - 1)
      pixel = rowPixel
      broken = false
    }
    if (Number.isNaN(value)) {
      if (broken) continue
      flush()
      putBreak(row)
      broken = true
    } else if (first < 0) {
      first = row
      low = row
      high = row
      last = row
      crowd = 1
    } else {
      crowd++
      if (value < (values[low] as number)) low = row
      if (value > (values[high] as number)) high = row
      last = row
    }
  }
  flush()
  return out.slice(0, length)
}

/** Room for points, shared by all channels: allocated anew it would be most of the garbage of a zoomed chart. */
let shared = new Float64Array(0)
function room(length: number): Float64Array {
  if (shared.length < length) shared = new Float64Array(length)
  return shared
}

/**
 * Points with a break on both sides, in the layout of `thinChannel`: a line cannot show them, so they are drawn as dots.
 * Only those after `fromMs`: a record at the beginning of a span belongs to the span before.
 */
export function lonePoints(points: Float64Array, fromMs: number): Float64Array {
  const lone: number[] = []
  for (let at = 0; at < points.length; at += 2) {
    if (Number.isNaN(points[at + 1]) || (points[at] as number) <= fromMs) continue
    const openBefore = at === 0 || Number.isNaN(points[at - 1])
    const openAfter = at + 2 >= points.length || Number.isNaN(points[at + 3])
    if (openBefore && openAfter) lone.push(points[at] as number, points[at + 1] as number)
  }
  return Float64Array.from(lone)
}
