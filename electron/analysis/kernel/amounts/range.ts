import { gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import type { ConsumptionSource } from './source.ts'

/**
 * The time of a station's archive: from the beginning of what its first record covers to the end of the gas day of its last.
 * Hours before are not missing, for nobody archived them.
 */
export function rangeOf({ hourly, daily, monthly }: ConsumptionSource, gas: GasClock): TimeSpan {
  const spans: TimeSpan[] = []
  if (hourly && hourly.timesMs.length > 0) spans.push(hoursSpan(hourly.timesMs, gas))
  if (daily && daily.timesMs.length > 0) {
    const [firstMs, lastMs] = [daily.timesMs[0] as number, daily.timesMs.at(-1) as number]
    // Without hours a daily record is the reader's day of its name, which may begin before the record is stamped.
    spans.push(hourly ? daysSpan(firstMs, lastMs, gas, gas) : daysSpan(firstMs, lastMs, daily.clock, gas))
  }
  if (spans.length === 0 && monthly && monthly.timesMs.length > 0)
    spans.push(daysSpan(monthly.timesMs[0] as number, monthly.timesMs.at(-1) as number, gas, gas))
  if (spans.length === 0) return { fromMs: 0, toMs: 0 }
  return { fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)), toMs: Math.max(...spans.map(({ toMs }) => toMs)) }
}

function hoursSpan(timesMs: Float64Array, gas: GasClock): TimeSpan {
  const [firstMs, lastMs] = [timesMs[0] as number, timesMs.at(-1) as number]
  const whole = daysSpan(firstMs, lastMs, gas, gas)
  return { fromMs: Math.max(whole.fromMs, firstMs - HOUR_MS), toMs: whole.toMs }
}

/** The gas days that a first and a last record close, by the names that they have in a clock of their own. */
const daysSpan = (firstMs: number, lastMs: number, own: GasClock, gas: GasClock): TimeSpan =>
  gasDaySpan(gasDayAt(firstMs - 1, own), gasDayAt(lastMs - 1, own), gas)
