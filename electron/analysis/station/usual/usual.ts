import { firstWhere } from '../../../contract/bisect.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { hourEndMs, placeFrom } from '../../kernel/grids/periods.ts'
import { dependsOn } from '../../kernel/part.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { Daily, Hourly } from '../facts/amounts.ts'
import type { Columns } from '../facts/columns.ts'

/** The usual use of a station: the ground of every price of a hole. */

export interface Usual {
  /**
   * The usual use of the hour that ends at a moment, m³: the median of the last four weeks before it that have the same
   * hour of the week, else of the last days before it by their records; null where both are too few.
   */
  hourAt: (endMs: number) => number | null
  /** The usual use from one moment to another, m³; null where an hour of it has no usual consumption. */
  between: (fromMs: number, toMs: number) => number | null
}

const HOURS_A_DAY = 24
const WEEK = 7 * HOURS_A_DAY
const WEEKS = 4
/** Over a long hole the weeks before it count, as far back as this. */
const MOST_WEEKS = 53
const MOST_MS = MOST_WEEKS * WEEK * HOUR_MS
/** Days after a change in which what is usual may be other than before. */
export const USUAL_FOR_DAYS: number = MOST_WEEKS * 7 + 1
const DAYS = 28
/** Fewer numbers than this make no median. */
const LEAST_WEEKS = 2
const LEAST_DAYS = 7

interface Amounts {
  hourly: Hourly | null
  daily: Daily | null
  /** An archive of days tells what passed, though there may be none of its records here. */
  hasDays: boolean
}

/** By its hours, else by its days. Later records do not count. */
export function usualOf(columns: Columns, { hourly, daily, hasDays }: Amounts): Usual {
  const [hours, days] = [byHours(columns, hourly), byDays(columns, daily, hasDays)]
  const hourAt = (endMs: number) => hours(endMs) ?? days(endMs)
  const between = (fromMs: number, toMs: number) => {
    let sum = 0
    const endMs = hourly ? hourEndMs(hourly.grid, placeFrom(hourly.grid, fromMs + 1)) : fromMs + HOUR_MS
    for (let atMs = endMs; atMs <= toMs; atMs += HOUR_MS) {
      const usual = hourAt(atMs)
      if (usual === null) return null
      sum += usual
    }
    return sum
  }
  return { hourAt, between }
}

function byHours({ data, archive }: Columns, hourly: Hourly | null): Usual['hourAt'] {
  const hasHours = archive('hourly') !== null
  return (endMs) => {
    if (!hourly) {
      // A part without any hour says nothing of the others.
      if (hasHours) dependsOn(data, endMs - MOST_MS)
      return null
    }
    const { grid, m3 } = hourly
    const place = placeFrom(grid, endMs)
    const found: number[] = []
    for (let week = 1; week <= MOST_WEEKS && found.length < WEEKS; week++) {
      const before = place - week * WEEK
      dependsOn(data, endMs - week * WEEK * HOUR_MS - HOUR_MS)
      if (before < 0) break
      const value = m3[before] ?? NaN
      if (!Number.isNaN(value)) found.push(value)
    }
    return found.length >= LEAST_WEEKS ? medianOf(found) : null
  }
}

function byDays({ data }: Columns, daily: Daily | null, hasDays: boolean): Usual['hourAt'] {
  /** By the last day that counts and the day of the hour. */
  const known = new Map<string, number | null>()
  const usualUpTo = ({ grid, m3 }: Daily, last: number, sinceMs: number): number | null => {
    const found: number[] = []
    for (let place = last; place >= 0 && found.length < DAYS && (grid.toMs[place] as number) >= sinceMs; place--) {
      const value = m3[place] as number
      if (!Number.isNaN(value)) found.push(value)
    }
    if (found.length < DAYS) dependsOn(data, sinceMs)
    return found.length >= LEAST_DAYS ? medianOf(found) / HOURS_A_DAY : null
  }
  return (endMs) => {
    const sinceMs = dayNumberAt(endMs) * DAY_MS - MOST_MS
    if (!daily) {
      // A part without any day says nothing of the others.
      if (hasDays) dependsOn(data, sinceMs)
      return null
    }
    const { toMs } = daily.grid
    const last = firstWhere(0, toMs.length, (place) => (toMs[place] as number) > endMs - HOUR_MS) - 1
    const key = `${last} ${sinceMs}`
    let usual = known.get(key)
    if (usual === undefined) {
      usual = usualUpTo(daily, last, sinceMs)
      known.set(key, usual)
    }
    return usual
  }
}
