import type { Day } from '../records.ts'
import { DAY_MS } from './units.ts'

/** Arithmetic on days (`yyyy-mm-dd`) as the service counts them: by the calendar, in no time zone. */

/** The UTC midnight with which a day begins, Unix ms; NaN for a text that is no day. */
export const utcMidnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** True for the text of a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(utcMidnight(text)) && dayAt(utcMidnight(text)) === text

/**
 * The first and the last day that may be asked for and that a list of days may have: of each there is something to say, so
 * there must not be millions.
 */
export const FIRST_DAY: Day = '1970-01-01'
export const LAST_DAY: Day = '2199-12-31'

/** Days since 1970-01-01. */
export function dayNumber(day: Day): number {
  let number = numbers.get(day)
  if (number === undefined) {
    if (numbers.size >= MOST_NAMED) numbers.clear()
    number = Math.round(utcMidnight(day) / DAY_MS)
    numbers.set(day, number)
  }
  return number
}
const numbers = new Map<Day, number>()

/** The number of the UTC day that holds a moment. */
export const dayNumberAt = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** The day with a number. */
export function dayOf(number: number): Day {
  let day = named.get(number)
  if (day === undefined) {
    if (named.size >= MOST_NAMED) named.clear()
    day = new Date(number * DAY_MS).toISOString().slice(0, 10)
    named.set(number, day)
  }
  return day
}
/** Judging names the same few thousand days again and again: a Date each time would be most of its work. */
const named = new Map<number, Day>()
const MOST_NAMED = 40_000

/** The UTC day that holds a moment. */
export const dayAt = (atMs: number): Day => dayOf(dayNumberAt(atMs))

export const addDays = (day: Day, days: number): Day => dayOf(dayNumber(day) + days)

/** The first day of a day's month, or of the month so many months later. */
export function firstOfMonth(day: Day, months = 0): Day {
  const date = new Date(utcMidnight(day))
  return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
}

/**
 * The moment at which a day (its number) is over everywhere on Earth, UTC-12 being last: the service does not say in
 * which zone its days are, so until then more records of the day may come.
 */
export const endOfDayMs = (number: number): number => (number + 1.5) * DAY_MS

/** The number of the last day that is over everywhere on Earth. */
export const lastDayOver = (nowMs: number): number => Math.floor(nowMs / DAY_MS - 1.5)
