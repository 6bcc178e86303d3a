import { firstWhere } from '../../../contract/bisect.ts'
import type { RefutedWhy } from '../../../contract/readings.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { medianOf } from '../statistics/select.ts'
import { BELIEF_DAYS } from './counts.ts'

/** Volumes of records that the counter, the other archive or all that lies around contradict: see `believed`. */

/** The records of an archive at the ends of its periods, in order. */
export interface Series {
  everyMs: number
  /** The row of each in the archive. */
  rows: Int32Array
  atMs: Float64Array
  /** m³; NaN once it is refuted. */
  amounts: Float64Array
  /** The counter as sent, and as it is believed. */
  sent: Float64Array
  counts: Float64Array
  /** What the believed counter rose by since the record before; NaN over a gap and an exchange. */
  rises: Float64Array
  /** Whether a meter was exchanged after one place and up to another. */
  isBroken: (after: number, upTo: number) => boolean
}

/** Takes a volume out of a series. */
export type Refute = (series: Series, at: number, why: RefutedWhy) => void

const AROUND_MS = (BELIEF_DAYS + 0.5) * DAY_MS
/** An order beyond. */
const ORDER = 10
/** Two tellings of one volume agree within this share, and this much by rounding, m³. */
const SAME_SHARE = 0.005
const ROUNDING_M3 = 0.02
/** The larger of two plausible amounts is no more than so many times the largest around. */
const PLAUSIBLE = 1.5
/** Fewer records around tell nothing of what is usual. */
const LEAST = 6
/** Of the records around so many agree with the counter where one that does not is refuted. */
const AGREEING = 0.75

const areSame = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_SHARE * Math.max(a, b) + ROUNDING_M3
const isOrderMore = (a: number, b: number): boolean => a > ORDER * b + ROUNDING_M3

/** The places that lie around one, itself included. */
function around({ atMs }: Series, at: number): [from: number, to: number] {
  const ms = atMs[at] as number
  const from = firstWhere(0, at, (place) => (atMs[place] as number) >= ms - AROUND_MS)
  return [from, firstWhere(at, atMs.length, (place) => (atMs[place] as number) > ms + AROUND_MS)]
}

/** Volumes that are the counter itself, or an order beyond what it rose by where both tell the same all around. */
export function refuteByCounter(series: Series, refute: Refute): void {
  const { amounts, rises, sent } = series
  for (let at = 0; at < amounts.length; at++) {
    const [amount, rise] = [amounts[at] as number, rises[at] as number]
    if (!(rise >= 0) || !isOrderMore(amount, rise)) continue
    const count = sent[at] as number
    if (Math.abs(amount - count) <= 1e-6 * count) refute(series, at, 'is_counter')
    else if (contradicts(series, at)) refute(series, at, 'against_counter')
  }
}

/** The rise of the counter is as usual, and the volume is not; all around the two tell the same. */
function contradicts(series: Series, at: number): boolean {
  const { amounts, rises } = series
  const [from, to] = around(series, at)
  let [compared, agreeing, largest] = [0, 0, 0]
  for (let place = from; place < to; place++) {
    const [amount, rise] = [amounts[place] as number, rises[place] as number]
    if (place === at || Number.isNaN(amount + rise)) continue
    compared++
    if (areSame(amount, rise)) agreeing++
    largest = Math.max(largest, rise)
  }
  if (compared < LEAST || agreeing < AGREEING * compared || largest === 0) return false
  return (rises[at] as number) <= PLAUSIBLE * largest && isOrderMore(amounts[at] as number, largest)
}

/** Beyond all that lies around by two orders, a value that comes again to the last digit stands for 'no value'. */
const BEYOND_ALL = 100

export function refuteNoValues(series: Series, refute: Refute): void {
  const { amounts, rises } = series
  const found: number[] = []
  let usual = Number.NaN
  for (let at = 0; at < amounts.length; at++) {
    const amount = amounts[at] as number
    if (amount > BEYOND_ALL * usual && Number.isNaN(rises[at])) {
      if (standsForNone(series, at)) found.push(at)
    } else if (amount > 0) usual = amount
  }
  for (const at of found) refute(series, at, 'no_value')
}

function standsForNone(series: Series, at: number): boolean {
  const { amounts } = series
  const amount = amounts[at] as number
  const [from, to] = around(series, at)
  let [same, others, largest] = [0, 0, 0]
  for (let place = from; place < to; place++) {
    const other = amounts[place] as number
    if (Number.isNaN(other)) continue
    if (other === amount) same++
    else {
      others++
      largest = Math.max(largest, other)
    }
  }
  return same > 1 && others >= LEAST && others > same && largest > 0 && amount > BEYOND_ALL * largest
}

/** A day is in line with the days around where it is no more than so many times more or less than half of them. */
const IN_LINE = 3
const inLine = (m3: number, usual: number): boolean => m3 <= IN_LINE * usual && m3 * IN_LINE >= usual
/** Fewer days around tell nothing. */
const LEAST_DAYS = 3
/** Fewer hours of a day tell nothing of it. */
const LEAST_HOURS = 6
/** An hour that differs by less of the day is none that decides. */
const OF_DAY = 0.01

