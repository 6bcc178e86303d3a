import { firstWhere } from '../../../contract/bisect.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { Blocks } from './blocks.ts'
import type { Implied } from './factor.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { onceFor } from '../../kernel/once.ts'
import { dependsOn } from '../../kernel/part.ts'

/**
 * The implied conversion factor by days. Many correctors archive pressure and temperature of a moment beside the volumes of
 * an hour: then the formula fits no single hour, and only the day as a whole tells whether the device converts as it did.
 */

/** Days of which the median is taken, and how many of them must be there. */
const MEDIAN_DAYS = 20
const LEAST_DAYS = 7
/** Fewer hours with flow are no day. */
const LEAST_HOURS = 6
/** On so many of the days around, hours differ much from their day: more than the two ends of a fault. */
const NOISY_DAYS = 3
/** Deviations of the daily medians beyond which a day is unlike them. */
const SPREAD = 5
const AS_DEVIATION = 1.4826

/** How far a day lies off its usual ratio, a share with its sign; and the limit that it passed. */
interface DayOff {
  off: number
  limit: number
}

export interface ConversionDays {
  /** Hours around the day of a block differ so much that its pressure and temperature must be those of moments. */
  isOfMoments: (block: number) => boolean
  /** How far the day of a block is off; null: it is as usual, or has too few hours, or too few days lie before it. */
  offAt: (block: number) => DayOff | null
}

/** Days of six hours with flow and more, by UTC, ascending. */
interface Days {
  days: Int32Array
  /** The median of the ratio. */
  medians: Float64Array
  /** How far the ratio of the hour that is second farthest from the median lies off it, beyond its rounding; a share. */
  seconds: Float64Array
}

function daysOf({ timesMs }: ArchiveData, blocks: Blocks): Days {
  const { from, to, ratio, rounding } = blocks
  const [days, medians, seconds]: [number[], number[], number[]] = [[], [], []]
  const dayOf = (at: number) => dayNumberAt((timesMs[from[at] as number] as number) - 1)
  for (let at = 0; at < from.length;) {
    const [day, first] = [dayOf(at), at]
    let hours = 0
    for (; at < from.length && dayOf(at) === day; at++) hours += (to[at] as number) - (from[at] as number) + 1
    if (hours < LEAST_HOURS) continue
    const median = medianOf(ratio.subarray(first, at))
    let [farthest, second] = [0, 0]
    for (let place = first; place < at; place++) {
      const off = Math.abs((ratio[place] as number) / median - 1) - (rounding[place] as number)
      if (off > farthest) [farthest, second] = [off, farthest]
      else if (off > second) second = off
    }
    days.push(day)
    medians.push(median)
    seconds.push(second)
  }
  return { days: Int32Array.from(days), medians: Float64Array.from(medians), seconds: Float64Array.from(seconds) }
}

/** @param share from which on a ratio is off; hours that differ by half of it are noise */
export function conversionDays(data: StationData, { archive, blocks }: Implied, share: number): ConversionDays {
  const table = daysOf(archive, blocks)
  const { days, medians, seconds } = table
  const placeOf = (day: number) => firstWhere(0, days.length, (place) => (days[place] as number) >= day)
  const dayOf = (block: number) => dayNumberAt((archive.timesMs[blocks.from[block] as number] as number) - 1)
  const noisy = onceFor((day: number): boolean => {
    dependsOn(data, (day - MEDIAN_DAYS - 1) * DAY_MS)
    const [from, at] = [placeOf(day - MEDIAN_DAYS), placeOf(day)]
    let to = at
    // At the beginning of an archive the days after it tell what the days before it would.
    if (at - from < LEAST_DAYS) {
      dependsOn(data, day * DAY_MS, (day + MEDIAN_DAYS + 2) * DAY_MS)
      to = placeOf(day + MEDIAN_DAYS + 1)
    }
    let count = 0
    for (let place = from; place < to; place++) if (days[place] !== day && (seconds[place] as number) > share / 2) count++
    return count >= NOISY_DAYS
  })
  const off = onceFor((day: number): DayOff | null => {
    dependsOn(data, (day - MEDIAN_DAYS - 1) * DAY_MS)
    const at = placeOf(day)
    const before = medians.subarray(placeOf(day - MEDIAN_DAYS), at)
    if (days[at] !== day || before.length < LEAST_DAYS) return null
    const usual = medianOf(before)
    const spread = medianOf(before.map((ratio) => Math.abs(ratio / usual - 1))) * AS_DEVIATION
    const limit = Math.max(share, SPREAD * spread)
    const its = (medians[at] as number) / usual - 1
    return Math.abs(its) > limit ? { off: its, limit } : null
  })
  return { isOfMoments: (block) => noisy(dayOf(block)), offAt: (block) => off(dayOf(block)) }
}
