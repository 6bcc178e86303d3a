/** Times of the demo world. All in Unix ms, UTC; a `day` is the number of a UTC day since 1970-01-01. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The gas day begins at 10:00 Europe/Moscow, which has been UTC+3 without summer time since 2014. */
export const CONTRACT_START_MS = 7 * HOUR_MS

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** A span of UTC days, both ends included. */
export interface DaySpan {
  from: number
  to: number
}

/** The number of a `yyyy-mm-dd` day, or undefined where it is no day of the calendar. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined
  return ms / DAY_MS
}

export const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Day of the week, 0 = Sunday (1970-01-01 was a Thursday). */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/**
 * When something that comes back every `everyDays` last happened, strictly before `ms`; undefined before `firstMs`.
 * Cycles are counted from a fixed date, not from 'now': a restarted service shows the same past.
 */
export function lastOccurrence(ms: number, firstMs: number, everyDays: number): number | undefined {
  if (ms <= firstMs) return undefined
  const every = everyDays * DAY_MS
  return firstMs + (Math.ceil((ms - firstMs) / every) - 1) * every
}
