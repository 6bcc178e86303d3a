import type { Thresholds } from '../../contract/rules.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { StationData } from '../kernel/data.ts'
import { isRestDay } from '../../contract/time/days-off.ts'
import { facts } from '../station/facts/facts.ts'
import { expectedHours, type Expected } from '../kernel/statistics/hour-pattern.ts'
import { hourEndMs, placeFrom } from '../kernel/grids/periods.ts'
import { hasNumbers, judgedIf, withoutHours, withoutVolume } from './say/reasons.ts'
import type { Found, Rule } from './say/rule.ts'
import { movingMean } from '../kernel/statistics/rolling.ts'
import { baseStepOf } from '../kernel/channels/step.ts'
import { medianOf } from '../kernel/statistics/select.ts'
import type { Hourly } from '../station/facts/amounts.ts'
import { MOST_EVIDENCE } from '../station/facts/evidence.ts'
import { amountsEvidence, cannotJudge, subjectOf, touches } from './say/verdict.ts'

/**
 * Definition: Consumption of up to twelve hours in a row lies further from what is expected than so many interquartile ranges of ten days (wider where extremes are common), and is at least so many times the expected. Expected is the pattern of the same hour of the same kind of day around it, moved by the median of 48 hours. It has to lie as far from the same hour of the two weeks before and after, at the level of its own week, and to leave what the hours within three hours of the same clock time did on the four weeks' days before and after, but for two: the hours in which boilers start or a weekend begins are like those of other days. What comes back in one of the five weeks before and after, on the same weekday within an hour, is an event of the week. What is more or less has to be a share of a usual day. A new level, a season, a weekend, a zero, the edge of a gap, an exchange or a clock change is no finding; an hour is judged once twelve later ones are there.
 * Needs: A volume or a counter in the hourly archive, with ten days of history.
 * Source: PUDL, timeseries_cleaning.
 */
export const rule: Rule<'unusual_hour'> = {
  code: 'unusual_hour',
  reach: { beforeDays: 40, afterDays: 40 },
  judge(data, thresholds, window) {
    if (data.equipmentId === null) return cannotJudge('no_device')
    const own = facts(data)
    const archive = own.archive('hourly')
    if (!archive || !own.hourGrid(archive)) return withoutHours(archive)
    const hourly = own.hourly()
    if (!hourly) return withoutVolume(archive)
    const subject = subjectOf(archive, hourly.channel)
    if (hourly.grid.length < LEAST_HOURS) return cannotJudge('too_few', subject)
    return judgedIf(hasNumbers(hourly.m3), unusualIn(data, hourly, thresholds, window), subject)
  },
}

const DAY = 24
/** Ten days: less history shows no pattern. */
const LEAST_HOURS = 10 * DAY
/**
 * The time that an hour needs around it: the weekends of its pattern, for each hour of the two weeks that it is held
 * against.
 */
const REACH = (17 + 5 + 1 + 14 + 2) * DAY
const AROUND = 10 * DAY
/** A longer run is another level or another kind of day, no unusual hour. */
const LONGEST = 12
/** Hours on either side that have to be there before an hour is judged. */
const LEAST_BESIDE = 12
/** Rounding, and noise too small to matter: what is off by less is nothing, whatever the quartiles say. */
const STEPS = 3
const LEAST_QUARTILES = 0.02
/**
 * In noise of the usual kind the tail is less than so many ranges between the quartiles. Where it is longer, the range counts
 * as so much wider: noise with a long tail leaves it no oftener, one hour in half a million. Downwards the tail is longer.
 */
const TAIL_RANGES = { above: 2.6 / 3.5, below: 2.9 / 2.5 }
/** An hour is the station's way where more than `most` others within ten days reach this share of it. */
const NEAR = { share: 0.8, most: 3 }
/**
 * Hours of the same time of day, so many hours and days on each side. What a third of these days came to is what the station
 * does itself: the oven of every second week, a shift that was longer twice in a month.
 */
const LIKE = { hours: 3, days: 28, rank: 3 }

