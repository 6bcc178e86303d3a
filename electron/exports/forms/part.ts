import type { Day } from '../../contract/records.ts'
import { addDays, dayNumber } from '../../contract/time/day.ts'
import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'

/** Gas days, both included, and the moments at which they begin and end: what happens at `toMs` belongs to the next day. */
export interface PartSpan extends TimeSpan {
  from: Day
  to: Day
  days: number
}

/**
 * The gas days that were asked for; an open end reaches as far as the book does.
 * @param held from the first to the last moment that the book has; null: nothing
 * @returns null where there is nothing to show and nothing was asked for
 */
export function spanOfPart(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  gas: GasClock,
  held: TimeSpan | null,
): PartSpan | null {
  const first = from ?? (held && gasDayAt(held.fromMs, gas))
  const last = to ?? (held && gasDayAt(held.toMs, gas))
  if (first === null || last === null || last < first) return null
  return {
    from: first,
    to: last,
    days: dayNumber(addDays(last, 1)) - dayNumber(first),
    ...gasDaySpan(first, last, gas),
  }
}

/**
 * The days that a form is of. What is logged has a time and a day of the calendar, as the form prints them; of a form of the
 * user's own the days stay gas days.
 */
export const daysOfForm = (form: string): { days?: 'calendar' } => (form === 'events' ? { days: 'calendar' } : {})
