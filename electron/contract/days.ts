import type { Day, Span } from './records.ts'

/** Arithmetic on the service's day strings (`yyyy-mm-dd`, metering-data-api.md 'General rules' 4). Pure, UTC, no time zones. */

export const DAY_MS = 86_400_000

/** Days since 1970-01-01. */
export function dayNumber(day: Day): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

export function dayOf(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** The UTC day that holds a moment, Unix ms. */
export function dayAt(atMs: number): Day {
  return dayOf(Math.floor(atMs / DAY_MS))
}

export function addDays(day: Day, days: number): Day {
  return dayOf(dayNumber(day) + days)
}

/** Days in a closed span; 1 for a single day. */
export function spanDays(span: Span): number {
  return dayNumber(span.to) - dayNumber(span.from) + 1
}

/** The spans of at most `days` days that make up `span`, newest first. */
export function splitNewestFirst(span: Span, days: number): Span[] {
  const parts: Span[] = []
  for (let to = span.to; to >= span.from; to = addDays(parts.at(-1)?.from ?? to, -1)) {
    const from = addDays(to, 1 - days)
    parts.push({ from: from < span.from ? span.from : from, to })
  }
  return parts
}

/** The two halves of a span, newest first; undefined for a single day, which cannot be halved. */
export function halve(span: Span): [Span, Span] | undefined {
  const days = spanDays(span)
  if (days < 2) return undefined
  const middle = addDays(span.from, Math.floor(days / 2))
  return [
    { from: middle, to: span.to },
    { from: span.from, to: addDays(middle, -1) },
  ]
}

/** The days two spans share. */
export function overlap(a: Span, b: Span): Span | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}

/**
 * True once a day is over everywhere on Earth (UTC-12 is last): the service does not say in which zone
 * its days are, so until then more records of the day may come.
 */
export function isDayOver(day: Day, nowMs: number): boolean {
  return isDayNumberOver(dayNumber(day), nowMs)
}

/** The same of a day's number since 1970-01-01. */
export function isDayNumberOver(number: number, nowMs: number): boolean {
  return endOfDayMs(number) <= nowMs
}

/** The moment at which a day (its number since 1970-01-01) is over everywhere on Earth, Unix ms. */
export function endOfDayMs(number: number): number {
  return (number + 1.5) * DAY_MS
}
