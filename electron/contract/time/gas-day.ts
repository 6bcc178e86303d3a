import type { Day } from '../records.ts'
import { addDays, dayNumber, dayNumberAt, dayOf, FIRST_DAY, firstOfMonth, LAST_DAY, utcMidnight } from './day.ts'
import { HOUR_MS } from './units.ts'
import { zoneClock } from './zone.ts'

/**
 * Gas days: each runs from the contract hour of its day to that of the next day. A record is stamped with the end of what
 * it covers, so a span has the records after its beginning, up to and including its end.
 */
export interface GasClock {
  zone: string
  /** The hour at which a gas day begins; of an archive of days or months, the one at which it closes its records. */
  contractHour: number
}

/** A stretch of time, Unix ms. */
export interface TimeSpan {
  fromMs: number
  toMs: number
}

/** A gas day or a month of gas days, cut to the range that was asked for. */
export interface GasPeriod extends TimeSpan {
  /** The gas day that the whole period begins with: its name. */
  day: Day
  /** The range holds only a part of it. */
  part: boolean
}

const startOf = (day: Day, gas: GasClock): number => startsOf(gas)(dayNumber(day))

/** The gas day that a moment lies in; the moment at which one begins belongs to it. */
export const gasDayAt = (atMs: number, gas: GasClock): Day => dayOf(gasDayNumberAt(atMs, gas))

/** Gives the gas day as days since 1970-01-01, for loops over many records: no text is made of them. */
export function gasDayNumberAt(atMs: number, gas: GasClock): number {
  const startOfNumber = startsOf(gas)
  let day = dayNumberAt(zoneClock(gas.zone).wallMs(atMs)) - 1
  // Not simply the day that the clock shows: clocks that go back over midnight show the day before once more.
  while (startOfNumber(day + 1) <= atMs) day++
  return day
}

/** More days than any archive has; beyond it they are forgotten. */
const MOST_STARTS = 40_000
const starts = new Map<string, Map<number, (day: number) => number>>()

/** When a gas day (its number) begins, Unix ms: judging asks for the same few thousand days again and again. */
function startsOf({ zone, contractHour }: GasClock): (day: number) => number {
  let ofZone = starts.get(zone)
  if (!ofZone) starts.set(zone, (ofZone = new Map()))
  let startOfNumber = ofZone.get(contractHour)
  if (!startOfNumber) ofZone.set(contractHour, (startOfNumber = rememberedStarts(zone, contractHour)))
  return startOfNumber
}

function rememberedStarts(zone: string, contractHour: number): (day: number) => number {
  const known = new Map<number, number>()
  return (day) => {
    let atMs = known.get(day)
    if (atMs === undefined) {
      if (known.size >= MOST_STARTS) known.clear()
      atMs = zoneClock(zone).hourOfDayMs(dayOf(day), contractHour)
      known.set(day, atMs)
    }
    return atMs
  }
}

/** The whole gas day with a number, counted from 1970-01-01. */
export function gasDayOfNumber(day: number, gas: GasClock): TimeSpan {
  const startOfNumber = startsOf(gas)
  return { fromMs: startOfNumber(day), toMs: startOfNumber(day + 1) }
}

/** From the beginning of one gas day to the end of another. */
export const gasDaySpan = (first: Day, last: Day, gas: GasClock): TimeSpan => ({
  fromMs: startOf(first, gas),
  toMs: startOf(addDays(last, 1), gas),
})

/** First and last of the gas days that a span touches. */
export const gasDaysOf = (span: TimeSpan, gas: GasClock): [first: Day, last: Day] => [
  gasDayAt(span.fromMs, gas),
  gasDayAt(span.toMs - 1, gas),
]

/** First and last of the gas days that a span is made of; null where it begins or ends within one, as a zoom does. */
export function wholeGasDays(span: TimeSpan, gas: GasClock): [first: Day, last: Day] | null {
  const [first, last] = gasDaysOf(span, gas)
  const { fromMs, toMs } = gasDaySpan(first, last, gas)
  return fromMs === span.fromMs && toMs === span.toMs ? [first, last] : null
}

/** The whole gas days of an archive, given its first and its last record. */
export const archiveSpan = (firstMs: number, lastMs: number, gas: GasClock): TimeSpan =>
  // A record at the contract hour closes the gas day before.
  gasDaySpan(gasDayAt(firstMs - 1, gas), gasDayAt(lastMs - 1, gas), gas)

/** The records of a span, as the contract asks for them (both ends included). */
export const recordsOf = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({ fromMs: fromMs + 1, toMs })

/** The whole gas day, or month of gas days, that begins with a day. */
export const gasPeriod = (day: Day, by: 'day' | 'month', gas: GasClock): TimeSpan => ({
  fromMs: startOf(day, gas),
  toMs: startOf(by === 'day' ? addDays(day, 1) : firstOfMonth(day, 1), gas),
})

/** No list of days reaches beyond these moments, whatever a range says. */
const WORLD: TimeSpan = { fromMs: utcMidnight(FIRST_DAY), toMs: utcMidnight(addDays(LAST_DAY, 1)) }
const inWorld = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({
  fromMs: Math.max(fromMs, WORLD.fromMs),
  toMs: Math.min(toMs, WORLD.toMs),
})

/** The gas days, or months of gas days, of a range; the first and the last are cut to it. */
export function gasPeriods(asked: TimeSpan, by: 'day' | 'month', gas: GasClock): GasPeriod[] {
  const periods: GasPeriod[] = []
  const range = inWorld(asked)
  if (!(range.fromMs < range.toMs)) return periods
  const today = gasDayAt(range.fromMs, gas)
  for (let day = by === 'day' ? today : firstOfMonth(today); ;) {
    const whole = gasPeriod(day, by, gas)
    if (whole.fromMs >= range.toMs) return periods
    const [fromMs, toMs] = [Math.max(whole.fromMs, range.fromMs), Math.min(whole.toMs, range.toMs)]
    // A zone that moves over the date line skips a day, which then has no length.
    if (toMs > fromMs) periods.push({ fromMs, toMs, day, part: fromMs !== whole.fromMs || toMs !== whole.toMs })
    day = by === 'day' ? addDays(day, 1) : firstOfMonth(day, 1)
  }
}

/** Summer time moves the stamps of some months by an hour; a larger share of records than this is no accident. */
const SEASON = 0.05

/**
 * The hour of a zone's day at which an archive of days or months closes its records, which need not be the contract hour
 * of the preferences. Null without records. A stamp of 23:59:59 counts as midnight; where summer time makes two hours of
 * one, it is the later, so that each record lies in the day it closes.
 * @param times of all the archive's records, Unix ms
 */
export function closingHour(times: Float64Array, zone: string): number | null {
  const { wallMs } = zoneClock(zone)
  const counts = Array.from({ length: 24 }, () => 0)
  for (const atMs of times) {
    const hour = Math.ceil(wallMs(atMs) / HOUR_MS) % 24
    const ofDay = (hour + 24) % 24
    counts[ofDay] = (counts[ofDay] ?? 0) + 1
  }
  if (times.length === 0) return null
  const usual = counts.indexOf(Math.max(...counts))
  const later = (usual + 1) % 24
  return (counts[later] ?? 0) > times.length * SEASON ? later : usual
}
