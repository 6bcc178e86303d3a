import type { Day } from '../../contract/records.ts'
import { gasDaySpan, gasPeriods, type GasClock, type GasPeriod } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time/units.ts'
import { zoneClock } from '../../contract/time/zone.ts'
import { counterOf, volumeOf } from '../kernel/channels/channel.ts'
import { gridStepOf } from '../kernel/channels/step.ts'
import type { ChannelData, StationData } from '../kernel/data.ts'
import { onceFor } from '../kernel/once.ts'
import {
  counterBeside,
  counterRise,
  dayAmounts,
  dayPairs,
  hoursBetween,
  hourSums,
  wholeSum,
  type DayAmounts,
  type HourSums,
} from '../kernel/grids/day-sums.ts'
import { facts } from '../station/facts/facts.ts'
import { withoutRefuted } from '../station/facts/source.ts'
import { hourEndMs, onGrid, placeFrom, type HourGrid } from '../kernel/grids/periods.ts'
import { tolerance, type SumLimits } from '../kernel/grids/sums-fit.ts'

/**
 * The volume of the same gas days by three ways (their hours, their daily records, the counter), and the hour at which
 * the three would fit.
 */

interface SumsRow {
  day: Day
  fromMs: number
  toMs: number
  /** m³; null where the way has no number. */
  hours: number | null
  daily: number | null
  counter: number | null
  /** Hours with a number, and hours that the day has. */
  records: number
  expected: number | null
  /** Null where fewer than two ways have a whole day. */
  fits: boolean | null
}

interface Boundary {
  hour: number
  fits: number
  days: number
}

export interface ThreeSums {
  hourlyChannel: string | null
  dailyChannel: string | null
  counterChannel: string | null
  days: SumsRow[]
  /** The contract hour at which more days fit than at the one in use; null: there is none. */
  boundary: Boundary | null
  current: Boundary
  /** Ends of the hours that belong to another day by that boundary, of the days that do not fit, Unix ms. */
  hoursMs: number[]
}

const HOURS_A_DAY = 24

/** What to put side by side: the gas days `from` to `to` by a clock. */
export interface SumsAsked {
  from: Day
  to: Day
  gas: GasClock
  /** Thresholds of hours_against_day. */
  limits: SumLimits
}

/** Puts a station's sums side by side: values that are refuted are in none of them. */
export function threeSums(sent: StationData, { from, to, gas, limits }: SumsAsked): ThreeSums {
  const ways = waysOf(withoutRefuted(sent))
  const periods = gasPeriods(gasDaySpan(from, to, gas), 'day', gas)
  const days = periods.map((period) => rowOf(ways, period, limits))
  const fitsAt = (hour: number): Boundary => {
    const clock = { zone: gas.zone, contractHour: hour }
    const compared = gasPeriods(gasDaySpan(from, to, clock), 'day', clock).flatMap((period) => fitOf(ways, period, limits) ?? [])
    return { hour, fits: compared.filter(Boolean).length, days: compared.length }
  }
  const current = fitsAt(gas.contractHour)
  const boundary = betterHour(current, fitsAt)
  return {
    hourlyChannel: ways.hours?.channel.channelVarname ?? null,
    dailyChannel: ways.days?.channel.channelVarname ?? null,
    counterChannel: ways.counter?.channelVarname ?? null,
    days,
    boundary,
    current,
    hoursMs: boundary ? movedHours(ways.hours, days, { zone: gas.zone, contractHour: boundary.hour }) : [],
  }
}

/**
 * Puts the sums of all devices that a station had side by side, as those of one: a day that two of them share is both. At which
 * hour they would fit is asked of the newest.
 */
