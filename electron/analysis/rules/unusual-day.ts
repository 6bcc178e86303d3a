import type { DaysOff } from '../../contract/time/days-off.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import type { Thresholds } from '../../contract/rules.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import type { StationData } from '../kernel/data.ts'
import { dayKind } from '../kernel/grids/day-kind.ts'
import { placeFrom } from '../kernel/grids/periods.ts'
import { medianOf } from '../kernel/statistics/select.ts'
import { facts } from '../station/facts/facts.ts'
import type { GasDays } from '../station/usual/gas-days.ts'
import { withoutVolume } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: A gas day uses less or more than so many times the median of 28 days around it, of the days before it and of those after it alike; where weekends differ, of the same kind of day, and of any kind on a side that has fewer than three like it. Public holidays count as Sundays where the book names a country. A new level or a season is no finding, and neither is a day without use, with missing hours, with a stop or an exchange, at a station whose days differ much anyway, or where another day within four weeks, not next to it, is nearly as far off: a working day that uses what days of rest do is one of rest. A day is judged once three later ones are there.
 * Needs: A volume or a counter in the daily archive, else in the hourly one, for two weeks.
 * Source: Oracle, High/Low Check.
 */
export const rule: Rule<'unusual_day'> = {
  code: 'unusual_day',
  reach: { beforeDays: 36, afterDays: 36 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const days = facts(data).gasDays()
    if (!days) return withoutVolume(facts(data).archive('daily') ?? facts(data).archive('hourly'))
    const subject = subjectOf(days.archive, days.channel)
    if (days.m3.length < LEAST_DAYS) return cannotJudge('too_few', subject)
    return { found: unusualIn(data, days, thresholds, window), evaluated: [subject], notEvaluated: [] }
  },
}

const LEAST_DAYS = 14
/** 28 days, half of them on each side; of weekends that differ twice as many. */
const AROUND = 14
const LEAST_LIKE = 6
/** Days after it without which nobody can tell a single day from a new level. */
const LEAST_AFTER = 3
/** Weekends differ where the median of one of their days lies so far from that of working days. */
const DIFFERS = 0.15
/** Makes a deviation of the median of absolute distances. */
const AS_DEVIATION = 1.4826
/** A usual day of fewer steps is written too coarsely. */
const LEAST_STEPS = 20

/** A deviation nearly as large on another day within four weeks is the station's way, and so is one that lasts longer. */
const NEAR = { share: 0.8, mostInARow: 4 }

const WORKING = 0
/** Saturday and Sunday: a shop may rest on one of them alone. */
const RESTING = [2, 3]

function unusualIn(data: StationData, days: GasDays, thresholds: Thresholds['unusual_day'], window: TimeSpan): Found[] {
  const [low, high] = [thresholds['low'] ?? 0, thresholds['high'] ?? Infinity]
  const deviations = thresholds['deviations'] ?? 0
  const country = data.daysOff ?? 'none'
  const step = baseStepOf(days.channel)
  const found: Found[] = []
  for (let place = 0; place < days.m3.length; place++) {
    if ((days.toMs[place] as number) < window.fromMs) continue
    if ((days.fromMs[place] as number) > window.toMs) break
    const value = days.m3[place] as number
    if (value <= 0 || isWithinAll(days, place, low, high)) continue
    const like = likeDays(days, place, country)
    if (!like || like.usual < LEAST_STEPS * step) continue
    const side = value > high * like.usual ? 1 : value < low * like.usual ? -1 : 0
    if (side === 0) continue
    const beyond = (usual: number) => (side > 0 ? value > high * usual : value < low * usual)
    if (!like.sides.every(beyond) || Math.abs(Math.log(value / like.usual)) < deviations * like.deviation) continue
    if (!standsApart(days, place, like, country) || isExplained(data, days, place)) continue
    const one = foundAt(days, place, like.usual, side > 0 ? high : low, side)
    if (touches(one, window)) found.push(one)
  }
  return found
}

/** Neither so little nor so much that any median of the days around could find it strange: true of nearly all days. */
function isWithinAll({ days, m3 }: GasDays, place: number, low: number, high: number): boolean {
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
  /** The robust deviation of the logarithms of the ratios. */
  deviation: number
  /** Whether weekends differ around the day, so that each kind of day is held against its own. */
  differs: boolean
}

interface Beside {
  before: number[]
  after: number[]
}

