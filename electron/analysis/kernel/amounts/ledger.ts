import { hoursDue } from '../../../book/completeness/due.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { addHours, hoursIn, hoursTold, NO_HOURS, type KnownHours } from '../../../contract/known-hours.ts'
import type { Day } from '../../../contract/records.ts'
import { firstOfMonth } from '../../../contract/time/day.ts'
import {
  gasDayAt,
  gasDaySpan,
  gasPeriod,
  gasPeriods,
  type GasClock,
  type GasPeriod,
  type TimeSpan,
} from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { withoutNoise } from '../../../contract/units.ts'
import { daysOf, sharedDays, type DayPart, type Days } from './days.ts'
import { hoursOf, placeAfter, sumOfHours, type HourFill, type Hours } from './hours.ts'
import type { ConsumptionSource } from './source.ts'

/** A station's gas, gas day by gas day, each by the best telling that it has, and how much of it is known. */

const DAY_WAYS = ['hourly', 'daily', 'counter'] as const
export interface LedgerDay extends KnownHours {
  day: Day
  /** m³; null: no number at all. */
  m3: number | null
  /** `counter`: in part or as a whole. */
  way: (typeof DAY_WAYS)[number] | null
  abnormalMinutes: number
  /** Null: nobody can tell whether a substitute was in use. */
  substituteMinutes: number | null
}

/** The gas that passed over a hole across a day's end: no day's number has it, a month's that holds all of it does. */
export interface LedgerFill extends HourFill {
  /** The first and the last gas day that it reaches into. */
  firstDay: Day
  lastDay: Day
}

export interface Ledger {
  days: LedgerDay[]
  fills: LedgerFill[]
}

/**
 * The gas days of a range. Of each day: its hours, by their own records and by the counter over holes; where hours of it
 * are unknown then, its daily record; without one, the hours that are known. Daily records that close no gas day count only
 * where there are no hours.
 */
export function ledgerOf(source: ConsumptionSource, range: TimeSpan, gas: GasClock): Ledger {
  const periods = gasPeriods(range, 'day', gas)
  const hourly = source.hourly && hoursOf(source.hourly, source.breaksMs)
  const daily = source.daily && daysOf(source.daily, source.breaksMs, gas)
  const shared = sharedDays((hourly && daily && source.devices) || [], gas)
  const days = periods.map((period) => dayOf(source, period, { hourly, daily, shared }))
  const fills = crossingFills({ hourly, daily }, days, gas)
  if (!source.hourly && !source.daily) fills.push(...monthsOf(source, range, gas))
  return { days, fills }
}

/** Months that a station without days tells: each lasts over the reader's month that it closes, up to a day later. */
function monthsOf({ monthly, breaksMs }: ConsumptionSource, range: TimeSpan, gas: GasClock): LedgerFill[] {
  const fills = new Map<Day, LedgerFill & { closesMs: number }>()
  monthly?.timesMs.forEach((closesMs, row) => {
    const m3 = monthly.amounts[row] as number
    const day = firstOfMonth(gasDayAt(closesMs - DAY_MS - 1, gas))
    const month = gasPeriod(day, 'month', gas)
    if (Number.isNaN(m3) || month.toMs <= range.fromMs || month.fromMs >= range.toMs) return
    const hours = Math.round((month.toMs - month.fromMs) / HOUR_MS)
    const span = { firstDay: gasDayAt(month.fromMs, gas), lastDay: gasDayAt(month.toMs - 1, gas) }
    const other = fills.get(day)
    // Two devices share the month of an exchange.
    const isShared = other !== undefined && breaksMs.some((atMs) => atMs > other.closesMs && atMs <= closesMs)
    fills.set(day, { ...month, ...span, m3: isShared ? other.m3 + m3 : m3, hours, received: hours, closesMs })
  })
  return Array.from(fills.values(), ({ closesMs: _, ...fill }) => fill)
}

type ToldDay = Omit<LedgerDay, 'day' | 'abnormalMinutes' | 'substituteMinutes'>

/** What tells the days. */
interface Tellings {
  hourly: Hours | null
  daily: Days | null
  /** Parts of the days that devices share. */
  shared: ReadonlyMap<Day, readonly DayPart[]>
}

function dayOf(source: ConsumptionSource, period: GasPeriod, { hourly, daily, shared }: Tellings): LedgerDay {
  const parts = shared.get(period.day)
  const ofDay = daily && (!hourly || daily.exact.has(period.day)) ? daily.byDay.get(period.day) : undefined
  return {
    day: period.day,
    ...(parts ? toldByParts(period, parts, hourly, daily) : toldIn(period, ofDay, hourly, daily)),
    abnormalMinutes: minutesIn(source.abnormal, period),
    substituteMinutes: source.substitute && minutesIn(source.substitute, period),
  }
}

