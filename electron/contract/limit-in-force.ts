import type { ContractLimit, LimitPeriod } from './limit-words.ts'
import type { Day } from './records.ts'
import { addDays } from './time/day.ts'
import { gasDaySpan, gasDaysOf, type GasClock, type TimeSpan } from './time/gas-day.ts'

/** Which limit of an owner holds when. Pure. */

/** When a limit holds, and in what it is counted. */
type Held = Pick<ContractLimit, 'period' | 'fromDay' | 'toDay'>

/** Whether a limit holds on some day of a span. */
const touches = ({ fromDay, toDay }: Held, from: Day, to: Day): boolean =>
  (fromDay === null || fromDay <= to) && (toDay === null || toDay >= from)

/** Of the limits of one period that hold on a day of a span, the one that began last; null: none holds. */
export function limitIn<L extends Held>(limits: readonly L[], period: LimitPeriod, from: Day, to: Day): L | null {
  let found: L | null = null
  for (const limit of limits)
    if (limit.period === period && touches(limit, from, to) && (found === null || (limit.fromDay ?? '') > (found.fromDay ?? '')))
      found = limit
  return found
}

/** The limit that counts in the day, month or year that begins with a gas day, cut or whole; null: none holds in it. */
export const limitOfPeriod = <L extends Held>(limits: readonly L[], by: LimitPeriod, day: Day): L | null =>
  limitIn(limits, by, day, lastDayOf(by, day))

/** A day that no later one of the period is after, as text. */
const lastDayOf = (by: LimitPeriod, day: Day): Day =>
  by === 'month' ? `${day.slice(0, 7)}-99` : by === 'year' ? `${day.slice(0, 4)}-99` : day

/** A stretch of time in which one limit holds. */
export interface LimitStretch extends TimeSpan {
  /** What is allowed in a period, m³. */
  m3: number
}

/** The limits of a period that hold in a span, in order of time, each over its own gas days and cut to the span. */
export function limitStretches(
  limits: readonly (Held & Pick<ContractLimit, 'm3'>)[],
  period: LimitPeriod,
  span: TimeSpan,
  gas: GasClock,
): LimitStretch[] {
  if (!limits.some((limit) => limit.period === period) || !(span.fromMs < span.toMs)) return []
  const [first, last] = gasDaysOf(span, gas)
  // What holds changes only where a limit begins, or on the day after it ends.
  const turns = limits.flatMap(({ fromDay, toDay }) => [fromDay ?? first, toDay === null ? first : addDays(toDay, 1)])
  const days = [...new Set([first, ...turns])].filter((day) => day >= first && day <= last).toSorted()
  const stretches: LimitStretch[] = []
  days.forEach((day, at) => {
    const held = limitIn(limits, period, day, day)
    if (!held) return
    const next = days[at + 1]
    const whole = gasDaySpan(day, next === undefined ? last : addDays(next, -1), gas)
    const stretch = { fromMs: Math.max(span.fromMs, whole.fromMs), toMs: Math.min(span.toMs, whole.toMs), m3: held.m3 }
    const before = stretches.at(-1)
    if (before && before.toMs === stretch.fromMs && before.m3 === stretch.m3) before.toMs = stretch.toMs
    else stretches.push(stretch)
  })
  return stretches
}