/** Days with use from `first` to `last` that are like a day, before and after a place. */
function beside({ days, m3 }: GasDays, place: number, [first, last]: [number, number], isLike: (day: number) => boolean): Beside {
  const before: number[] = []
  const after: number[] = []
  for (let at = place - 1; at >= 0 && (days[at] as number) >= first; at--)
    if ((m3[at] as number) > 0 && isLike(days[at] as number)) before.push(m3[at] as number)
  for (let at = place + 1; at < m3.length && (days[at] as number) <= last; at++)
    if ((m3[at] as number) > 0 && isLike(days[at] as number)) after.push(m3[at] as number)
  return { before, after }
}

const within = (day: number, reach: number): [number, number] => [day - reach, day + reach]

/** The days like this one around it; null where they are too few. */
function likeDays(days: GasDays, place: number, country: DaysOff): Like | null {
  const day = days.days[place] as number
  const any = beside(days, place, within(day, AROUND), () => true)
  if (any.after.length < LEAST_AFTER) return null
  const usualOf = (kind: number): number => {
    const { before, after } = beside(days, place, within(day, 2 * AROUND), (other) => dayKind(other, country) === kind)
    return medianOf([...before, ...after])
  }
  const working = usualOf(WORKING)
  const differs = RESTING.some((kind) => {
    const resting = usualOf(kind)
    return Math.abs(working - resting) > DIFFERS * Math.max(working, resting)
  })
  const like = differs ? likeIn(days, place, country, within(day, 2 * AROUND)) : any
  const all = [...like.before, ...like.after]
  if (all.length < LEAST_LIKE) return null
  const usual = medianOf(all)
  const deviation = AS_DEVIATION * medianOf(all.map((value) => Math.abs(Math.log(value / usual))))
  // A side with too few days like it has days of any kind: else one side alone would tell a new level from a single day.
  const sides = (['before', 'after'] as const)
    .map((side) => (like[side].length >= LEAST_AFTER ? like[side] : any[side]))
    .filter((side) => side.length >= LEAST_AFTER)
    .map((side) => medianOf(side))
  return { usual, sides, deviation, differs }
}

/** The days of the same kind around a day, none beyond the bounds: of working days there are enough within two weeks. */
function likeIn(days: GasDays, place: number, country: DaysOff, [first, last]: [number, number]): Beside {
  const day = days.days[place] as number
  const kind = dayKind(day, country)
  const [from, to] = within(day, kind === WORKING ? AROUND : 2 * AROUND)
  return beside(days, place, [Math.max(first, from), Math.min(last, to)], (other) => dayKind(other, country) === kind)
}

/**
 * No other day within four weeks is nearly as far off to the same side, by what is usual for that day or for this one: days
 * of two kinds come in no rhythm, and where one of them prevails the other is far off. Days in a row are one event.
 */
function standsApart(days: GasDays, place: number, { usual, differs }: Like, country: DaysOff): boolean {
  const day = days.days[place] as number
  const bounds = within(day, 2 * AROUND)
  const distance = Math.log((days.m3[place] as number) / usual)
  const isNear = (off: number) => Math.sign(distance) * off >= NEAR.share * Math.abs(distance)
  const isLike = (at: number): boolean => {
    const value = days.m3[at] as number
    const other = days.days[at] as number
    // A station that rests on a working day does as on a day of rest; one that works on a day of rest is held against those.
    const isOfKind = !differs || distance < 0 || dayKind(other, country) === dayKind(day, country)
    if (isOfKind && isNear(Math.log(value / usual))) return true
    const around: [number, number] = [Math.max(bounds[0], other - AROUND), Math.min(bounds[1], other + AROUND)]
    const { before, after } = differs ? likeIn(days, at, country, bounds) : beside(days, at, around, () => true)
    return before.length + after.length > 0 && isNear(Math.log(value / medianOf([...before, ...after])))
  }
  let inARow = 1
  for (const step of [-1, 1] as const) {
    let goesOn = true
    for (let at = place + step; at >= 0 && at < days.m3.length; at += step) {
      const other = days.days[at] as number
      if (other < bounds[0] || other > bounds[1]) break
      const near = (days.m3[at] as number) > 0 && isLike(at)
      if (!near) goesOn = false
      else if (!goesOn) return false
      else inARow++
    }
  }
  return inARow <= NEAR.mostInARow
}

/** Missing hours, zeros or an exchange say it already; a clock that is set moves no such part of a day. */
function isExplained(data: StationData, { fromMs, toMs }: GasDays, place: number): boolean {
  const span = { fromMs: fromMs[place] as number, toMs: toMs[place] as number }
  if (facts(data).exchangedWithin(span.fromMs, span.toMs)) return true
  const hourly = facts(data).hourly()
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

function foundAt({ archive, channel, fromMs, toMs, m3 }: GasDays, place: number, usual: number, threshold: number, side: 1 | -1): Found {
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
    evidence: amountsEvidence(channel, { records: [toMs[place] as number], numbers: { value, usual } }),
  }
}
