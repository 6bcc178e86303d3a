import { firstWhere } from '../../../contract/bisect.ts'
import { hourAmounts, hoursOf } from '../../../analysis/kernel/amounts/hours.ts'
import type { ConsumptionSource } from '../../../analysis/kernel/amounts/source.ts'

/**
 * The hours of a station with all that is told of them: what the counter tells of a hole is shared evenly among the hours
 * that it lacks. For parts of holes alone: nobody knows what a single one of these hours was.
 * @returns m³ by the end of each hour; NaN where nothing tells it
 */
export function toldHours(source: ConsumptionSource): { timesMs: Float64Array; amounts: Float64Array } {
  if (!source.hourly) return hourAmounts(source)
  const { timesMs, amounts, fills } = hoursOf(source.hourly, source.breaksMs)
  const told = amounts.slice()
  for (const { fromMs, toMs, m3 } of fills) {
    const from = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > fromMs)
    const to = firstWhere(from, timesMs.length, (row) => (timesMs[row] as number) > toMs)
    const own = amounts.subarray(from, to)
    const lacking = own.reduce((count, amount) => count + (Number.isNaN(amount) ? 1 : 0), 0)
    const there = own.reduce((sum, amount) => sum + (amount || 0), 0)
    for (let row = from; row < to; row++) if (Number.isNaN(told[row])) told[row] = Math.max(0, m3 - there) / lacking
  }
  return { timesMs, amounts: told }
}
