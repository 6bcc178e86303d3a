import { hoursDue } from '../../book/completeness/due.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { Day } from '../../contract/records.ts'
import { firstOfMonth } from '../../contract/time/day.ts'
import {
  gasDayAt,
  gasPeriod,
  gasPeriods,
  type GasClock,
  type GasPeriod,
  type TimeSpan,
} from '../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { converted } from '../../contract/units.ts'
import { isHourEnd } from '../../book/completeness/hour-ends.ts'
import { fillsOf, type Fill } from './holes.ts'
import type { Amounts, ConsumptionSource } from './source.ts'

/** What a station let pass, gas day by gas day, each by the best that it has. */

const DAY_WAYS = ['hourly', 'daily', 'counter'] as const
export interface LedgerDay {
  day: Day
  /** m³; null: no number at all. */
  m3: number | null
  way: (typeof DAY_WAYS)[number] | null
  /** Hours with a number, of those that the whole day has. */
  hours: number
  hoursExpected: number
  abnormalMinutes: number
  substituteMinutes: number
}

/** What passed over a hole that reaches over a day's end: no day's number has it, a month's that holds all of it does. */
export interface LedgerFill extends TimeSpan {
  m3: number
  hours: number
}

export interface Ledger {
  days: LedgerDay[]
  fills: LedgerFill[]
}

/**
 * The gas days of a range. Of each day: all of its hours, else its daily record, else the hours that there are with what a
 * counter tells of the others. The daily records of another closing hour count only where there are no hours.
 */
export function ledgerOf(source: ConsumptionSource, range: TimeSpan, gas: GasClock): Ledger {
  const periods = gasPeriods(range, 'day', gas)
  const hourly = source.hourly && hoursOf(source.hourly, source.breaksMs)
  const daily = source.daily && daysOf(source, source.daily, gas)
  const days = periods.map((period) => dayOf(source, period, hourly, daily))
  const crossing = [...(hourly?.fills ?? []), ...(source.hourly ? [] : (daily?.fills ?? []))]
  const open = new Map(days.map((one) => [one.day, one.way !== 'daily' && one.hours < one.hoursExpected]))
  const fills: LedgerFill[] = []
  for (const fill of crossing) {
    const [first, last] = [gasDayAt(fill.fromMs, gas), gasDayAt(fill.toMs - 1, gas)]
    if (first === last && source.hourly) continue
    const touched = periods.filter(({ day }) => day >= first && day <= last)
    if (touched.length > 0 && touched.every(({ day }) => open.get(day))) fills.push(fill)
  }
  if (!source.hourly && !source.daily) fills.push(...monthsOf(source, range, gas))
  return { days, fills }
}

/** Months that a station without days tells: each lasts over the reader's month of its name. */
function monthsOf({ monthly }: ConsumptionSource, range: TimeSpan, gas: GasClock): LedgerFill[] {
  if (!monthly) return []
  return Array.from(monthly.timesMs).flatMap((atMs, row) => {
    const m3 = monthly.amounts[row] as number
    const month = gasPeriod(firstOfMonth(gasDayAt(atMs - 1, monthly.clock)), 'month', gas)
    if (Number.isNaN(m3) || month.toMs <= range.fromMs || month.fromMs >= range.toMs) return []
    return [{ ...month, m3, hours: Math.round((month.toMs - month.fromMs) / HOUR_MS) }]
  })
}

interface Hours {
  timesMs: Float64Array
  amounts: Float64Array
  /** Extra records between the hours: they count in sums, and stand in for no missing hour. */
  extra: { timesMs: Float64Array; amounts: Float64Array }
  /** By the end of the last hour before it, and the end of its last hour. */
  fills: LedgerFill[]
}

