import type { Expected } from './hour-pattern.ts'
import { medianOf } from './select.ts'

/**
 * Hours in a row that use far more or far less than expected, and that nothing explains: neither the hours around, nor the
 * same time of other days, nor another week.
 */

const DAY = 24
const AROUND = 10 * DAY
/** A longer run is another level or another kind of day, no unusual hour. */
export const LONGEST = 12
/** Hours on either side that have to be there before an hour is judged. */
const LEAST_BESIDE = 12
/** Rounding, and noise too small to matter: what is off by less is nothing, whatever the quartiles say. */
const STEPS = 3
const LEAST_QUARTILES = 0.02
/** An hour is the station's way where more than `most` others within ten days reach this share of it. */
const NEAR = { share: 0.8, most: 3 }
/**
 * Hours of the same time of day, so many hours and days on each side. What a third of these days came to is what the station
 * does itself: the oven of every second week, a shift that was longer twice in a month.
 */
const LIKE = { hours: 3, days: 28, rank: 3 }

/** For each hour of a stretch: its use, the use it should have had, and the deviation that counts as off. */
export interface Hours {
  m3: Float64Array
  expected: Expected
  /** The step of the amounts, m³. */
  step: number
  /** By place: hours of the wall clock since 1970. */
  wall: Int32Array
  /** By place: the mean hour of the week around it, and of the day around it, m³; computed when it is first asked for. */
  means: () => readonly [ofWeek: Float64Array, ofDay: Float64Array]
  sides: Readonly<Record<1 | -1, Side>>
}

/** The bound that an hour has to pass to lie above (1) or below (-1) the expected. */
interface Side {
  /** Ranges between the quartiles. */
  ranges: number
  /** How far it is off at least: a share, of roots. */
  least: number
  /** Times the fourth of the hours of its time of day. */
  ofLike: number
  tailRanges: number
}

/**
 * The runs of hours between two places that are off.
 * @param leastShare what is too much or too little is at least this share of a usual day
 */
export function* unexplainedRuns(hours: Hours, first: number, last: number, leastShare: number): Generator<Run> {
  for (const run of runsBeyond(hours, first, last)) {
    if (!standsApart(hours.expected.off, run) || !isOfItself(hours, run)) continue
    const worst = worstOf(hours, run)
    if (!leavesItsTimeOfDay(hours, run, worst) || isWeekly(hours, run, worst)) continue
    if (isMaterial(hours, run, leastShare)) yield run
  }
}

/** Hours in a row that are off to one side, by place. */
export interface Run {
  side: 1 | -1
  from: number
  to: number
}

/** The range between the quartiles around a place, in shares of `size`, as wide as its tail makes it. */
export const rangeAt = ({ expected, sides }: Hours, place: number, side: 1 | -1): number =>
  Math.max(expected.quartiles(place), LEAST_QUARTILES, sides[side].tailRanges * expected.tail(place))

/** How far an hour has to be off, in shares of `size`. */
function limitAt(hours: Hours, place: number, side: 1 | -1): number {
  const { expected, step, sides } = hours
  const size = expected.size[place] as number
  const { ranges, least } = sides[side]
  return Math.max(ranges * rangeAt(hours, place, side), least, (STEPS * step) / size)
}

/** Hours in a row that are off to one side. */
function* runsBeyond(hours: Hours, first: number, last: number): Generator<Run> {
  const { expected, m3, sides } = hours
  const { off } = expected
  const offWeek = offItsWeek(hours)
  const sideAt = (place: number): 1 | -1 | 0 => {
    const value = off[place] as number
    // A zero says that nobody uses gas: zero_use judges it.
    if (Number.isNaN(value) || m3[place] === 0) return 0
    const side = value > 0 ? 1 : -1
    if (side * value <= sides[side].least) return 0
    const limit = limitAt(hours, place, side)
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
export const HALF_A_WEEK = 84
const WEEK = 2 * HALF_A_WEEK

/**
 * How far an hour is off what the same hour of the weeks around used, each brought to the level of the hour's own week; NaN
 * where none of them tells.
 */
function offItsWeek({ expected, means, m3, wall }: Hours): (place: number) => number {
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
export function worstOf({ expected: { off } }: Hours, { side, from, to }: Run): number {
  let worst = from
  for (let place = from; place <= to; place++) if (side * (off[place] as number) > side * (off[worst] as number)) worst = place
  return worst
}

/**
 * One of the weeks around has much of it on the same weekday at about the same time, by the level of its week or of its day:
 * an event of the week, of every second one, or one that is left out now and then. By chance alone two would hardly meet.
 */
function isWeekly({ m3, wall, means, expected: { expected } }: Hours, { side }: Run, worst: number): boolean {
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
function leavesItsTimeOfDay({ m3, wall, sides }: Hours, { side }: Run, worst: number): boolean {
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

/** An excess or a lack is at least this share of a usual day. */
function isMaterial({ m3, expected: { expected } }: Hours, { from, to }: Run, leastShare: number): boolean {
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
function isOfItself(hours: Hours, { side, from, to }: Run): boolean {
  const { above, offAt } = hours.expected
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
    const limit = limitAt(hours, place, side)
    // Too few hours beside it make no level, and nothing to go by.
    if (levels.every((level) => side * offAt(place, level) > limit)) return true
  }
  return false
}