/** A day that devices share: each part is told by its own hours or its own daily record. */
function toldByParts(period: GasPeriod, parts: readonly DayPart[], hourly: Hours | null, daily: Days | null): ToldDay {
  const told = parts.flatMap(({ m3, ...part }) => {
    const [fromMs, toMs] = [Math.max(part.fromMs, period.fromMs), Math.min(part.toMs, period.toMs)]
    return toMs <= fromMs ? [] : [toldIn({ ...period, fromMs, toMs }, m3 ?? undefined, hourly, daily)]
  })
  const sum: ToldDay = { m3: null, way: null, ...NO_HOURS }
  for (const one of told) {
    if (one.m3 !== null) sum.m3 = withoutNoise((sum.m3 ?? 0) + one.m3)
    addHours(sum, one)
  }
  return { ...sum, way: (['daily', 'counter', 'hourly'] as const).find((way) => told.some((one) => one.way === way)) ?? null }
}

function toldIn(period: GasPeriod, ofDay: number | undefined, hourly: Hours | null, daily: Days | null): ToldDay {
  const { day, fromMs, toMs } = period
  const all = hourly ? hoursDue(period, hourly.minute) : Math.round((toMs - fromMs) / HOUR_MS)
  const made = (m3: number | null, way: LedgerDay['way'], told: Partial<KnownHours>): ToldDay => {
    const hours = { received: 0, byCounter: 0, byDaily: 0, ...told }
    return { m3: m3 === null ? null : withoutNoise(m3), way, ...hours, unknown: Math.max(0, all - hoursTold(hours)) }
  }
  if (!hourly) {
    if (ofDay === undefined) return made(null, null, {})
    return daily?.byCounter.has(day) ? made(ofDay, 'counter', { byCounter: all }) : made(ofDay, 'daily', { received: all })
  }
  const { m3, received, byCounter } = sumOfHours(hourly, period)
  const inside = hourly.fills.filter((fill) => fill.fromMs >= fromMs && fill.toMs <= toMs)
  const told = inside.reduce(
    (sum, fill) => ({
      m3: sum.m3 + fill.m3,
      received: sum.received + fill.received,
      byCounter: sum.byCounter + fill.hours - fill.received,
    }),
    { m3, received, byCounter },
  )
  const hours = { received: told.received, byCounter: told.byCounter }
  const count = hoursTold({ ...hours, byDaily: 0 })
  if (count < all && ofDay !== undefined) {
    // Where the archive of days has no record of it either, its counters tell the day, and nothing else does.
    if (daily?.byCounter.has(day)) return made(ofDay, 'counter', { received: hours.received, byCounter: all - hours.received })
    return made(ofDay, 'daily', { ...hours, byDaily: all - count })
  }
  if (count === 0) return made(null, null, {})
  return made(told.m3, hours.byCounter > 0 ? 'counter' : 'hourly', hours)
}

/**
 * The amounts that the counter tells of holes over the end of a day. Where the record of one of these days tells its
 * amount, the other days have the rest of the hole.
 */
function crossingFills({ hourly, daily }: { hourly: Hours | null; daily: Days | null }, days: readonly LedgerDay[], gas: GasClock) {
  const places = new Map(days.map(({ day }, place) => [day, place]))
  const fills: LedgerFill[] = []
  for (const fill of hourly?.fills ?? daily?.fills ?? []) {
    const [first, last] = [gasDayAt(fill.fromMs, gas), gasDayAt(fill.toMs - 1, gas)]
    if (first === last && hourly) continue
    const [from, to] = [places.get(first), places.get(last)]
    if (from === undefined || to === undefined) continue
    const rest = hourly ? restOf(fill, days.slice(from, to + 1), { hourly, gas }) : { ...fill, m3: withoutNoise(fill.m3) }
    if (rest) fills.push({ ...rest, firstDay: gasDayAt(rest.fromMs, gas), lastDay: gasDayAt(rest.toMs - 1, gas) })
  }
  for (const fill of (hourly && daily?.exactFills) || []) fills.push(...besideHours(fill, { places, days, fills, gas }))
  return fills
}

/** What the counter of the days tells of a hole for which the hours have no counter of their own. */
function besideHours(
  fill: HourFill,
  {
    places,
    days,
    fills,
    gas,
  }: { places: ReadonlyMap<Day, number>; days: readonly LedgerDay[]; fills: readonly LedgerFill[]; gas: GasClock },
): LedgerFill[] {
  const [firstDay, lastDay] = [gasDayAt(fill.fromMs, gas), gasDayAt(fill.toMs - 1, gas)]
  const [from, to] = [places.get(firstDay), places.get(lastDay)]
  if (from === undefined || to === undefined || fills.some((one) => one.fromMs < fill.toMs && one.toMs > fill.fromMs)) return []
  const touched = days.slice(from, to + 1)
  const hours = touched.reduce((sum, { unknown }) => sum + unknown, 0)
  const m3 = withoutNoise(touched.reduce((rest, one) => rest - (one.m3 ?? 0), fill.m3))
  return hours > 0 && m3 >= 0 ? [{ ...fill, m3, hours, received: 0, firstDay, lastDay }] : []
}

