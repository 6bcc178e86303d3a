import { dayNumber } from '../../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type TimeSpan } from '../../../contract/time/gas-day.ts'
import type { Thresholds } from '../../../contract/rules.ts'
import { archiveOf, volumeOf } from '../choose.ts'
import type { ArchiveData, ChannelData, StationData } from '../data.ts'
import { hourSums, wholeSum } from '../day-sums.ts'
import { disturbedWithin } from '../disturbances.ts'
import { evidenceOf, notEvaluated, subjectOf, touchesWindow } from '../found.ts'
import { baseValue, dayGrid, hourEndMs, hourGrid, placeFrom } from '../periods.ts'
import type { Found, Rule } from '../rule.ts'
import { baseStepOf } from '../step.ts'
import { hourlyAmounts, median } from '../usual.ts'

/**
 * Definition: A gas day uses less or more than so many times the median of 28 days around it, of the days before it and of those after it alike; where weekends differ, of the same kind of day. A new level or a season is no finding, and neither is a day without use, with missing hours, with a stop, an exchange or a clock setting, or at a station whose days differ much anyway. A day is judged once three later ones are there.
 * Needs: A volume in the daily archive, else in the hourly one, for two weeks.
 * Source: Oracle, High/Low Check.
 */
export const rule: Rule<'unusual_day'> = {
  code: 'unusual_day',
  reach: { beforeDays: 36, afterDays: 36 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return notEvaluated('no_device')
    const days = daysOf(data)
    if (!days) return notEvaluated(data.archives.some((archive) => volumeOf(archive)) ? 'no_daily' : 'no_volume')
    const subject = subjectOf(days.archive, days.channel)
    if (!days.channel.toBase) return notEvaluated('unknown_unit', subject)
    if (days.m3.length < LEAST_DAYS) return notEvaluated('too_few', subject)
    return { found: unusualIn(data, days, thresholds, window), evaluated: [subject], notEvaluated: [] }
  },
}

/** Days with a number each, by day; those between them are missing. */
interface Days {
  archive: ArchiveData
  channel: ChannelData
  days: number[]
  fromMs: number[]
  toMs: number[]
  m3: number[]
}

/** The records of the daily archive, else the gas days of which every hour is there. */
function daysOf(data: StationData): Days | null {
  const daily = archiveOf(data, 'daily')
  const grid = daily && dayGrid(daily, data)
  const volume = volumeOf(daily)
  if (!daily || !grid || !volume) return wholeDays(data)
  const found: Days = { archive: daily, channel: volume, days: [], fromMs: [], toMs: [], m3: [] }
  for (let place = 0; place < grid.rows.length; place++) {
    const value = baseValue(volume, grid.rows[place] as number)
    if (grid.inPlace[place] === 1 && !Number.isNaN(value))
      add(
        found,
        grid.days[place] as number,
        { fromMs: grid.fromMs[place] as number, toMs: grid.toMs[place] as number },
        value,
      )
  }
  return found
}

function wholeDays(data: StationData): Days | null {
  const hourly = archiveOf(data, 'hourly')
  const grid = hourly && hourGrid(hourly)
  const volume = volumeOf(hourly)
  if (!hourly || !grid || !volume) return null
  const sums = hourSums(grid, volume)
  const found: Days = { archive: hourly, channel: volume, days: [], fromMs: [], toMs: [], m3: [] }
  const endMs = hourEndMs(grid, grid.length - 1)
  for (let day = gasDayAt(hourEndMs(grid, 0) - 1, data.gas); ;) {
    const period = gasPeriod(day, 'day', data.gas)
    if (period.toMs > endMs) return found
    const sum = wholeSum(sums, period.fromMs, period.toMs)
    if (!Number.isNaN(sum)) add(found, dayNumber(day), period, sum)
    day = gasDayAt(period.toMs, data.gas)
  }
}

function add(days: Days, day: number, { fromMs, toMs }: TimeSpan, m3: number): void {
  days.days.push(day)
  days.fromMs.push(fromMs)
  days.toMs.push(toMs)
  days.m3.push(m3)
}

const LEAST_DAYS = 14
/** 28 days, half of them on each side; of weekends that differ twice as many. */
const AROUND = 14
const LEAST_LIKE = 6
/** Days after it without which nobody can tell a single day from a new level. */
const LEAST_AFTER = 3
/** Weekends differ where the median of one of their days lies so far from that of working days. */
const DIFFERS = 0.15
/** Deviations of the logarithm, by its median absolute deviation: a station whose days differ much has no unusual day. */
const DEVIATIONS = 4
const AS_DEVIATION = 1.4826
/** A usual day of fewer steps is written too coarsely. */
const LEAST_STEPS = 20

/** 1970-01-01 was a Thursday: Monday 0, Sunday 6. A gas day is of the day on which it begins. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7
/** Monday to Thursday are one kind. The gas day of Friday ends on a Saturday, that of Sunday on a Monday: each is its own. */
const kindOf = (day: number): number => Math.max(0, weekday(day) - 3)
const WORKING = 0
/** Saturday and Sunday: a shop may rest on one of them alone. */
const RESTING = [2, 3]