interface Judged {
  hourly: Hourly
  expected: Expected
  /** The place in the grid of the first hour of `expected`. */
  from: number
  m3: Float64Array
  /** By place: hours of the wall clock since 1970. */
  wall: Int32Array
  /** By place: the mean hour of the week around it, and of the day around it, m³; computed when it is first asked for. */
  means: () => readonly [ofWeek: Float64Array, ofDay: Float64Array]
  sides: Readonly<Record<1 | -1, Side>>
}

/** What an hour has to pass to lie above (1) or below (-1) the expected. */
interface Side {
  /** Ranges between the quartiles. */
  ranges: number
  /** How far it is off at least: a share, of roots. */
  least: number
  /** Times the fourth of the hours of its time of day. */
  ofLike: number
  tailRanges: number
}

const sidesOf = (thresholds: Thresholds['unusual_hour']): Judged['sides'] => ({
  [1]: {
    ranges: thresholds.above ?? Infinity,
    least: 2 * (Math.sqrt(thresholds.high ?? Infinity) - 1),
    ofLike: thresholds.highOfDays ?? Infinity,
    tailRanges: TAIL_RANGES.above,
  },
  [-1]: {
    ranges: thresholds.below ?? Infinity,
    least: 2 * (1 - Math.sqrt(thresholds.low ?? 0)),
    ofLike: thresholds.lowOfDays ?? 0,
    tailRanges: TAIL_RANGES.below,
  },
})

function unusualIn(data: StationData, hourly: Hourly, thresholds: Thresholds['unusual_hour'], window: TimeSpan): Found[] {
  const { grid } = hourly
  const first = Math.max(0, placeFrom(grid, window.fromMs) - LONGEST)
  const last = Math.min(grid.length - 1, placeFrom(grid, window.toMs) + LONGEST)
  if (last < first) return []
  const from = Math.max(0, first - REACH)
  const to = Math.min(grid.length, last + REACH + 1)
  const m3 = hourly.m3.subarray(from, to)
  const wall = facts(data).wallHours()?.wall.subarray(from, to) ?? new Int32Array(0)
  const isResting = (wallDay: number) => isRestDay(wallDay, data.daysOff ?? 'none')
  const expected = expectedHours(m3, wall, grid.first + from, isResting)
  let known: ReturnType<Judged['means']> | null = null
  const meansOf = (reach: number) => movingMean(m3, reach, grid.first + from)
  const means = () => (known ??= [meansOf(HALF_A_WEEK), meansOf(DAY / 2)])
  const judged: Judged = { hourly, expected, from, m3, wall, means, sides: sidesOf(thresholds) }
  const leastShare = (thresholds.share ?? 0) / 100
  const found: Found[] = []
  for (const run of runsBeyond(judged, first - from, last - from)) {
    if (!standsApart(expected.off, run) || !isOfItself(judged, run)) continue
    const worst = worstOf(judged, run)
    if (!leavesItsTimeOfDay(judged, run, worst) || isWeekly(judged, run, worst)) continue
    if (!isMaterial(judged, run, leastShare)) continue
    if (isDisturbed(data, judged, run)) continue
    const one = foundIn(judged, run)
    if (touches(one, window)) found.push(one)
  }
  return found
}

interface Run {
  side: 1 | -1
  from: number
  to: number
}

/** The range between the quartiles around a place, in shares of `size`, as wide as its tail makes it. */
const rangeAt = ({ expected, sides }: Judged, place: number, side: 1 | -1): number =>
  Math.max(expected.quartiles(place), LEAST_QUARTILES, sides[side].tailRanges * expected.tail(place))

/** How far an hour has to be off, in shares of `size`. */
function limitAt(judged: Judged, place: number, side: 1 | -1): number {
  const { expected, hourly, sides } = judged
  const size = expected.size[place] as number
  const { ranges, least } = sides[side]
  return Math.max(ranges * rangeAt(judged, place, side), least, (STEPS * baseStepOf(hourly.channel)) / size)
}

