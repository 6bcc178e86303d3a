import { firstWhere } from '../../../contract/bisect.ts'
import { addHours, hoursDueIn, hoursTold, NO_HOURS, type KnownHours } from '../../../contract/known-hours.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { Ledger, LedgerDay, LedgerFill } from './ledger.ts'
import type { Step } from './steps.ts'

/** The gas that one station let pass in a period. */
export interface StepSum {
  /** m³; null: no number at all. */
  m3: number | null
  hours: KnownHours
  abnormalHours: number
  /** Null: nobody can tell. */
  substituteHours: number | null
}

const HOURS = ['received', 'byCounter', 'byDaily', 'unknown'] as const

/**
 * Sums of a ledger by period: its days, and the holes between them that a counter fills and the period holds whole.
 * @param due the time in which hours are due; absent: that of its days
 */
export function summing({ days, fills }: Ledger, due?: TimeSpan): (step: Step) => StepSum {
  const numbers = sumsOf(days, ({ m3 }) => m3 ?? 0)
  const counts = sumsOf(days, ({ m3 }) => (m3 === null ? 0 : 1))
  const abnormal = sumsOf(days, ({ abnormalMinutes }) => abnormalMinutes)
  const substitute = sumsOf(days, ({ substituteMinutes }) => substituteMinutes ?? 0)
  const tellsSubstitute = days.some(({ substituteMinutes }) => substituteMinutes !== null)
  const hours = HOURS.map((key) => [key, sumsOf(days, (one) => one[key])] as const)
  const place = (day: string) => firstWhere(0, days.length, (at) => (days[at]?.day ?? '') >= day)
  const after = (day: string) => firstWhere(0, days.length, (at) => (days[at]?.day ?? '') > day)
  return ({ from, to, fromMs, toMs }) => {
    const [first, end] = [place(from), after(to)]
    const between = (sums: Float64Array) => (sums[end] as number) - (sums[first] as number)
    const filled = fills.filter((fill) => holds({ fromMs, toMs }, fill))
    const isNumber = between(counts) > 0 || filled.length > 0
    // A single day is taken as it is: prefix sums leave the noise of the days before it.
    const own = end - first === 1 ? (days[first]?.m3 ?? 0) : between(numbers)
    const known = { ...NO_HOURS }
    for (const [key, sums] of hours) known[key] = between(sums)
    // The sums of the days count these hours as unknown; the fill knows them.
    for (const fill of filled) addHours(known, { ...hoursOfFill(fill), unknown: -fill.hours })
    return {
      m3: isNumber ? filled.reduce((sum, { m3 }) => sum + m3, own) : null,
      // A ledger may end before now: nobody asked for more.
      hours: { ...known, unknown: Math.max(0, due ? hoursDueIn({ fromMs, toMs }, due) - hoursTold(known) : known.unknown) },
      abnormalHours: between(abnormal) / 60,
      substituteHours: tellsSubstitute ? between(substitute) / 60 : null,
    }
  }
}

const holds = (one: TimeSpan, fill: TimeSpan): boolean => one.fromMs <= fill.fromMs && one.toMs >= fill.toMs

/** The holes that a span holds whole and none of its rows does: its total has them, and no row. */
export const fillsBetween = ({ fills }: Pick<Ledger, 'fills'>, rows: readonly TimeSpan[], whole: TimeSpan): LedgerFill[] =>
  fills.filter((fill) => holds(whole, fill) && !rows.some((row) => holds(row, fill)))

/** The hours of a hole that the counter tells. */
export const hoursOfFill = ({ hours, received }: LedgerFill): KnownHours => ({
  ...NO_HOURS,
  received,
  byCounter: hours - received,
})

function sumsOf(days: readonly LedgerDay[], of: (day: LedgerDay) => number): Float64Array {
  const sums = new Float64Array(days.length + 1)
  days.forEach((one, at) => (sums[at + 1] = (sums[at] as number) + of(one)))
  return sums
}
