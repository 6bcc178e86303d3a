import type { ReadingKey } from '../../../book/archives/reading-key.ts'
import { hoursDue } from '../../../book/completeness/due.ts'
import { endingMinute, hourEnds, isHourEnd, NEAR_AFTER_MS, NEAR_BEFORE_MS } from '../../../book/completeness/hour-ends.ts'
import { recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import {
  closingHour,
  gasDayAt,
  gasPeriod,
  gasPeriods,
  type GasClock,
  type GasPeriod,
  type TimeSpan,
} from '../../../contract/time/gas-day.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import { sumAccumulator, sumVolumes } from '../../kernel/amounts/by-period.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { isAccumulator, type Readings } from '../../station/load/accumulator.ts'

/** Sums of one channel of an archive by gas day or month: what the window shows and what files of sums hold. */

export interface SumsQuestion {
  key: ReadingKey
  channelVarname: string
  /** The records after `fromMs` up to and with `toMs`. */
  range: TimeSpan
  by: 'day' | 'month'
  gas: GasClock
  /** Unix ms. Records of gas days that were over by then are expected to be in the book. */
  nowMs: number
  /** Stamps of records between the hours that count in no sum (`leftOutOf`); absent: none. */
  leftOut?: ReadonlySet<number>
}

export interface ConsumptionSum extends GasPeriod {
  /** Null where the period has no number at all. */
  value: number | null
  /** Records that had a number; of hourly ones those at the archive's minute of the hour. */
  records: number
  /** The number of records that a complete period has; null where the archive does not say how often it writes. */
  expected: number | null
  /** Records missing from those of its gas days that are over; 0 where that is not known. */
  lacking: number
}

/** An accumulator's first difference needs the last value before the range: within a year every archive has one. */
const REACH_MS = 366 * DAY_MS

/**
 * The sums, oldest first. An archive that writes one record a day or month is summed by its own days, which begin at the
 * hour at which it closes them, not at the contract hour. Months cannot be split into days: they have no daily sums.
 */
export function consumptionOf(
  readings: Readings,
  { key, channelVarname, range, by, gas: asked, nowMs, leftOut = NONE }: SumsQuestion,
): ConsumptionSum[] {
  const place = readings.channels(key).indexOf(channelVarname)
  const covers = recordPeriod(key.archiveType)
  if (place < 0 || (covers === 'month' && by === 'day')) return []
  const own = covers === 'day' || covers === 'month'
  const gas = own ? closingClock(readings, key, asked) : asked
  const accumulates = isAccumulator(readings, key, channelVarname)
  const reach = accumulates ? REACH_MS : 0
  const reachMs = { fromMs: range.fromMs + 1 - reach - NEAR_BEFORE_MS, toMs: range.toMs + NEAR_AFTER_MS }
  const { timesMs: stampsMs, values } = readings.columns(
    key,
    covers === 'hour' ? reachMs : { fromMs: range.fromMs + 1 - reach, toMs: range.toMs },
  )
  const periods = gasPeriods(range, by, gas)
  const minute = covers === 'hour' ? endingMinute(stampsMs) : null
  const timesMs = minute === null ? stampsMs : hourEnds(stampsMs, minute)
  const all = values[place] ?? new Float64Array(0)
  const column = leftOut.size === 0 ? all : all.map((value, row) => (leftOut.has(stampsMs[row] as number) ? NaN : value))
  // Records between the hours stand in for no missing record.
  const rhythmic = minute === null ? column : column.map((value, row) => (isHourEnd(timesMs[row] as number, minute) ? value : NaN))
  const counted = sumVolumes(timesMs, rhythmic, periods)
  const summed = accumulates
    ? sumAccumulator(timesMs, column, periods)
    : sumVolumes(timesMs, column, periods).map((sum) => ({ ...sum, falls: 0 }))
  const sums = summed.map(({ falls, ...sum }, at) => ({
    ...sum,
    // A record in which the counter began again does not count: nobody knows what passed in it.
    records: Math.max(0, (counted[at]?.records ?? 0) - falls),
  }))
  const due = (period: TimeSpan) => expectedIn(period, covers, minute, gas)
  // The gas days before the one that runs are over.
  const overMs = gasPeriod(gasDayAt(nowMs, gas), 'day', gas).fromMs
  if (covers === by) return sums.flatMap((sum) => ownPeriod(sum, by, gas, overMs) ?? [])
  return sums.map((sum) => {
    const expected = due(sum)
    if (sum.toMs <= overMs) return { ...sum, expected, lacking: short(expected, sum.records) }
    // Only the days that are over: today's records must not make up for missing ones in a running period.
    const over = { fromMs: sum.fromMs, toMs: Math.max(sum.fromMs, overMs) }
    const [had] = sumVolumes(timesMs, rhythmic, [over])
    return { ...sum, expected, lacking: short(due(over), had?.records ?? 0) }
  })
}

/**
 * The sums of several devices of a station as one: what each tells adds up, and a period lacks what none of them has.
 * @param all of the same question, one after another in time
 */
export function sumsTogether(all: readonly (readonly ConsumptionSum[])[]): ConsumptionSum[] {
  const byDay = Map.groupBy(all.flat(), ({ day }) => day)
  return [...byDay.values()]
    .map((own) => {
      const [first] = own as [ConsumptionSum]
      const values = own.flatMap(({ value }) => value ?? [])
      const most = own.reduce((a, b) => (b.lacking > a.lacking ? b : a))
      const others = own.reduce((sum, one) => (one === most ? sum : sum + one.records), 0)
      return {
        ...first,
        value: values.length === 0 ? null : withoutNoise(values.reduce((sum, value) => sum + value, 0)),
        records: own.reduce((sum, { records }) => sum + records, 0),
        expected: own.reduce<number | null>((max, { expected }) => (expected === null ? max : Math.max(max ?? 0, expected)), null),
        lacking: Math.max(0, most.lacking - others),
      }
    })
    .sort((a, b) => a.fromMs - b.fromMs)
}

const NONE: ReadonlySet<number> = new Set()

const short = (expected: number | null, records: number): number => Math.max(0, (expected ?? 0) - records)

/** The clock by which an archive of days or months closes its records. */
export function closingClock(readings: Readings, key: ReadingKey, { zone, contractHour }: GasClock): GasClock {
  const { timesMs } = readings.columns(key)
  return { zone, contractHour: closingHour(timesMs, zone) ?? contractHour }
}

/**
 * A period that one record of the archive covers: like the record it is whole or missing, never a part. It belongs to
 * the range if its record does, or, if the record is missing, if the record was due by the end of the range.
 */
function ownPeriod<S extends GasPeriod & { records: number }>(
  sum: S,
  by: 'day' | 'month',
  gas: GasClock,
  overMs: number,
): (S & { expected: number; lacking: number }) | null {
  const whole = gasPeriod(sum.day, by, gas)
  if (sum.records === 0 && whole.toMs > sum.toMs) return null
  return { ...sum, ...whole, part: false, expected: 1, lacking: whole.toMs <= overMs ? short(1, sum.records) : 0 }
}

/**
 * Records that are due in a period: of hours those at the archive's minute, 23 to 25 a day; of days those that end in
 * the period.
 */
function expectedIn(period: TimeSpan, covers: RecordPeriod | null, minute: number | null, gas: GasClock): number | null {
  if (minute !== null) return hoursDue(period, minute)
  if (covers !== 'day') return null
  return gasPeriods(period, 'day', gas).filter(({ day }) => gasPeriod(day, 'day', gas).toMs <= period.toMs).length
}
