import { firstWhere } from '../../../contract/bisect.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { withoutNoise } from '../../../contract/units.ts'

/** Sums by period. A record is stamped with the end of what it covers: a period has those after its beginning, up to and including its end. */

export type PeriodSum<P extends TimeSpan = TimeSpan> = P & {
  /** Null where the period has no number at all. */
  value: number | null
  /** Records that had a number. */
  records: number
}

/** Sums of a channel whose records are amounts. */
export function sumVolumes<P extends TimeSpan>(times: Float64Array, values: Float64Array, periods: readonly P[]): PeriodSum<P>[] {
  return periods.map((period) => {
    let value = 0
    let largest = 0
    let records = 0
    for (let row = firstAfter(times, period.fromMs); row < times.length; row += 1) {
      if ((times[row] as number) > period.toMs) break
      const volume = values[row] as number
      if (Number.isNaN(volume)) continue
      value += volume
      largest = Math.max(largest, Math.abs(volume))
      records += 1
    }
    return { ...period, value: records > 0 ? withoutNoise(value, largest) : null, records }
  })
}

/**
 * What an accumulator rose by: from its last value at or before the period's beginning to its last within. A step down
 * adds nothing, and is counted: the meter was exchanged or its counter started again, and what passed meanwhile is not known.
 */
export function sumAccumulator<P extends TimeSpan>(
  times: Float64Array,
  values: Float64Array,
  periods: readonly P[],
): (PeriodSum<P> & { falls: number })[] {
  return periods.map((period) => {
    const first = firstAfter(times, period.fromMs)
    let last = Number.NaN
    for (let row = first - 1; row >= 0 && Number.isNaN(last); row -= 1) last = values[row] as number
    let value = 0
    let largest = 0
    let records = 0
    let falls = 0
    for (let row = first; row < times.length; row += 1) {
      if ((times[row] as number) > period.toMs) break
      const count = values[row] as number
      if (Number.isNaN(count)) continue
      if (count < last) falls += 1
      else if (!Number.isNaN(last)) value += count - last
      last = count
      largest = Math.max(largest, Math.abs(count))
      records += 1
    }
    return { ...period, value: records > 0 ? withoutNoise(value, largest) : null, records, falls }
  })
}

/** The first row later than a moment; times are ascending. */
const firstAfter = (times: Float64Array, atMs: number): number => firstWhere(0, times.length, (row) => (times[row] as number) > atMs)
