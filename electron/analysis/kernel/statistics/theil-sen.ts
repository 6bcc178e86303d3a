import { kthOf, middleOf } from './select.ts'

/**
 * The slope of a series by Theil (1950) and Sen (1968): the median of the slopes of all pairs. A third of the values may be
 * wild without moving it. Its interval is Sen's, by the variance of Kendall's S with ties; it takes the days for
 * independent of each other, so it is narrower than a season would allow.
 */
export interface TheilSen {
  /** Per unit of `at`. */
  slope: number
  /** Ends of the confidence interval of the slope. */
  low: number
  high: number
  /** The median of `value - slope * at`. */
  intercept: number
}

/** 99 %, two-sided: a forecast sends somebody on the road. */
const Z = 2.576
/** Up to so many points every pair counts; of more, as many pairs as these have, evenly taken. */
const EXACT = 400
const MOST_PAIRS = (EXACT * (EXACT - 1)) / 2

/** @param at ascending, without repetition. Null with fewer than two points. */
export function theilSen(at: Float64Array, values: Float64Array): TheilSen | null {
  const points = at.length
  if (points < 2) return null
  const slopes = slopesOf(at, values)
  const pairs = (points * (points - 1)) / 2
  const half = (Z * Math.sqrt(kendallVariance(values)) * slopes.length) / pairs
  const rank = (place: number) => kthOf(slopes, Math.min(slopes.length - 1, Math.max(0, Math.round(place))))
  const slope = middleOf(slopes)
  const low = rank((slopes.length - half) / 2 - 1)
  const high = rank((slopes.length + half) / 2)
  const rest = Float64Array.from(values, (value, place) => value - slope * (at[place] as number))
  return { slope, low, high, intercept: middleOf(rest) }
}

function slopesOf(at: Float64Array, values: Float64Array): Float64Array {
  const points = at.length
  const pairs = (points * (points - 1)) / 2
  const every = Math.ceil(pairs / MOST_PAIRS)
  const slopes = new Float64Array(Math.ceil(pairs / every))
  let pair = 0
  let taken = 0
  for (let one = 0; one < points; one++) {
    for (let other = one + 1; other < points; other++, pair++) {
      if (every > 1 && pair % every !== 0) continue
      slopes[taken++] = ((values[other] as number) - (values[one] as number)) / ((at[other] as number) - (at[one] as number))
    }
  }
  return slopes.subarray(0, taken)
}

/** The variance of Kendall's S, corrected for ties: equal values tell nothing of a trend. */
function kendallVariance(values: Float64Array): number {
  const term = (n: number) => n * (n - 1) * (2 * n + 5)
  const ties = new Map<number, number>()
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1)
  let variance = term(values.length)
  for (const count of ties.values()) variance -= term(count)
  return variance / 18
}
