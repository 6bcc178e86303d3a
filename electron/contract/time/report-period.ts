import type { ReportPeriod } from '../form-words.ts'
import type { Span } from '../records.ts'
import { neighbour, periodAt } from './calendar.ts'
import { gasDayAt, type GasClock } from './gas-day.ts'

/**
 * The gas days of a period that moves with the calendar. Today is the gas day that `nowMs` lies in: before the contract
 * hour it is the day before, and at the first of a month 'last month' is then the month before that.
 * Null for `fixed`: its days are those that were chosen.
 */
export function reportSpan(period: ReportPeriod, gas: GasClock, nowMs: number): Span | null {
  const today = gasDayAt(nowMs, gas)
  switch (period) {
    case 'yesterday':
      return neighbour(periodAt('day', today), -1)
    case 'last-week':
      return neighbour(periodAt('week', today), -1)
    case 'last-month':
      return neighbour(periodAt('month', today), -1)
    case 'this-month':
      // To yesterday: the gas day that goes on would look like one with holes.
      return monthSoFar(neighbour(periodAt('day', today), -1), periodAt('month', today))
    case 'last-year':
      return neighbour(periodAt('year', today), -1)
    case 'fixed':
      return null
  }
}

/** At the first day of a month there is only the day itself. */
const monthSoFar = ({ to: yesterday }: Span, month: Span): Span => ({
  from: month.from,
  to: yesterday < month.from ? month.from : yesterday,
})
