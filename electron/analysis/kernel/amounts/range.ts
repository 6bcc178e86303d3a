import { closedDay } from '../../../book/completeness/hour-ends.ts'
import { archiveSpan, gasDaySpan, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import type { ConsumptionSource } from './source.ts'

/**
 * The time of a station's archive: from the beginning of what its first record covers to the end of the gas day of its last.
 * Hours before are not missing, for nobody archived them.
 */
export function rangeOf({ hourly, daily, monthly }: ConsumptionSource, gas: GasClock): TimeSpan {
  const spans: TimeSpan[] = []
  if (hourly && hourly.timesMs.length > 0) {
    const whole = ofRecords(hourly.timesMs, gas)
    spans.push({ fromMs: Math.max(whole.fromMs, (hourly.timesMs[0] as number) - HOUR_MS), toMs: whole.toMs })
  }
  if (daily && daily.timesMs.length > 0) {
    const [first, last] = [daily.timesMs[0] as number, daily.timesMs.at(-1) as number]
    // Without hours a daily record is of a day that may begin, and end, before the record is stamped.
    spans.push(hourly ? ofRecords(daily.timesMs, gas) : gasDaySpan(closedDay(first, gas).day, closedDay(last, gas).day, gas))
  }
  if (spans.length === 0 && monthly && monthly.timesMs.length > 0) spans.push(ofRecords(monthly.timesMs, gas))
  if (spans.length === 0) return { fromMs: 0, toMs: 0 }
  return { fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)), toMs: Math.max(...spans.map(({ toMs }) => toMs)) }
}

/** The gas days from the first to the last record. */
const ofRecords = (timesMs: Float64Array, gas: GasClock): TimeSpan => archiveSpan(timesMs[0] as number, timesMs.at(-1) as number, gas)
