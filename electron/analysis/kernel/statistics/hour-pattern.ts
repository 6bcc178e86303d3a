import { movingMean, movingMedian, quartileRange, scalesByBlock, SortedWindow } from './rolling.ts'
import { kthOf } from './select.ts'

/**
 * What an hour should have used: the pattern of its hour of the day over some days around, corrected by the median of 48
 * hours of what the station lies above or below its pattern (after PUDL's `timeseries_cleaning`, docs/field-rules.md, source u1; there
 * the two steps come the other way round, which weekends upset).
 */

export interface Expected {
  /** By place: what the hour should have used; NaN where nothing tells. */
  expected: Float64Array
  /** By place: how far the hour is off; a share, of roots. */
  off: Float64Array
  /** By place: how far the hour lies above its pattern, in shares of `size`. */
  above: Float64Array
  /** How far an hour would be off if the station's level above its pattern were this one. */
  offAt: (place: number, level: number) => number
  /** How far an hour is off another amount than the expected one. */
  offFrom: (place: number, usual: number) => number
  /** By place: what a share is of, m³. */
  size: Float64Array
  /** The distance between the quartiles of `off` in the ten days around a place; NaN where there are too few hours. */
  quartiles: (place: number) => number
  /** How far most hours of the ten days on each side of a place are off at most, whatever their side. */
  tail: (place: number) => number
}

const DAY = 24
/** Days on each side whose same hour makes the pattern: working days, and days of rest, of which there are fewer. */
const PATTERN_DAYS = { working: 10, weekend: 17 }
const LEAST_PATTERN = 5
/** The level's window. */
const LEVEL = { before: 24, after: 23, least: 24 }
/** 240 hours, five days on each side. */
const QUARTILES = { block: 2, days: 5, least: 120 }
/** The tail of twenty days: a day and a half of them may be strange and still count as strange. */
const TAIL = { block: 4, days: 10, least: 120 }
const TAIL_SHARE = 0.93
/** An hour that is nearly nothing is measured by a share of the station's mean hour. */
const LEAST_SHARE = 0.25
const MEAN_HOURS = 5 * DAY

/**
 * @param m3 by hour, NaN where there is none
 * @param wall by hour: hours of the wall clock since 1970, of the beginning of the hour
 * @param phase hours since 1970 at the first place
 * @param isResting whether a day of the wall clock, counted from 1970, is one of rest: a weekend, a public holiday
 */
export function expectedHours(m3: Float64Array, wall: Int32Array, phase: number, isResting: (wallDay: number) => boolean): Expected {
  const pattern = patternOf(m3, wall, isResting)
  const size = sizesOf(pattern, phase)
  const above = m3.map((value, place) => (value - (pattern[place] as number)) / (size[place] as number))
  const level = movingMedian(above, LEVEL)
  const expectedAt = (place: number, level: number) => Math.max(0, (pattern[place] as number) + (size[place] as number) * level)
  const offFrom = (place: number, usual: number) => rootDistance(m3[place] as number, usual, NOTHING * (size[place] as number))
  const offAt = (place: number, level: number) => offFrom(place, expectedAt(place, level))
  const expected = level.map((here, place) => expectedAt(place, here))
  const off = level.map((here, place) => offAt(place, here))
  const sizes = off.map((value, place) => (m3[place] === 0 ? NaN : Math.abs(value)))
  const quartiles = scalesByBlock(off, { phase, ...QUARTILES }, 1, (numbers, count, into) => {
    into[0] = quartileRange(numbers, count)
  })
  const tail = scalesByBlock(sizes, { phase, ...TAIL }, 1, (numbers, count, into) => {
    into[0] = kthOf(numbers, Math.floor(TAIL_SHARE * (count - 1)), count)
  })
  return {
    expected,
    off,
    above,
    offAt,
    offFrom,
    size,
    quartiles: (place) => quartiles(0, place),
    tail: (place) => tail(0, place),
  }
}

/**
 * How far a value is off, as a share: of the roots, so that a tenth of the usual is as far from it as twice the usual. Noise
 * grows with what is used, but more slowly: between the difference and the ratio lies the root.
 */
const rootDistance = (value: number, expected: number, least: number): number =>
  2 * (Math.sqrt((Math.max(0, value) + least) / (expected + least)) - 1)
/** Where the usual hour is nothing, this share of its size keeps a ratio finite. */
const NOTHING = 0.05

/** The median of the same hour of the same kind of day around each hour. */
function patternOf(m3: Float64Array, wall: Int32Array, isResting: (wallDay: number) => boolean): Float64Array {
  const pattern = new Float64Array(m3.length).fill(NaN)
  // Places by hour of the day and kind of day; in the hour that comes twice, both are the same hour.
  const groups: number[][] = Array.from({ length: 2 * DAY }, () => [])
  for (let place = 0; place < m3.length; place++) {
    if (Number.isNaN(m3[place])) continue
    const hour = wall[place] as number
    const ofDay = ((hour % DAY) + DAY) % DAY
    groups[isResting(Math.floor(hour / DAY)) ? DAY + ofDay : ofDay]?.push(place)
  }
  const window = new SortedWindow(2 * (2 * PATTERN_DAYS.weekend + 2))
  for (const [at, places] of groups.entries()) {
    const reach = at < DAY ? PATTERN_DAYS.working : PATTERN_DAYS.weekend
    const days = Int32Array.from(places, (place) => Math.floor((wall[place] as number) / DAY))
    window.clear()
    let [gone, come] = [0, 0]
    for (let index = 0; index < places.length; index++) {
      const day = days[index] as number
      while (come < places.length && (days[come] as number) <= day + reach) window.add(m3[places[come++] as number] as number)
      while ((days[gone] as number) < day - reach) window.remove(m3[places[gone++] as number] as number)
      if (window.size >= LEAST_PATTERN) pattern[places[index] as number] = window.median()
    }
  }
  return pattern
}

/** The whole that shares are taken of: the pattern's hour, but no less than a quarter of the mean hour around. */
const sizesOf = (pattern: Float64Array, phase: number): Float64Array => {
  const means = movingMean(pattern, MEAN_HOURS, phase)
  return pattern.map((usual, place) => Math.max(usual, LEAST_SHARE * (means[place] as number)))
}