/** The hours on their grid, without gaps: missing ones are NaN. */
export function hoursOf({ minute, ...archive }: Amounts & { minute: number }, breaksMs: readonly number[]): Hours {
  const onGrid = (row: number) => isHourEnd(archive.timesMs[row] as number, minute)
  const rows = Array.from(archive.timesMs.keys())
  const grid = rows.filter(onGrid)
  const between = rows.filter((row) => !onGrid(row))
  const hourOf = (row: number) => Math.floor((archive.timesMs[row] as number) / HOUR_MS)
  const [first, last] = [grid[0], grid.at(-1)]
  const length = first === undefined || last === undefined ? 0 : hourOf(last) - hourOf(first) + 1
  const start = first === undefined ? 0 : hourOf(first)
  const amounts = new Float64Array(length).fill(Number.NaN)
  const counts = new Float64Array(length).fill(Number.NaN)
  for (const row of grid) {
    amounts[hourOf(row) - start] = archive.amounts[row] as number
    counts[hourOf(row) - start] = archive.counts[row] as number
  }
  const timesMs = Float64Array.from({ length }, (_, place) => (start + place) * HOUR_MS + minute * MINUTE_MS)
  const fills = fillsOf(amounts, counts, brokenAt(timesMs, breaksMs))
  const extra = {
    timesMs: Float64Array.from(between, (row) => archive.timesMs[row] as number),
    amounts: Float64Array.from(between, (row) => archive.amounts[row] as number),
  }
  for (const fill of fills) withoutExtra(fill, amounts, { timesMs, extra })
  return {
    timesMs,
    amounts,
    extra,
    fills: fills
      .filter((fill) => fill.first !== fill.last)
      .map((fill) => ({
        fromMs: timesMs[fill.first - 1] as number,
        toMs: timesMs[fill.last] as number,
        m3: fill.m3,
        hours: fill.last - fill.first + 1,
      })),
  }
}

/** What a counter tells of a hole holds the records between its hours too: each counts once. */
function withoutExtra(fill: Fill, amounts: Float64Array, { timesMs, extra }: Pick<Hours, 'timesMs' | 'extra'>): void {
  const isOneHour = fill.first === fill.last
  // A single hour that the counter tells is as good as its record.
  if (isOneHour) amounts[fill.first] = fill.m3
  const toMs = timesMs[fill.last] as number
  for (
    let row = rowAfter(extra.timesMs, timesMs[fill.first - 1] as number);
    row < extra.timesMs.length && (extra.timesMs[row] as number) <= toMs;
    row++
  ) {
    if (isOneHour) extra.amounts[row] = Number.NaN
    else fill.m3 = Math.max(0, fill.m3 - (extra.amounts[row] || 0))
  }
}

const brokenAt = (timesMs: Float64Array, breaksMs: readonly number[]) => (after: number, upTo: number) =>
  breaksMs.some((atMs) => atMs > (timesMs[after] ?? Infinity) && atMs <= (timesMs[upTo] ?? -Infinity))

interface Days {
  byDay: ReadonlyMap<Day, number>
  byCounter: ReadonlySet<Day>
  fills: LedgerFill[]
  /** Its days are those of the reader. */
  fits: boolean
}

function daysOf({ breaksMs }: ConsumptionSource, archive: Amounts & { clock: GasClock }, gas: GasClock): Days {
  const named = Array.from(archive.timesMs, (atMs) => gasDayAt(atMs - 1, archive.clock))
  const [first, last] = [named[0], named.at(-1)]
  const fits = archive.clock.contractHour === gas.contractHour && archive.clock.zone === gas.zone
  if (first === undefined || last === undefined) return { byDay: new Map(), byCounter: new Set(), fills: [], fits }
  const whole = gasPeriods({ fromMs: (archive.timesMs[0] as number) - 1, toMs: archive.timesMs.at(-1) as number }, 'day', archive.clock) // oxfmt-ignore
  const places = new Map(whole.map(({ day }, place) => [day, place]))
  const amounts = new Float64Array(whole.length).fill(Number.NaN)
  const counts = new Float64Array(whole.length).fill(Number.NaN)
  named.forEach((day, row) => {
    const place = places.get(day)
    if (place === undefined) return
    amounts[place] = archive.amounts[row] as number
    counts[place] = archive.counts[row] as number
  })
  const endsMs = Float64Array.from(whole, ({ toMs }) => toMs)
  const fills = fillsOf(amounts, counts, brokenAt(endsMs, breaksMs))
  const byCounter = new Set<Day>()
  for (const fill of fills) {
    if (fill.first !== fill.last) continue
    amounts[fill.first] = fill.m3
    byCounter.add((whole[fill.first] as GasPeriod).day)
  }
  const byDay = new Map(whole.flatMap(({ day }, place) => (Number.isNaN(amounts[place]) ? [] : [[day, amounts[place] as number]]))) // oxfmt-ignore
  return {
    byDay,
    byCounter,
    fits,
    fills: fills
      .filter((fill) => fill.first !== fill.last)
      .map((fill) => {
        const [fromMs, toMs] = [endsMs[fill.first - 1] as number, endsMs[fill.last] as number]
        return { fromMs, toMs, m3: fill.m3, hours: Math.round((toMs - fromMs) / HOUR_MS) }
      }),
  }
}

