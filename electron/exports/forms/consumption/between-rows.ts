import type { Counter } from '../../../analysis/answers/consumption/gauges.ts'
import type { ExchangeRow } from '../../../analysis/station/settings/life-exchanges.ts'
import type { Ledger } from '../../../analysis/kernel/amounts/ledger.ts'
import { fillsBetween } from '../../../analysis/kernel/amounts/sum.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'

/** What lies between the periods of a consumption form: holes over their ends, exchanges of the meter. */

/** A hole that no period holds whole, and what passed meanwhile. m³; null where nothing tells it. */
export interface BetweenHole extends TimeSpan {
  hours: number
  standard: number | null
  working: number | null
  counterFrom: number | null
  counterTo: number | null
}

interface Holes {
  standard: Ledger | null
  working: Ledger | null
  counter: Counter | null
  /** The form's, and what each of its rows is of. */
  span: TimeSpan
  periods: readonly TimeSpan[]
}

/** The holes that are in the total and in no period, by their beginning. */
export function holesBetween({ standard, working, counter, span, periods }: Holes): BetweenHole[] {
  const own = (ledger: Ledger | null) => (ledger ? fillsBetween(ledger, periods, span) : [])
  const holes = new Map<string, BetweenHole>()
  for (const [unit, fills] of [
    ['standard', own(standard)],
    ['working', own(working)],
  ] as const)
    for (const { fromMs, toMs, hours, m3 } of fills) {
      const key = `${fromMs} ${toMs}`
      const hole = holes.get(key) ?? {
        fromMs,
        toMs,
        hours,
        standard: null,
        working: null,
        counterFrom: counter?.at(fromMs) ?? null,
        counterTo: counter?.at(toMs) ?? null,
      }
      holes.set(key, { ...hole, [unit]: m3 })
    }
  return [...holes.values()].sort((a, b) => a.fromMs - b.fromMs)
}

/**
 * What the counters say passed in a span, meter by meter, in their unit.
 * @returns null where one of them is not known at its beginning or its end, or fell
 */
export function countedBy(
  { counterFrom, counterTo }: { counterFrom: number | null; counterTo: number | null },
  exchanges: readonly ExchangeRow[],
): number | null {
  const begins = [counterFrom, ...exchanges.map(({ first }) => first?.value ?? null)]
  const ends = [...exchanges.map(({ last }) => last?.value ?? null), counterTo]
  let sum = 0
  for (const [at, from] of begins.entries()) {
    const to = ends[at] ?? null
    if (from === null || to === null || to < from) return null
    sum += to - from
  }
  return sum
}
