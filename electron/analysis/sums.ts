import type { ZoneClock } from './zone.ts'

/**
 * Consumption by gas day and month (design.md 2, 'contract hour'). A record is stamped with the end of what it covers,
 * so a stretch of time has the records after its beginning up to and with its end.
 */

export interface Period {
  fromMs: number
  toMs: number
}

/** A gas day or a month of gas days, as much of it as lies in the range that was asked for. */
export interface GasPeriod extends Period {
  /** The gas day that it begins with, `yyyy-mm-dd`, were it whole: what it is called by. */
  day: string
  /** The range holds only a part of it. */
  part: boolean
}

export type PeriodSum<P extends Period = Period> = P & {
  /** Null where the period has no number at all. */
  value: number | null
  /** Records that had a number. */
  records: number
}

export interface GasClock {
  clock: ZoneClock
  /** The hour of the zone at which a gas day begins. */
  contractHour: number
}

/** Gas days (or months of them) that share time with a range: each begins at the contract hour, and is cut where the range ends. */
export function gasPeriods(range: Period, by: 'day' | 'month', { clock, contractHour }: GasClock): GasPeriod[] {
  const startOf = (day: Date): number => clock.hourOfDayMs(nameOf(day), contractHour)
  const step = (day: Date): Date =>
    by === 'day'
      ? new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1))
      : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
  // Before its contract hour a moment still belongs to the day before.
  const before = new Date(Date.parse(`${clock.wall(range.fromMs).slice(0, 10)}T00:00:00Z`) - 86_400_000)
  let day = by === 'day' ? before : new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth(), 1))
  const periods: GasPeriod[] = []
  for (let startMs = startOf(day); startMs < range.toMs; startMs = startOf(day)) {
    const name = nameOf(day)
    day = step(day)
    const endMs = startOf(day)
    if (endMs <= range.fromMs) continue
    const [fromMs, toMs] = [Math.max(startMs, range.fromMs), Math.min(endMs, range.toMs)]
    periods.push({ fromMs, toMs, day: name, part: fromMs !== startMs || toMs !== endMs })
  }
  return periods
}
const nameOf = (day: Date): string => day.toISOString().slice(0, 10)

/** Sums of a channel whose records are amounts. */
export function sumVolumes<P extends Period>(
  times: Float64Array,
  values: Float64Array,
  periods: readonly P[],
): PeriodSum<P>[] {
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
export function sumAccumulator<P extends Period>(
  times: Float64Array,
  values: Float64Array,
  periods: readonly P[],
): PeriodSum<P>[] {
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
