import { closedDay } from '../../../book/completeness/hour-ends.ts'
import { archiveSpan, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import type { ConsumptionSource } from './source.ts'

/** The gas days from the first to the last record. */
export function rangeOf({ hourly, daily, monthly }: ConsumptionSource, gas: GasClock): TimeSpan {
  // A daily record is of a day that may begin, and end, before the record is stamped.
  if (!hourly && daily && daily.timesMs.length > 0) {
    const [first, last] = [daily.timesMs[0] as number, daily.timesMs.at(-1) as number]
    return gasDaySpan(closedDay(first, gas).day, closedDay(last, gas).day, gas)
  }
  const times = [hourly, daily].flatMap((one) => (one && one.timesMs.length > 0 ? [one.timesMs] : []))
  if (times.length === 0 && monthly) times.push(monthly.timesMs)
  const firstMs = Math.min(...times.map((one) => one[0] as number))
  const lastMs = Math.max(...times.map((one) => one.at(-1) as number))
  return Number.isFinite(firstMs) ? archiveSpan(firstMs, lastMs, gas) : { fromMs: 0, toMs: 0 }
}
