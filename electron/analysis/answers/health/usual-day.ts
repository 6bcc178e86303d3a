import type { StationData } from '../../kernel/data.ts'
import { ledgerOf } from '../../kernel/amounts/ledger.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { facts } from '../../station/facts/facts.ts'
import { archiveSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'

/** What a station usually lets pass in a day. */

/** Complete days of the newest that count: four weeks have each day of the week as often. */
const USUAL_DAYS = 28
/** Days that lack hours are passed over, but nothing older than this before the station's newest reading counts. */
export const USUAL_REACH_MS = 2 * USUAL_DAYS * DAY_MS
/** Fewer tell nothing usual. */
const LEAST = 5

/**
 * The median of the last gas days of which all is known, m³ (working where the device counts no other), by volumes or by
 * counters, as consumption has them; null: too few days.
 */
export function usualM3ADay(data: StationData): number | null {
  const source = facts(data).source()?.source
  const times = [source?.hourly?.timesMs, source?.daily?.timesMs].flatMap((one) => (one && one.length > 0 ? [one] : []))
  if (!source || times.length === 0) return null
  const firstMs = Math.min(...times.map((one) => one[0] as number))
  const newestMs = Math.max(...times.map((one) => one.at(-1) as number))
  const { days } = ledgerOf(source, archiveSpan(Math.max(firstMs, newestMs - USUAL_REACH_MS), newestMs, data.gas), data.gas)
  const whole = days.flatMap(({ m3, unknown }) => (m3 === null || unknown > 0 ? [] : [m3])).slice(-USUAL_DAYS)
  return whole.length < LEAST ? null : medianOf(whole)
}
