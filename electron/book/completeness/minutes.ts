import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'

/** Records by the minute of the hour in which they are stamped. */

/** An archive has a minute of its own when at least this share of its records is stamped at that minute. */
export const USUAL_SHARE = 0.6
export const MINUTES_AN_HOUR = HOUR_MS / MINUTE_MS

/** The minute of the hour that a moment lies in, 0 to 59. */
export const minuteOf = (atMs: number): number => {
  const minute = Math.floor(atMs / MINUTE_MS) % MINUTES_AN_HOUR
  return minute < 0 ? minute + MINUTES_AN_HOUR : minute
}

/** Records by minute of the hour, in order of the minutes. */
export function minutesOf(times: ArrayLike<number>): Map<number, number> {
  const counts = new Int32Array(MINUTES_AN_HOUR)
  for (let at = 0; at < times.length; at++) {
    const minute = minuteOf(times[at] as number)
    counts[minute] = (counts[minute] as number) + 1
  }
  return new Map([...counts.entries()].filter(([, records]) => records > 0))
}

/** The minute at which most of some records are stamped; 0 where there are none, null where they lie anywhere. */
export function usualMinute(counts: ReadonlyMap<number, number>): number | null {
  let all = 0
  let usual = 0
  for (const [minute, records] of counts) {
    all += records
    if (records > (counts.get(usual) ?? 0)) usual = minute
  }
  return (counts.get(usual) ?? 0) >= all * USUAL_SHARE ? usual : null
}