export function sumsOfLife(devices: readonly StationData[], asked: SumsAsked): ThreeSums {
  const all = devices.map((data) => threeSums(data, asked))
  const last = all.at(-1)
  if (!last || all.length === 1) return last ?? NO_SUMS
  const days = last.days.map((row, at) => all.map(({ days }) => days[at] ?? row).reduce((a, b) => bothDays(a, b)))
  const named = (key: 'hourlyChannel' | 'dailyChannel' | 'counterChannel') => all.findLast((one) => one[key] !== null)?.[key] ?? null
  return {
    ...last,
    hourlyChannel: named('hourlyChannel'),
    dailyChannel: named('dailyChannel'),
    counterChannel: named('counterChannel'),
    days,
  }
}
const NO_SUMS: ThreeSums = {
  hourlyChannel: null,
  dailyChannel: null,
  counterChannel: null,
  days: [],
  boundary: null,
  current: { hour: 0, fits: 0, days: 0 },
  hoursMs: [],
}

function bothDays(a: SumsRow, b: SumsRow): SumsRow {
  const plus = (x: number | null, y: number | null) => (x === null ? y : y === null ? x : x + y)
  // Of a day of one device its own verdict holds; of a day that both share nobody can say.
  const isShared = a.records > 0 && b.records > 0
  const own = a.records > 0 || a.daily !== null ? a : b
  return {
    ...b,
    hours: plus(a.hours, b.hours),
    daily: plus(a.daily, b.daily),
    counter: plus(a.counter, b.counter),
    records: a.records + b.records,
    expected: a.expected === null ? b.expected : b.expected === null ? a.expected : Math.max(a.expected, b.expected),
    fits: isShared ? null : own.fits,
  }
}

interface Ways {
  hours: HourSums | null
  days: DayAmounts | null
  /** The counter of the hourly archive, else of the daily one. */
  counter: ChannelData | null
  dailyCounter: DayAmounts | null
  /** The step of a channel. */
  stepOf: (channel: ChannelData) => number
}

function waysOf(data: StationData): Ways {
  const { archive, counted, hourGrid, dayGrid } = facts(data)
  const [sent, daily] = [archive('hourly'), archive('daily')]
  const [hours, days] = [sent && hourGrid(sent), daily && dayGrid(daily)]
  const hourly = sent && counted(sent)
  const pair = hourly && daily ? dayPairs(hourly, daily)[0] : undefined
  const hourChannel = pair?.hours ?? volumeOf(hourly)
  const dayChannel = pair?.days ?? volumeOf(daily)
  const sums = hours && hourChannel?.toBase ? hourSums(hours, hourChannel) : null
  // Hours that come from a counter are no second witness beside it.
  const ofHours = sent && hourChannel ? counterBeside(sent, hourChannel) : counterOf(sent)
  const ofDays = daily && dayChannel ? counterBeside(daily, dayChannel) : counterOf(daily)
  return {
    hours: sums,
    days: days && dayChannel?.toBase ? dayAmounts(days, dayChannel, pair?.counts ?? false) : null,
    counter: (sums && ofHours?.toBase ? ofHours : null) ?? (ofDays?.toBase ? ofDays : null),
    dailyCounter: days && ofDays?.toBase ? dayAmounts(days, ofDays, true) : null,
    stepOf: onceFor(gridStepOf),
  }
}

function rowOf(ways: Ways, { day, fromMs, toMs }: GasPeriod, limits: SumLimits): SumsRow {
  const { hours } = ways
  const { sum, records } = hours ? partSum(hours, fromMs, toMs) : { sum: null, records: 0 }
  const daily = dailyOf(ways.days, toMs)
  const counter = counterOfDay(ways, fromMs, toMs)
  return {
    day,
    fromMs,
    toMs,
    hours: sum,
    daily,
    counter,
    records,
    expected: hours ? hoursBetween(hours, fromMs, toMs) : null,
    fits: fitOf(ways, { fromMs, toMs }, limits),
  }
}

