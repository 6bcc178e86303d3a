import type { ZoneClock } from './zone.ts'

/** Consumption by gas day and month (design.md 2, 'contract hour'). */

export interface Period {
  fromMs: number
  toMs: number
}

export interface PeriodSum extends Period {
  /** Null where the period has no number at all. */
  value: number | null
  /** Records that had a number. */
  records: number
}

/** Gas days (or months) that touch a range: each begins at the contract hour of the zone. */
export function gasPeriods(
  range: Period,
  by: 'day' | 'month',
  { clock, contractHour }: { clock: ZoneClock; contractHour: number },
): Period[] {
  const startOf = (day: Date): number => clock.hourOfDayMs(day.toISOString().slice(0, 10), contractHour)
  const step = (day: Date): Date =>
    by === 'day'
      ? new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1))
      : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
  // Before its contract hour a moment still belongs to the day before.
  const before = new Date(Date.parse(`${clock.wall(range.fromMs).slice(0, 10)}T00:00:00Z`) - 86_400_000)
  let day = by === 'day' ? before : new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth(), 1))
  const periods: Period[] = []
  for (let fromMs = startOf(day); fromMs < range.toMs; fromMs = startOf(day)) {
    day = step(day)
    const toMs = startOf(day)
    if (toMs > range.fromMs) periods.push({ fromMs, toMs })
  }
  return periods
}

/** Channels that count up from the day the meter was mounted: metering-data-api.md, 'Channel codes of the unified view', and VNak… of the general one. */
export const isAccumulator = (channelVarname: string): boolean =>
  channelVarname === 'reading_value' || /^v?nak/i.test(channelVarname)

/**
 * Sums of a period-volume channel: a record is stamped with the end of what it covers, so a period takes the
 * records after its beginning up to and with its end.
 */
export function sumVolumes(times: Float64Array, values: Float64Array, periods: readonly Period[]): PeriodSum[] {
  return periods.map((period) => {
    let value = 0
    let records = 0
    for (let row = firstAfter(times, period.fromMs); row < times.length; row += 1) {
      if ((times[row] as number) > period.toMs) break
      const volume = values[row] as number
      if (Number.isNaN(volume)) continue
      value += volume
      records += 1
    }
    return { ...period, value: records > 0 ? value : null, records }
  })
}

/**
 * Differences of an accumulator: from its last value at or before a period's beginning to its last within. A step
 * down (the meter was exchanged, or its counter began anew) adds nothing: what went through meanwhile is not known.
 */
export function sumAccumulator(times: Float64Array, values: Float64Array, periods: readonly Period[]): PeriodSum[] {
  return periods.map((period) => {
    const first = firstAfter(times, period.fromMs)
    let last = Number.NaN
    for (let row = first - 1; row >= 0 && Number.isNaN(last); row -= 1) last = values[row] as number
    let value = 0
    let records = 0
    for (let row = first; row < times.length; row += 1) {
      if ((times[row] as number) > period.toMs) break
      const count = values[row] as number
      if (Number.isNaN(count)) continue
      if (!Number.isNaN(last) && count >= last) value += count - last
      last = count
      records += 1
    }
    return { ...period, value: records > 0 ? value : null, records }
  })
}

/** The first row later than a moment; times are ascending. */
function firstAfter(times: Float64Array, atMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
