import { addDays } from '../../electron/contract/time/day.ts'
import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { HOUR_MS, DAY_MS, MINUTE_MS } from '../../electron/contract/time/units.ts'
import { zoneClock } from '../../electron/contract/time/zone.ts'

/** A stretch of time cut into bars of one length. */
export interface BarRun extends TimeSpan {
  bars: number
}

/** Lengths of bars below a day. */
const SHORT_MS = [1, 2, 5, 10, 15, 30].map((n) => n * MINUTE_MS).concat([1, 2, 3, 6, 12].map((n) => n * HOUR_MS))
/** Lengths of bars in days. */
const DAYS = [1, 2, 5, 7, 14, 30, 91, 182, 365] as const

/**
 * The bars that events are counted in over a span, each of at least `leastMs`: whole days by the zone's clock, so that a
 * bar is a day's, or round parts of days. Where the clock changes, a day is longer or shorter: bars of one length are a
 * run, and a run is one question.
 */
export function barRuns(span: TimeSpan, leastMs: number, zone: string): BarRun[] {
  const short = SHORT_MS.find((ms) => ms >= leastMs)
  const clock = zoneClock(zone)
  const today = clock.dayAt(span.fromMs)
  if (short !== undefined) {
    const start = clock.dayStartMs(today)
    const fromMs = start + Math.floor((span.fromMs - start) / short) * short
    const bars = Math.max(1, Math.ceil((span.toMs - fromMs) / short))
    return [{ fromMs, toMs: fromMs + bars * short, bars }]
  }
  const days = DAYS.find((count) => count * DAY_MS >= leastMs) ?? Math.ceil(leastMs / DAY_MS)
  const runs: BarRun[] = []
  let day = today
  for (let fromMs = clock.dayStartMs(day); fromMs < span.toMs;) {
    day = addDays(day, days)
    const toMs = clock.dayStartMs(day)
    const last = runs.at(-1)
    if (last && (last.toMs - last.fromMs) / last.bars === toMs - fromMs) {
      last.toMs = toMs
      last.bars++
    } else runs.push({ fromMs, toMs, bars: 1 })
    fromMs = toMs
  }
  return runs
}
