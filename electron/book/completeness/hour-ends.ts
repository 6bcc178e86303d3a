import { minuteOf, minutesOf, usualMinute } from './rhythm.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'

/**
 * When what a record covers ends, by its stamp. Clocks are some seconds off: hours are stamped at 10:59:58 and at 12:00:02,
 * which are the ends of two hours. All that a station's consumption is made of goes by these ends, and never by stamps.
 */

const LAST_MINUTE = 59

/**
 * The minute of the hour at which hourly records end; null where they lie anywhere. Stamps on both sides of a minute are
 * those of one minute, and those of the last minute of an hour end with the hour.
 */
export const endingMinute = (stampsMs: ArrayLike<number>): number | null => endingMinuteOf(minutesOf(stampsMs))

/** The same by the number of records at each minute, in order of the minutes. */
export function endingMinuteOf(counts: ReadonlyMap<number, number>): number | null {
  const usual = usualMinute(counts) ?? usualPair(counts)
  return usual === LAST_MINUTE ? 0 : usual
}

/** The first of two minutes in a row that are usual together. */
function usualPair(counts: ReadonlyMap<number, number>): number | null {
  for (const [minute, records] of counts) {
    const next = (minute + 1) % (LAST_MINUTE + 1)
    const together = new Map(counts).set(minute, records + (counts.get(next) ?? 0))
    together.delete(next)
    if (usualMinute(together) === minute) return minute
  }
  return null
}

/** A clock may be so many minutes off: a record as near to the end of an hour that has no other is that hour's record. */
const NEAR_MINUTES = 5

/** Minutes from the end of an hour to a stamp: 0 for its own minute, and one minute before it is nearer than one after. */
function minutesOff(stampMs: number, endMs: number): number {
  const minutes = Math.floor((stampMs - endMs) / MINUTE_MS)
  return minutes < 0 ? -minutes - 0.5 : minutes
}

/**
 * The end of the hour that each record closes, Unix ms, ascending: a stamp may lie up to five minutes off. Where an hour
 * has records in several minutes, only those of the nearest close it. The others, and those between the hours, keep their
 * stamps.
 * @param stampsMs ascending
 */
export function hourEnds(stampsMs: Float64Array, minute: number): Float64Array {
  const ends = stampsMs.slice()
  const ofMinuteMs = minute * MINUTE_MS
  const hourOf = (atMs: number) => Math.floor((atMs - ofMinuteMs + NEAR_MINUTES * MINUTE_MS) / HOUR_MS)
  for (let row = 0; row < ends.length;) {
    const hour = hourOf(stampsMs[row] as number)
    const endMs = hour * HOUR_MS + ofMinuteMs
    const first = row
    let nearest = Infinity
    for (; row < ends.length && hourOf(stampsMs[row] as number) === hour; row++)
      nearest = Math.min(nearest, minutesOff(stampsMs[row] as number, endMs))
    if (nearest > NEAR_MINUTES) continue
    for (let at = first; at < row; at++) if (minutesOff(stampsMs[at] as number, endMs) === nearest) ends[at] = endMs
  }
  return ends
}

/** Whether an end is that of an hour, and not the stamp of a record between the hours. */
export const isHourEnd = (endMs: number, minute: number): boolean => minuteOf(endMs) === minute

/** The end of what a record of a day or a month covers: seconds past the full hour are those of the clock. */
export const wholeMinute = (stampMs: number): number => Math.floor(stampMs / MINUTE_MS) * MINUTE_MS