function dayOf(source: ConsumptionSource, period: GasPeriod, hourly: Hours | null, daily: Days | null): LedgerDay {
  const { day } = period
  const hoursExpected = source.hourly
    ? hoursDue(period, source.hourly.minute)
    : Math.round((period.toMs - period.fromMs) / HOUR_MS)
  const own: LedgerDay = {
    day,
    m3: null,
    way: null,
    hours: 0,
    hoursExpected,
    abnormalMinutes: minutesIn(source.abnormal, period),
    substituteMinutes: minutesIn(source.substitute, period),
  }
  const hours = hourly ? sumOf(hourly, period) : { m3: 0, hours: 0 }
  if (hours.hours > 0 && hours.hours >= hoursExpected) return { ...own, ...rounded(hours), way: 'hourly' }
  const ofDay = daily && (daily.fits || !hourly) ? daily.byDay.get(day) : undefined
  if (daily && ofDay !== undefined)
    return { ...own, m3: ofDay, hours: hoursExpected, way: daily.byCounter.has(day) ? 'counter' : 'daily' }
  const filled = (hourly?.fills ?? []).filter(({ fromMs, toMs }) => fromMs >= period.fromMs && toMs <= period.toMs)
  const all = filled.reduce((sum, fill) => ({ m3: sum.m3 + fill.m3, hours: sum.hours + fill.hours }), hours)
  if (all.hours === 0) return own
  return { ...own, ...rounded(all), way: filled.length > 0 ? 'counter' : 'hourly' }
}

/** Without the noise of adding. */
const rounded = ({ m3, hours }: { m3: number; hours: number }) => ({
  m3: converted(m3, { factor: 1, offset: 0 }),
  hours,
})

/** The records after the beginning of a period, up to and with its end. */
function sumOf({ timesMs, amounts, extra }: Hours, { fromMs, toMs }: TimeSpan): { m3: number; hours: number } {
  let [m3, hours] = [0, 0]
  for (let row = rowAfter(timesMs, fromMs); row < timesMs.length && (timesMs[row] as number) <= toMs; row++) {
    const amount = amounts[row] as number
    if (Number.isNaN(amount)) continue
    m3 += amount
    hours++
  }
  for (
    let row = rowAfter(extra.timesMs, fromMs);
    row < extra.timesMs.length && (extra.timesMs[row] as number) <= toMs;
    row++
  )
    // oxfmt-ignore
    m3 += extra.amounts[row] || 0
  return { m3, hours }
}

const rowAfter = (timesMs: Float64Array, atMs: number): number =>
  firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > atMs)

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

/** The hours of a range one by one: m³ by the end of each; NaN where neither a record nor the counter tells it. */
export function hourAmounts(source: ConsumptionSource): { timesMs: Float64Array; amounts: Float64Array } {
  if (!source.hourly) return { timesMs: new Float64Array(0), amounts: new Float64Array(0) }
  const { timesMs, amounts } = hoursOf(source.hourly, source.breaksMs)
  return { timesMs, amounts }
}