function unusualIn(data: StationData, days: Days, thresholds: Thresholds['unusual_day'], window: TimeSpan): Found[] {
  const [low, high] = [thresholds['low'] ?? 0, thresholds['high'] ?? Infinity]
  const step = baseStepOf(days.channel)
  const found: Found[] = []
  for (let place = 0; place < days.m3.length; place++) {
    if ((days.toMs[place] as number) < window.fromMs) continue
    if ((days.fromMs[place] as number) > window.toMs) break
    const value = days.m3[place] as number
    if (value <= 0 || isWithinAll(days, place, low, high)) continue
    const like = likeDays(days, place)
    if (!like || like.usual < LEAST_STEPS * step) continue
    const side = value > high * like.usual ? 1 : value < low * like.usual ? -1 : 0
    if (side === 0) continue
    const beyond = (usual: number) => (side > 0 ? value > high * usual : value < low * usual)
    if (!like.sides.every(beyond) || Math.abs(Math.log(value / like.usual)) < DEVIATIONS * like.deviation) continue
    if (isExplained(data, days, place)) continue
    const one = foundAt(days, place, like.usual, side > 0 ? high : low, side)
    if (touchesWindow(one, window)) found.push(one)
  }
  return found
}

/** Neither so little nor so much that any median of the days around could find it strange: true of nearly all days. */
function isWithinAll({ days, m3 }: Days, place: number, low: number, high: number): boolean {
  const day = days[place] as number
  let [least, most] = [Infinity, 0]
  let at = place
  while (at > 0 && (days[at - 1] as number) >= day - 2 * AROUND) at--
  for (; at < m3.length && (days[at] as number) <= day + 2 * AROUND; at++) {
    const value = m3[at] as number
    if (at === place || value <= 0) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const value = m3[place] as number
  return value >= low * most && value <= high * least
}

interface Like {
  usual: number
  /** The medians before and after the day. */
  sides: number[]
  /** Of the logarithms of the ratios, robust. */
  deviation: number
}

/** The days like this one around it; null where they are too few. */
function likeDays({ days, m3 }: Days, place: number): Like | null {
  const day = days[place] as number
  const within = (reach: number, isLike: (other: number) => boolean): { before: number[]; after: number[] } => {
    const before: number[] = []
    const after: number[] = []
    for (let at = place - 1; at >= 0 && (days[at] as number) >= day - reach; at--)
      if ((m3[at] as number) > 0 && isLike(days[at] as number)) before.push(m3[at] as number)
    for (let at = place + 1; at < m3.length && (days[at] as number) <= day + reach; at++)
      if ((m3[at] as number) > 0 && isLike(days[at] as number)) after.push(m3[at] as number)
    return { before, after }
  }
  const any = within(AROUND, () => true)
  if (any.after.length < LEAST_AFTER) return null
  const usualOf = (kind: number): number => {
    const { before, after } = within(2 * AROUND, (other) => kindOf(other) === kind)
    return median([...before, ...after])
  }
  const working = usualOf(WORKING)
  const differs = RESTING.some((kind) => {
    const resting = usualOf(kind)
    return Math.abs(working - resting) > DIFFERS * Math.max(working, resting)
  })
  const kind = kindOf(day)
  // Of working days there are enough within two weeks.
  const { before, after } = differs
    ? within(kind === WORKING ? AROUND : 2 * AROUND, (other) => kindOf(other) === kind)
    : any
  const all = [...before, ...after]
  if (all.length < LEAST_LIKE) return null
  const usual = median(all)
  const deviation = AS_DEVIATION * median(all.map((value) => Math.abs(Math.log(value / usual))))
  const sides = [before, after].filter((side) => side.length >= LEAST_AFTER).map(median)
  return { usual, sides, deviation }
}

/** Missing hours, zeros, an exchange or a clock set say it already. */
function isExplained(data: StationData, { fromMs, toMs }: Days, place: number): boolean {
  const span = { fromMs: fromMs[place] as number, toMs: toMs[place] as number }
  if (disturbedWithin(data, span.fromMs, span.toMs)) return true
  const hourly = hourlyAmounts(data)
  if (!hourly) return false
  const { grid, m3 } = hourly
  const [first, last] = [placeFrom(grid, span.fromMs + 1), placeFrom(grid, span.toMs)]
  // Days before or after all hours are judged by themselves.
  if (last < 0 || first >= grid.length) return false
  let zeros = 0
  for (let at = first; at <= last; at++) {
    const value = m3[at] ?? NaN
    if (Number.isNaN(value)) return true
    zeros = value === 0 ? zeros + 1 : 0
    if (zeros >= MOST_ZEROS) return true
  }
  return false
}
/** Hours in a row without use after which the zeros are what is strange, not the day. */
const MOST_ZEROS = 6

function foundAt(
  { archive, channel, fromMs, toMs, m3 }: Days,
  place: number,
  usual: number,
  threshold: number,
  side: 1 | -1,
): Found {
  const value = m3[place] as number
  return {
    flag: 3,
    ...subjectOf(archive, channel),
    fromMs: fromMs[place] as number,
    toMs: toMs[place] as number,
    measure: value / usual,
    threshold,
    unit: 'times',
    m3: Math.abs(value - usual),
    detail: side > 0 ? 'high' : 'low',
    evidence: evidenceOf({ records: [toMs[place] as number], numbers: { value, usual } }),
  }
}
