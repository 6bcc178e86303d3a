import { firstWhere } from '../../../contract/bisect.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../../kernel/statistics/select.ts'

/** How often a station reports. */

const WINDOW_MS = 60 * DAY_MS
/** Fewer distances make no rhythm, our own choice. */
const LEAST = 5
/** Sessions so near are one that was taken up again. */
const SAME_MS = 10 * MINUTE_MS

/**
 * The median distance of the sessions of the 60 days up to the last one, hours: a silence is no part of it. Null: too few.
 * @param atMs ascending
 */
export function rhythmHoursOf(atMs: Float64Array): number | null {
  const last = atMs.at(-1)
  if (last === undefined) return null
  const first = firstWhere(0, atMs.length, (row) => (atMs[row] as number) >= last - WINDOW_MS)
  const distances: number[] = []
  for (let row = first + 1; row < atMs.length; row++) {
    const distance = (atMs[row] as number) - (atMs[row - 1] as number)
    if (distance >= SAME_MS) distances.push(distance)
  }
  return distances.length < LEAST ? null : medianOf(distances) / HOUR_MS
}

/** A device may be so late: a share of its rhythm, and where nobody knows that, an hour. Our own choices. */
const LATE_SHARE = 0.25
const LEAST_LATE_MS = 15 * MINUTE_MS

/** How long after the moment it announced a session counts as missed, ms. */
export const lateMsOf = (rhythmHours: number | null): number =>
  rhythmHours === null ? HOUR_MS : Math.max(LEAST_LATE_MS, rhythmHours * HOUR_MS * LATE_SHARE)
