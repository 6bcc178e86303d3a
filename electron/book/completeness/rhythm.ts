import { recordPeriod } from '../../contract/archives.ts'
import { closingHour, type GasClock } from '../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'

/**
 * How often an archive writes a record. Hours are due at one minute of every hour; days and months where they close, by
 * a clock of their own. Null where nothing tells it: then no record is known to be missing.
 */
export type Rhythm = { every: 'hour'; minute: number } | { every: 'day' | 'month'; clock: GasClock } | null

/** Of fewer records than this share at one minute, no minute is the archive's own. */
const USUAL_SHARE = 0.6
const MINUTES_AN_HOUR = HOUR_MS / MINUTE_MS

/** The minute of the hour that a moment lies in, 0 to 59. */
export const minuteOf = (atMs: number): number => {
  const minute = Math.floor(atMs / MINUTE_MS) % MINUTES_AN_HOUR
  return minute < 0 ? minute + MINUTES_AN_HOUR : minute
}

/** Records by minute of the hour. */
export function minutesOf(times: ArrayLike<number>): Map<number, number> {
  const counts = new Int32Array(MINUTES_AN_HOUR)
  for (let at = 0; at < times.length; at++) {
    const minute = minuteOf(times[at] as number)
    counts[minute] = (counts[minute] as number) + 1
  }
  return new Map([...counts.entries()].filter(([, records]) => records > 0))
}

/** The minute at which an hourly archive writes; 0 of an empty one, null where its records lie anywhere. */
export function usualMinute(counts: ReadonlyMap<number, number>): number | null {
  let all = 0
  let usual = 0
  for (const [minute, records] of counts) {
    all += records
    if (records > (counts.get(usual) ?? 0)) usual = minute
  }
  return (counts.get(usual) ?? 0) >= all * USUAL_SHARE ? usual : null
}

/**
 * The rhythm of an archive.
 * @param times of all its records, Unix ms, ascending
 * @param asked the zone and the contract hour of the reader: an archive of days without any record closes them then
 */
export function rhythmOf(archiveType: string, times: Float64Array, asked: GasClock): Rhythm {
  const every = recordPeriod(archiveType)
  if (every === null) return null
  if (every !== 'hour')
    return { every, clock: { zone: asked.zone, contractHour: closingHour(times, asked.zone) ?? asked.contractHour } }
  const minute = usualMinute(minutesOf(times))
  return minute === null ? null : { every, minute }
}