/** Hours in a row that are off to one side. */
function* runsBeyond(judged: Judged, first: number, last: number): Generator<Run> {
  const { expected, m3, sides } = judged
  const { off } = expected
  const offWeek = offItsWeek(judged)
  const sideAt = (place: number): 1 | -1 | 0 => {
    const value = off[place] as number
    // A zero says that nobody uses gas: zero_use judges it.
    if (Number.isNaN(value) || m3[place] === 0) return 0
    const side = value > 0 ? 1 : -1
    if (side * value <= sides[side].least) return 0
    const limit = limitAt(judged, place, side)
    return side * value > limit && !(side * offWeek(place) <= limit) ? side : 0
  }
  for (let place = first; place <= last; place++) {
    const side = sideAt(place)
    if (side === 0) continue
    const from = place
    while (place + 1 <= last && sideAt(place + 1) === side) place++
    if (place - from + 1 <= LONGEST) yield { side, from, to: place }
  }
}

/** Weeks on each side whose same hour tells how the week of a station goes, and half of the hours of one. */
const WEEKS = [-2, -1, 1, 2]
const HALF_A_WEEK = 84
const WEEK = 2 * HALF_A_WEEK

/**
 * How far an hour is off what the same hour of the weeks around used, each brought to the level of the hour's own week; NaN
 * where none of them tells.
 */
function offItsWeek({ expected, means, m3, wall }: Judged): (place: number) => number {
  const levelled = (place: number, hours: number): number => {
    const [ofWeek] = means()
    const like = placeAside(wall, place, hours)
    const mean = ofWeek[like] ?? 0
    return mean > 0 ? ((m3[like] as number) * (ofWeek[place] as number)) / mean : NaN
  }
  return (place) => {
    const usual = WEEKS.map((week) => levelled(place, week * WEEK)).filter((value) => !Number.isNaN(value))
    return usual.length === 0 ? NaN : expected.offFrom(place, medianOf(usual))
  }
}

/** The place so many hours of the wall clock away: where clocks changed meanwhile, it lies an hour aside. */
function placeAside(wall: Int32Array, place: number, hours: number): number {
  const near = place + hours
  return near - ((wall[near] ?? NaN) - (wall[place] as number) - hours)
}

/** The hour of a run that is furthest off. */
function worstOf({ expected: { off } }: Judged, { side, from, to }: Run): number {
  let worst = from
  for (let place = from; place <= to; place++) if (side * (off[place] as number) > side * (off[worst] as number)) worst = place
  return worst
}

/**
 * One of the weeks around has much of it on the same weekday at about the same time, by the level of its week or of its day:
 * an event of the week, of every second one, or one that is left out now and then. By chance alone two would hardly meet.
 */
function isWeekly({ m3, wall, means, expected: { expected } }: Judged, { side }: Run, worst: number): boolean {
  const least = WEEKLY.share * Math.abs((m3[worst] as number) - (expected[worst] as number))
  for (let hour = -WEEKLY.hours; hour <= WEEKLY.hours; hour++) {
    // At the edge of a shift the hours beside it are usually other ones.
    const usual = expected[placeAside(wall, worst, hour)] ?? NaN
    for (const week of WEEKLY.weeks) {
      const like = placeAside(wall, worst, week * WEEK + hour)
      for (const mean of means()) {
        const levelled = ((m3[like] ?? NaN) * (mean[worst] as number)) / (mean[like] as number)
        if (side * (levelled - usual) >= least) return true
      }
    }
  }
  return false
}
/** Weeks around, hours aside, and how much of it. */
const WEEKLY = { weeks: [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5], hours: 1, share: 0.6 }

/** It is more, or less, than the hours around the same time of day were on nearly all of the days around. */
function leavesItsTimeOfDay({ m3, wall, sides }: Judged, { side }: Run, worst: number): boolean {
  const like: number[] = []
  for (let day = -LIKE.days; day <= LIKE.days; day++) {
    let furthest = NaN
    for (let hour = -LIKE.hours; day !== 0 && hour <= LIKE.hours; hour++) {
      const value = m3[placeAside(wall, worst, day * DAY + hour)] ?? NaN
      if (!Number.isNaN(value) && !(side * value <= side * furthest)) furthest = value
    }
    if (!Number.isNaN(furthest)) like.push(furthest)
  }
  like.sort((a, b) => side * (b - a))
  const bound = like[LIKE.rank - 1]
  return bound !== undefined && side * ((m3[worst] as number) - sides[side].ofLike * bound) >= 0
}

