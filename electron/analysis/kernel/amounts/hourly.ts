import { hourEnds, hourRhythm, minutesBeside } from '../../../book/completeness/hour-ends.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { betweenOf } from './between.ts'
import type { Amounts, HourlyAmounts, PeriodAmounts } from './source.ts'

/**
 * The records of an archive of hours by the hours that they close; null where they lie anywhere: such hours have no grid,
 * and the days tell more. Halves and quarters that a device sends as hours are added up to hours.
 * @param read the records by their stamps
 * @param minutes all records of the archive by minute of the hour: a part of them may lie otherwise
 */
export function hourlyOf(
  read: Amounts,
  minutes: ReadonlyMap<number, number>,
  { daily, breaksMs }: { daily: PeriodAmounts | null; breaksMs: readonly number[] },
): HourlyAmounts | null {
  const rhythm = hourRhythm(minutes)
  if (!rhythm) return null
  const { minute, parts } = rhythm
  const timesMs = hourEnds(read.timesMs, minute, parts, minutesBeside(read.timesMs, minute, parts))
  if (parts > 1) return { ...wholeHours({ ...read, timesMs }, minute, parts), minute, between: null }
  const hourly = { ...read, timesMs, minute }
  return { ...hourly, between: betweenOf(hourly, daily, breaksMs) }
}

/** Hours of which every part has a record; of the others the counter at their end is all that is known. */
function wholeHours({ timesMs, amounts, counts, countsAlone }: Amounts, minute: number, parts: number): Amounts {
  const hours = new Map<number, { seen: Set<number>; m3: number; count: number }>()
  timesMs.forEach((endMs, row) => {
    const hour = Math.ceil((endMs - minute * MINUTE_MS) / HOUR_MS)
    const hourMs = hour * HOUR_MS + minute * MINUTE_MS
    let one = hours.get(hourMs)
    if (!one) hours.set(hourMs, (one = { seen: new Set(), m3: 0, count: Number.NaN }))
    if ((hourMs - endMs) % (HOUR_MS / parts) !== 0 || one.seen.has(endMs)) return
    one.seen.add(endMs)
    one.m3 += amounts[row] as number
    if (endMs === hourMs) one.count = counts[row] as number
  })
  const all = [...hours].sort(([a], [b]) => a - b)
  return {
    timesMs: Float64Array.from(all, ([hourMs]) => hourMs),
    amounts: Float64Array.from(all, ([, { seen, m3 }]) => (seen.size === parts ? m3 : Number.NaN)),
    counts: Float64Array.from(all, ([, { count }]) => count),
    countsAlone,
  }
}