/** The sum of those hours that are there. */
function partSum({ grid, channel }: HourSums, fromMs: number, toMs: number): { sum: number | null; records: number } {
  const column = onGrid(grid, channel)
  let [sum, records] = [0, 0]
  const last = Math.min(grid.length - 1, placeFrom(grid, toMs + 1) - 1)
  for (let place = Math.max(0, placeFrom(grid, fromMs + 1)); place <= last; place++) {
    const value = column[place] as number
    if (Number.isNaN(value)) continue
    sum += value
    records++
  }
  return { sum: records > 0 ? sum : null, records }
}

/** The record of the day that ends nearest to a moment, half a day off at most. */
function dailyOf(days: DayAmounts | null, toMs: number): number | null {
  if (!days) return null
  const { toMs: ends } = days.grid
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) < toMs - DAY_MS / 2) low = middle + 1
    else high = middle
  }
  const value = (ends[low] ?? Infinity) < toMs + DAY_MS / 2 ? (days.m3[low] as number) : NaN
  return Number.isNaN(value) ? null : value
}

function counterOfDay({ hours, dailyCounter }: Ways, fromMs: number, toMs: number): number | null {
  return (hours && counterRise(hours, fromMs, toMs).counter) ?? dailyOf(dailyCounter, toMs)
}

/** Whether the ways that have the whole day agree; null where fewer than two have it. */
function fitOf(ways: Ways, { fromMs, toMs }: Pick<GasPeriod, 'fromMs' | 'toMs'>, limits: SumLimits): boolean | null {
  const { hours, days, counter, stepOf } = ways
  const whole = hours ? wholeSum(hours, fromMs, toMs) : NaN
  const daily = dailyOf(days, toMs) ?? NaN
  const rise = counterOfDay(ways, fromMs, toMs) ?? NaN
  const agree = (a: number, b: number, one: ChannelData | undefined, other: ChannelData | undefined | null): boolean | null => {
    if (Number.isNaN(a) || Number.isNaN(b) || !one || !other) return null
    const step = Math.max(stepOf(one), stepOf(other))
    return Math.abs(a - b) <= tolerance(limits, a, step, { terms: HOURS_A_DAY, termStep: step })
  }
  const said = [
    agree(daily, whole, days?.channel, hours?.channel),
    agree(whole, rise, hours?.channel, counter),
    // Two counters of one archive say nothing of the hours.
    Number.isNaN(whole) ? agree(daily, rise, days?.channel, counter) : null,
  ].filter((one) => one !== null)
  return said.length === 0 ? null : said.every(Boolean)
}

/** An hour at which most days fit that do not fit at the one in use. */
function betterHour(current: Boundary, fitsAt: (hour: number) => Boundary): Boundary | null {
  if (current.days === 0 || current.fits === current.days) return null
  let best = current
  for (let hour = 0; hour < HOURS_A_DAY; hour++) {
    const one = fitsAt(hour)
    if (one.fits > best.fits) best = one
  }
  return best === current || best.fits * 2 <= best.days ? null : best
}

/** The hours between the boundary in use and the one that fits, of the days that do not fit. */
function movedHours(hours: HourSums | null, days: readonly SumsRow[], { zone, contractHour }: GasClock): number[] {
  if (!hours) return []
  const clock = zoneClock(zone)
  const found = new Set<number>()
  for (const { toMs, fits } of days) {
    if (fits !== false) continue
    const ends = [-1, 0, 1].map((shift) => clock.hourOfDayMs(clock.dayAt(toMs + shift * DAY_MS), contractHour))
    const other = ends.reduce((a, b) => (Math.abs(b - toMs) < Math.abs(a - toMs) ? b : a))
    for (const endMs of endsBetween(hours.grid, Math.min(toMs, other), Math.max(toMs, other))) found.add(endMs)
  }
  return [...found].sort((a, b) => a - b)
}

function* endsBetween(grid: HourGrid, fromMs: number, toMs: number): Generator<number> {
  for (let endMs = hourEndMs(grid, placeFrom(grid, fromMs + 1)); endMs <= toMs; endMs += HOUR_MS) yield endMs
}