/** What is too much or too little is at least this share of a usual day. */
function isMaterial({ m3, expected: { expected } }: Judged, { from, to }: Run, leastShare: number): boolean {
  let [off, usual, hours] = [0, 0, 0]
  for (let place = from; place <= to; place++) off += Math.abs((m3[place] as number) - (expected[place] as number))
  for (let place = Math.max(0, from - AROUND); place <= Math.min(expected.length - 1, to + AROUND); place++) {
    const value = expected[place] as number
    if (Number.isNaN(value)) continue
    usual += value
    hours++
  }
  return off >= (leastShare * DAY * usual) / hours
}

/** Few other runs of the days around are nearly as far off to the same side. */
function standsApart(off: Float64Array, { side, from, to }: Run): boolean {
  let peak = 0
  for (let place = from; place <= to; place++) peak = Math.max(peak, side * (off[place] as number))
  let [near, last] = [0, -Infinity]
  for (let place = Math.max(0, from - AROUND); place <= Math.min(off.length - 1, to + AROUND); place++) {
    if ((place >= from && place <= to) || !(side * (off[place] as number) > NEAR.share * peak)) continue
    if (place - last > LONGEST) near++
    last = place
    if (near > NEAR.most) return false
  }
  return true
}

/** It is off by the level of the hours before it and by that of the hours after it: a new level is no unusual hour. */
function isOfItself(judged: Judged, { side, from, to }: Run): boolean {
  const { above, offAt } = judged.expected
  const beside = (at: number, step: 1 | -1): number => {
    const values: number[] = []
    for (let place = at; Math.abs(place - at) < DAY; place += step) {
      const value = above[place]
      if (value === undefined) break
      if (!Number.isNaN(value)) values.push(value)
    }
    return values.length < LEAST_BESIDE ? NaN : medianOf(values)
  }
  const levels = [beside(from - 1, -1), beside(to + 1, 1)]
  for (let place = from; place <= to; place++) {
    const limit = limitAt(judged, place, side)
    // Too few hours beside it make no level, and nothing to go by.
    if (levels.every((level) => side * offAt(place, level) > limit)) return true
  }
  return false
}

/** A gap, an extra record, an exchange or a clock change beside it: an hour may hold more or less than an hour. */
function isDisturbed(data: StationData, { hourly: { grid }, from, m3 }: Judged, run: Run): boolean {
  if (Number.isNaN(m3[run.from - 1] ?? NaN) || Number.isNaN(m3[run.to + 1] ?? NaN)) return true
  for (let place = run.from; place <= run.to; place++) if (grid.broken[from + place] === 1) return true
  return facts(data).disturbedWithin(hourEndMs(grid, from + run.from) - 2 * HOUR_MS, hourEndMs(grid, from + run.to) + HOUR_MS)
}

function foundIn(judged: Judged, run: Run): Found {
  const { hourly, expected, from, m3, sides } = judged
  const { grid, channel } = hourly
  const { side, from: first, to: last } = run
  const worst = worstOf(judged, run)
  let [off, value, usual] = [0, 0, 0]
  for (let place = first; place <= last; place++) {
    off += Math.abs((m3[place] as number) - (expected.expected[place] as number))
    value += m3[place] as number
    usual += expected.expected[place] as number
  }
  return {
    flag: 3,
    ...subjectOf(grid.archive, channel),
    fromMs: hourEndMs(grid, from + first) - HOUR_MS,
    toMs: hourEndMs(grid, from + last),
    measure: Math.abs(expected.off[worst] as number) / rangeAt(judged, worst, side),
    threshold: sides[side].ranges,
    unit: 'iqr',
    m3: off,
    detail: side > 0 ? 'high' : 'low',
    evidence: amountsEvidence(channel, {
      records: Array.from({ length: Math.min(last - first + 1, MOST_EVIDENCE) }, (_, at) => hourEndMs(grid, from + first + at)),
      numbers: { value, usual, hours: last - first + 1 },
    }),
  }
}