/** The part of a hole outside of the days that their own records tell; null: none, or nobody can say how much. */
function restOf(fill: HourFill, touched: readonly LedgerDay[], { hourly, gas }: { hourly: Hours; gas: GasClock }) {
  const rest = { ...fill }
  const isWhole = (one: LedgerDay) => one.unknown === 0
  // A day between, told by its own record, cuts the hole in two, and nobody can say how the rest is shared.
  if (touched.slice(1, -1).some(isWhole)) return null
  for (const one of touched) {
    if (!isWhole(one)) continue
    const span = gasDaySpan(one.day, one.day, gas)
    const own = sumOfHours(hourly, span)
    const there = own.received + own.byCounter
    const [fromMs, toMs] = [Math.max(fill.fromMs, span.fromMs), Math.min(fill.toMs, span.toMs)]
    const hidden = Math.round((toMs - fromMs) / HOUR_MS)
    if (hoursIn(one) - there !== hidden || one.m3 === null) return null
    rest.m3 -= one.m3 - own.m3
    rest.hours -= hidden
    // The record that ends the hole lies in its last hour.
    if (toMs === fill.toMs) rest.received = 0
    if (fromMs === fill.fromMs) rest.fromMs = toMs
    else rest.toMs = fromMs
  }
  if (rest.hours <= 0 || rest.toMs <= rest.fromMs || rest.m3 < -NOISE_M3) return null
  return { ...rest, m3: Math.max(0, withoutNoise(rest.m3)) }
}
const NOISE_M3 = 1e-6

/**
 * The hours of a ledger's days: each that is told alone, and what a counter or the record of a day tells of several together
 * shared evenly among them. Only for parts of such a time: nobody knows what a single one of its hours was. They add up to what
 * the ledger has of it.
 */
export function sharedHours(source: ConsumptionSource, { days, fills }: Ledger, gas: GasClock): Pick<Hours, 'timesMs' | 'amounts'> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { timesMs: new Float64Array(0), amounts: new Float64Array(0) }
  const { fromMs, toMs } = gasDaySpan(first.day, last.day, gas)
  const minute = source.hourly?.minute ?? 0
  const startMs = (Math.floor((fromMs - minute * MINUTE_MS) / HOUR_MS) + 1) * HOUR_MS + minute * MINUTE_MS
  const timesMs = Float64Array.from({ length: Math.max(0, Math.floor((toMs - startMs) / HOUR_MS) + 1) }, (_, at) => startMs + at * HOUR_MS)
  const amounts = new Float64Array(timesMs.length).fill(Number.NaN)
  const hourly = source.hourly && hoursOf(source.hourly, source.breaksMs)
  hourly?.timesMs.forEach((endMs, at) => {
    const place = Math.round((endMs - startMs) / HOUR_MS)
    if (place >= 0 && place < amounts.length) amounts[place] = hourly.amounts[at] as number
  })
  const share = (span: TimeSpan, m3: number) => {
    const places: number[] = []
    for (let at = placeAfter(timesMs, span.fromMs); at < timesMs.length && (timesMs[at] as number) <= span.toMs; at++)
      if (Number.isNaN(amounts[at])) places.push(at)
    for (const at of places) amounts[at] = Math.max(0, m3) / places.length
  }
  for (const one of days) {
    if (one.m3 === null || one.unknown > 0) continue
    const day = gasDaySpan(one.day, one.day, gas)
    const inside = one.byDaily > 0 ? [] : (hourly?.fills ?? []).filter((fill) => fill.fromMs >= day.fromMs && fill.toMs <= day.toMs)
    for (const fill of inside) share(fill, fill.m3)
    if (inside.length === 0) share(day, one.m3 - (hourly ? sumOfHours(hourly, day).m3 : 0))
  }
  for (const fill of [...(hourly?.fills ?? []).filter((one) => gasDayAt(one.fromMs, gas) === gasDayAt(one.toMs - 1, gas)), ...fills])
    share(fill, fill.m3)
  return { timesMs, amounts }
}

/** Whole minutes of stretches that lie in a period. */
export function minutesIn(stretches: readonly TimeSpan[], { fromMs, toMs }: TimeSpan): number {
  let ms = 0
  const first = firstWhere(0, stretches.length, (at) => (stretches[at] as TimeSpan).toMs > fromMs)
  for (let at = first; at < stretches.length; at++) {
    const one = stretches[at] as TimeSpan
    if (one.fromMs >= toMs) break
    ms += Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs)
  }
  return Math.round(ms / MINUTE_MS)
}
