import { isOneMonth, type PeriodStep } from '../../../contract/overlaid.ts'
import type { Day, Span } from '../../../contract/records.ts'
import { addDays, dayNumber, firstOfMonth, isDay } from '../../../contract/time/day.ts'
import { spanDays } from '../../../contract/time/span.ts'

/** Periods that are laid over each other, and the day of the axis that each of their days lies on. */

interface AlignedPeriod {
  /** Null where its days do not exist: 29 February alone, in another year. */
  span: Span | null
  /** The day of the axis for a day of the period. */
  axisDay: (day: Day) => Day
}
export interface Aligned {
  /** First and last day of the axis. */
  axis: Span
  periods: AlignedPeriod[]
}

/** The span and the periods before it, `count` in all, each with the day of the axis for its days. */
export function alignedPeriods(span: Span, count: number, step: PeriodStep): Aligned {
  const earlier = Array.from({ length: count }, (_, back) => back)
  if (step === 'year') return byYears(span, earlier)
  return isOneMonth(span) ? byMonths(span, earlier) : byLength(span, earlier)
}

/** Lays the same days of other years over the span. The axis has 29 February where any of the periods has it. */
function byYears(span: Span, earlier: readonly number[]): Aligned {
  const spans = earlier.map((back) => yearsLater(span, -back))
  const leap = spans.findIndex((one) => one !== null && hasLeapDay(one))
  const reference = Math.max(0, leap)
  return {
    axis: yearsLater(span, -reference) ?? span,
    // A period's own years to those of the reference.
    periods: spans.map((one, back) => ({ span: one, axisDay: (day) => sameDay(day, back - reference) ?? day })),
  }
}

/** Whole calendar months, by the day of the month; the axis has the days of the longest. */
function byMonths(span: Span, earlier: readonly number[]): Aligned {
  const spans = earlier.map((back) => {
    const from = firstOfMonth(span.from, -back)
    return { from, to: addDays(firstOfMonth(from, 1), -1) }
  })
  const axis = spans.reduce((longest, one) => (spanDays(one) > spanDays(longest) ? one : longest), span)
  return { axis, periods: spans.map((one) => ({ span: one, axisDay: shifted(one.from, axis.from) })) }
}

/** Spans of the same length: weeks lie on each other by the day of the week. */
function byLength(span: Span, earlier: readonly number[]): Aligned {
  const days = spanDays(span)
  const spans = earlier.map((back) => ({ from: addDays(span.from, -back * days), to: addDays(span.to, -back * days) }))
  return { axis: span, periods: spans.map((one) => ({ span: one, axisDay: shifted(one.from, span.from) })) }
}

const shifted = (from: Day, to: Day) => {
  const days = dayNumber(to) - dayNumber(from)
  return (day: Day) => addDays(day, days)
}

/** The day of the same name in another year; null for 29 February in a year that has none. */
function sameDay(day: Day, years: number): Day | null {
  const other = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  return isDay(other) ? other : null
}

/** A span that begins or ends on a 29 February lacks that day in other years, and ends with February where it is its whole. */
function yearsLater({ from, to }: Span, years: number): Span | null {
  if (isOneMonth({ from, to })) {
    const first = firstOfMonth(from, 12 * years)
    return { from: first, to: addDays(firstOfMonth(first, 1), -1) }
  }
  const span = {
    from: sameDay(from, years) ?? firstOfMonth(from, 12 * years + 1),
    to: sameDay(to, years) ?? addDays(firstOfMonth(to, 12 * years + 1), -1),
  }
  return span.from <= span.to ? span : null
}

function hasLeapDay({ from, to }: Span): boolean {
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const day = `${String(year).padStart(4, '0')}-02-29`
    if (isDay(day) && from <= day && day <= to) return true
  }
  return false
}
