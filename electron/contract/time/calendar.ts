import type { Day, Span } from '../records.ts'
import { addDays, dayNumber, firstOfMonth } from './day.ts'
import { spanDays } from './span.ts'

/** Periods of the calendar. Weeks begin on Monday (ISO 8601), as both languages have them. */
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** 1970-01-01 was a Thursday. */
const weekday = (day: Day): number => (((dayNumber(day) + 3) % 7) + 7) % 7
const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1

function firstOf(period: Period, day: Day): Day {
  switch (period) {
    case 'day':
      return day
    case 'week':
      return addDays(day, -weekday(day))
    case 'month':
      return firstOfMonth(day)
    case 'quarter':
      return firstOfMonth(day, -(monthOf(day) % 3))
    case 'year':
      return firstOfMonth(day, -monthOf(day))
  }
}

const MONTHS = { month: 1, quarter: 3, year: 12 }
/** The first day of the period that is `steps` periods later. */
const later = (period: Period, first: Day, steps: number): Day =>
  period === 'day' || period === 'week' ? addDays(first, steps * (period === 'day' ? 1 : 7)) : firstOfMonth(first, steps * MONTHS[period])

/** The period of the calendar that a day lies in. */
export function periodAt(period: Period, day: Day): Span {
  const from = firstOf(period, day)
  return { from, to: addDays(later(period, from, 1), -1) }
}

/** The period that a span is exactly; null for any other span. A whole month is a month, whatever its length. */
export const periodOf = (span: Span): Period | null =>
  PERIODS.find((period) => {
    const { from, to } = periodAt(period, span.from)
    return from === span.from && to === span.to
  }) ?? null

/** The span before (-1) or after (1) a span: the next period where it is one, else as many days. */
export function neighbour(span: Span, direction: 1 | -1): Span {
  const period = periodOf(span)
  if (period) return periodAt(period, later(period, span.from, direction))
  const days = direction * spanDays(span)
  return { from: addDays(span.from, days), to: addDays(span.to, days) }
}
