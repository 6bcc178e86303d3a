import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

/** How old data may grow: one rule for each kind. Moments in Unix ms. */

/** A list that was read to its end longer ago than this is read again after a sign-in. */
export const LISTS_OLD_MS = 12 * HOUR_MS

/** A directory that was read within this is not read again by another download. */
export const DIRECTORY_FRESH_MS = 15 * MINUTE_MS

/** Days of which more may come are asked for once a day: true while the last answer for them still counts. */
export const isFresh = (fetchedMs: number, nowMs: number): boolean => Math.abs(nowMs - fetchedMs) < DAY_MS

/** The latest moment at which something is believed to have been: clocks are at most a day apart. Unix ms. */
export const latestMs = (nowMs: number): number => nowMs + DAY_MS

/**
 * How silent a station is: its daily session is late after three days, and it counts as lost after a month; 'never' where no
 * session is known. One that has not been yet has a wrong stamp, and tells nothing.
 */
export function silenceOf(lastMs: number | null, nowMs: number): 'none' | 'late' | 'lost' | 'never' {
  if (lastMs === null || lastMs > latestMs(nowMs)) return 'never'
  const days = (nowMs - lastMs) / DAY_MS
  return days > 30 ? 'lost' : days > 3 ? 'late' : 'none'
}

/** An alarm that is not older than this is news. */
export const RECENT_ALARM_MS = 30 * DAY_MS