/** Hours that their day contradicts, and days that their hours do. */
export function refuteByDays(hours: Series, days: Series, refute: Refute): void {
  const sent = days.amounts.slice()
  for (let at = 0; at < sent.length; at++) {
    const day = sent[at] as number
    if (Number.isNaN(day)) continue
    const [from, to] = hoursOfDay(hours, days, at)
    const { sum, known, rise } = sumsOf(hours, from, to)
    if (known === 0 || areSame(sum, day)) continue
    // The counter and the record of the day agree: an hour that tells another order than the counter is wrong.
    if (areSame(rise, day)) {
      for (let hour = from; hour < to; hour++) {
        const [amount, counted] = [hours.amounts[hour] as number, hours.rises[hour] as number]
        if (Math.abs(amount - counted) > OF_DAY * day && (isOrderMore(amount, counted) || isOrderMore(counted, amount)))
          refute(hours, hour, 'against_counter')
      }
      continue
    }
    const usual = usualDay(days, sent, at)
    if (usual === null) continue
    if (day > 0 && inLine(day, usual)) {
      // More than twice the day in one of its hours, and no more than the day in the others.
      const beyond = range(from, to).filter((hour) => (hours.amounts[hour] as number) > 2 * day)
      const rest = beyond.reduce((m3, hour) => m3 - (hours.amounts[hour] as number), sum)
      if (beyond.length > 0 && rest <= day * (1 + SAME_SHARE) + ROUNDING_M3) for (const hour of beyond) refute(hours, hour, 'against_day')
      continue
    }
    const whole = (sum / known) * Math.max(known, to - from || known)
    if (known >= LEAST_HOURS && inLine(whole, usual) && (isOrderMore(day, whole) || isOrderMore(sum, day)))
      refute(days, at, 'against_hours')
  }
}

/** The places of the hours that a record of a day covers. */
function hoursOfDay({ atMs }: Series, { atMs: endsMs, everyMs }: Series, at: number): [from: number, to: number] {
  const toMs = endsMs[at] as number
  const beforeMs = endsMs[at - 1] ?? -Infinity
  const fromMs = toMs - beforeMs <= everyMs + 2 * HOUR_MS ? beforeMs : toMs - everyMs
  return [
    firstWhere(0, atMs.length, (hour) => (atMs[hour] as number) > fromMs),
    firstWhere(0, atMs.length, (hour) => (atMs[hour] as number) > toMs),
  ]
}

/** What the hours of a day add up to, how many have a number, and what the counter rose by over all of them. */
function sumsOf({ amounts, rises }: Series, from: number, to: number): { sum: number; known: number; rise: number } {
  let [sum, known, rise] = [0, 0, 0]
  for (let hour = from; hour < to; hour++) {
    const amount = amounts[hour] as number
    rise += rises[hour] as number
    if (Number.isNaN(amount)) continue
    sum += amount
    known++
  }
  return { sum, known, rise }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, nth) => from + nth)

/** The median of the days around a day; null: too few. */
function usualDay(days: Series, amounts: Float64Array, at: number): number | null {
  const [from, to] = around(days, at)
  const others = range(from, to).flatMap((place) => (place === at || Number.isNaN(amounts[place]) ? [] : [amounts[place] as number]))
  return others.length < LEAST_DAYS ? null : medianOf(others)
}

/** A record after more missing ones than this is none that brings them. */
const MOST_MISSING = 7
/** It has so many times the largest record around, and its share of each record is no further than these from the usual one. */
const CATCH_UP = { beyond: 2, least: 0.5, most: 1.5 }

/**
 * A record that brings the gas of those that are missing before it, or say nought: only all of them together are known.
 * @param isTold whether something else tells the record at a place
 */
export function catchUps(series: Series, isTold: (at: number) => boolean): { before: number; at: number }[] {
  const { atMs, amounts, counts, everyMs, isBroken } = series
  const found: { before: number; at: number }[] = []
  for (let at = 1; at < amounts.length; at++) {
    const amount = amounts[at] as number
    if (!(amount > 0)) continue
    let before = at - 1
    // An hour without use is nothing unusual, a day is.
    while (before >= 0 && (Number.isNaN(amounts[before]) || (amounts[before] === 0 && everyMs >= DAY_MS))) before--
    if (before < 0) continue
    const periods = Math.round(((atMs[at] as number) - (atMs[before] as number)) / everyMs)
    if (periods < 2 || periods > MOST_MISSING + 1 || isBroken(before, at)) continue
    const rise = (counts[at] as number) - (counts[before] as number)
    if (!Number.isNaN(rise) && !areSame(rise, amount)) continue
    if (isBeyondAround(series, { before, at }, amount, periods) && !isTold(at)) found.push({ before, at })
  }
  return found
}

function isBeyondAround(series: Series, { before, at }: { before: number; at: number }, amount: number, periods: number): boolean {
  const [from, to] = around(series, at)
  const others: number[] = []
  for (let place = from; place < to; place++) {
    const other = series.amounts[place] as number
    if (Number.isNaN(other) || (place > before && place <= at)) continue
    // Where nought is usual, nought is no missing record.
    if (other === 0) return false
    others.push(other)
  }
  if (others.length < LEAST) return false
  const [usual, largest] = [medianOf(others), Math.max(...others)]
  const share = amount / periods / usual
  return amount > CATCH_UP.beyond * largest && share >= CATCH_UP.least && share <= CATCH_UP.most
}
