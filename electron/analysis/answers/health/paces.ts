import { medianOf } from '../../kernel/statistics/select.ts'
import type { DailyMedians } from './daily-medians.ts'

/** How fast a level fell in stretches of some length: what the next such stretch may bring. */
export interface Pace {
  /** The length of the stretches, days. */
  days: number
  /** The steepest and the flattest of them, a day; a level that falls has negative ones. */
  fastest: number
  slowest: number
}

/** Shorter stretches tell of the noise, not of the battery. */
const LENGTHS = [30, 60, 90, 120, 180] as const
/** A stretch in which sessions are lacking may be so much longer. */
const MOST_TIMES = 1.5
/** Fewer are no choice. */
const LEAST = 10
/** Days on either side over which the ends of a stretch are smoothed. */
const SIDE = 3

/**
 * The extremes of each length that the series has at least ten stretches of. The interval of a slope takes the days for
 * independent of each other; frost and additional sessions last for weeks, and these tell what they did.
 */
export function pacesOf({ days, values }: DailyMedians): Pace[] {
  const smooth = Float64Array.from(values, (_, at) =>
    medianOf(values.subarray(Math.max(0, at - SIDE), Math.min(values.length, at + SIDE + 1))),
  )
  return LENGTHS.flatMap((length): Pace[] => {
    let [fastest, slowest, stretches, end] = [Infinity, -Infinity, 0, 0]
    for (let begin = 0; begin < days.length; begin++) {
      const from = days[begin] as number
      while (end < days.length && (days[end] as number) - from < length) end++
      if (end === days.length) break
      const lasts = (days[end] as number) - from
      if (lasts > length * MOST_TIMES) continue
      const pace = ((smooth[end] as number) - (smooth[begin] as number)) / lasts
      fastest = Math.min(fastest, pace)
      slowest = Math.max(slowest, pace)
      stretches++
    }
    return stretches < LEAST ? [] : [{ days: length, fastest, slowest }]
  })
}

/**
 * The pace of the longest stretches that fit into so many days; of the shortest where none fits. Null: there are none.
 */
export const paceFor = (paces: readonly Pace[], days: number): Pace | null =>
  paces.findLast((pace) => pace.days <= days) ?? paces[0] ?? null
