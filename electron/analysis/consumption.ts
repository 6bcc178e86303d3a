import type { ReadingKey } from '../book/archives/readings-reader.ts'
import type { readingsReaderIn } from '../book/archives/readings-reader.ts'
import { closingHour, recordPeriod, type RecordPeriod } from '../contract/archives.ts'
import { isCounter, kindOfCode } from '../contract/channels.ts'
import { gasPeriods, sumAccumulator, sumVolumes, type GasClock, type GasPeriod, type Period } from './sums.ts'

/** Sums of one channel of an archive by gas day or month: what the window shows and what files of sums hold. */

export interface SumsQuestion {
  key: ReadingKey
  channelVarname: string
  /** The records after `fromMs` up to and with `toMs`. */
  range: Period
  by: 'day' | 'month'
  gas: GasClock
  /** Unix ms: what belongs to gas days that were over by then should be there. */
  nowMs: number
}

export interface ConsumptionSum extends GasPeriod {
  /** Null where the period has no number at all. */
  value: number | null
  /** Records that had a number. */
  records: number
  /** Records that there should be; null where the archive does not say how often it writes. */
  expected: number | null
  /** Records that gas days which are over should have had, and lack; 0 where that is not known. */
  lacking: number
}

type Readings = Pick<ReturnType<typeof readingsReaderIn>, 'channels' | 'columns'>

const HOUR_MS = 3_600_000
/** An accumulator's first difference needs the value before the range: a year back finds it in any archive. */
const REACH_MS = 366 * 86_400_000

/**
 * The sums, oldest first. An archive whose own records are days or months is summed by these, from the hour at which it
 * closes them. Months cannot be told apart into days: an archive of months has no daily sums.
 */
export function consumptionOf(
  readings: Readings,
  { key, channelVarname, range, by, gas: asked, nowMs }: SumsQuestion,
): ConsumptionSum[] {
  const place = readings.channels(key).indexOf(channelVarname)
  const covers = recordPeriod(key.archiveType)
  if (place < 0 || (covers === 'month' && by === 'day')) return []
  const own = covers === 'day' || covers === 'month'
  const gas = own ? closingClock(readings, key, asked) : asked
  const accumulates = isAccumulator(readings, key, place, channelVarname)
  const reach = accumulates ? REACH_MS : 0
  const { timesMs, values } = readings.columns(key, { fromMs: range.fromMs + 1 - reach, toMs: range.toMs })
  const periods = gasPeriods(range, by, gas)
  const column = values[place] ?? new Float64Array(0)
  const sums = (accumulates ? sumAccumulator : sumVolumes)(timesMs, column, periods)
  const overMs = todayStart(nowMs, gas)
  if (covers === by) return sums.flatMap((sum) => ownPeriod(sum, by, gas, overMs) ?? [])
  return sums.map((sum) => {
    const expected = expectedIn(sum, covers, gas)
    if (sum.toMs <= overMs) return { ...sum, expected, lacking: short(expected, sum.records) }
    // Of a running period the days that are over, or records of today would stand in for those that are missing.
    const over = { fromMs: sum.fromMs, toMs: Math.max(sum.fromMs, overMs) }
    const [had] = sumVolumes(timesMs, column, [over])
    return { ...sum, expected, lacking: short(expectedIn(over, covers, gas), had?.records ?? 0) }
  })
}

const short = (expected: number | null, records: number): number => Math.max(0, (expected ?? 0) - records)

/** The beginning of the gas day that runs: those before it are over. */
function todayStart(nowMs: number, gas: GasClock): number {
  const [today] = gasPeriods({ fromMs: nowMs, toMs: nowMs + 1 }, 'day', gas)
  return today ? wholeOf(today, 'day', gas).fromMs : nowMs
}

function closingClock(readings: Readings, key: ReadingKey, { clock, contractHour }: GasClock): GasClock {
  const { timesMs } = readings.columns(key)
  return { clock, contractHour: closingHour(timesMs, clock.offsetMs) ?? contractHour }
}

/** By its code, else by its values; all of the archive, for a part of it may rise by chance. */
function isAccumulator(readings: Readings, key: ReadingKey, place: number, code: string): boolean {
  const known = kindOfCode(code)
  return known ? known === 'accumulator' : isCounter(readings.columns(key).values[place] ?? new Float64Array(0))
}

/**
 * A period that one record of the archive covers. The record is whole or not there, so is the period: it belongs to
 * the range when the record does, and where none came, when it should have come by the end of the range.
 */
function ownPeriod<S extends GasPeriod & { records: number }>(
  sum: S,
  by: 'day' | 'month',
  gas: GasClock,
  overMs: number,
): (S & { expected: number; lacking: number }) | null {
  const whole = wholeOf(sum, by, gas)
  if (sum.records === 0 && whole.toMs > sum.toMs) return null
  return { ...sum, ...whole, part: false, expected: 1, lacking: whole.toMs <= overMs ? short(1, sum.records) : 0 }
}

function wholeOf({ day }: GasPeriod, by: 'day' | 'month', { clock, contractHour }: GasClock): Period {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const next = new Date(by === 'day' ? Date.UTC(year, month - 1, date + 1) : Date.UTC(year, month, 1))
  return {
    fromMs: clock.hourOfDayMs(day, contractHour),
    toMs: clock.hourOfDayMs(next.toISOString().slice(0, 10), contractHour),
  }
}

/** Hours, as many as the clocks let pass; days that end in the period. */
function expectedIn(period: Period, covers: RecordPeriod | null, gas: GasClock): number | null {
  if (covers === 'hour') return Math.round((period.toMs - period.fromMs) / HOUR_MS)
  if (covers !== 'day') return null
  return gasPeriods(period, 'day', gas).filter((day) => wholeOf(day, 'day', gas).toMs <= period.toMs).length
}
