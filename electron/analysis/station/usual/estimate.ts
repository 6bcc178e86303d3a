import { DAY_MS } from '../../../contract/time/units.ts'
import type { StationData } from '../../kernel/data.ts'
import { onceFor } from '../../kernel/once.ts'
import { dependsOn } from '../../kernel/part.ts'
import { placeFrom } from '../../kernel/grids/periods.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import type { Hourly } from '../facts/amounts.ts'
import type { Usual } from './usual.ts'

/**
 * What probably passed in hours that nothing tells: the same hour of the weeks before and after, raised or lowered as the
 * 48 hours on each side of the hole are against theirs. Where the weeks beside tell too little, what is usual before counts.
 */

const HOURS_A_WEEK = 168
/** Weeks with that hour on each side, and how far away they may lie: over a long hole the next ones count. */
const WEEKS = 4
const MOST_WEEKS = 5
const LEAST = 3
/** Hours with a record on each side of the hole that tell its level. */
const BESIDE = 48
const LEAST_BESIDE = 12
/** A level further above the weeks beside is not a level but another way of use. */
const MOST_LEVEL = 5

/** Days before and after a record that its estimate looks at: those of its weeks, and of the level beside. */
export const ESTIMATE_DAYS: number = MOST_WEEKS * 7 + 2

/**
 * Makes an estimator of the hour that ends at a moment, m³. It gives null where the station has too few records for any
 * estimate.
 */
export function estimating(data: StationData, hourly: Hourly | null, { hourAt }: Usual): Usual['hourAt'] {
  if (!hourly) return hourAt
  const { grid, m3 } = hourly
  const pattern = onceFor((place: number) => patternAt(m3, place))
  const levels = new Map<number, number>()
  /** By the first place of the hole: all of its hours have one level. */
  const level = (first: number, last: number): number => {
    let ratio = levels.get(first)
    if (ratio === undefined) levels.set(first, (ratio = levelBeside(m3, pattern, first, last)))
    return ratio
  }
  const runs = runsWithout(m3)
  return (endMs) => {
    const place = placeFrom(grid, endMs)
    // All hours after the last record are one hole, and so are those before the first.
    const first = place < 0 ? place : (runs.firsts[place] ?? m3.length)
    const last = place < 0 ? -1 : (runs.lasts[place] ?? place)
    const spanMs = ESTIMATE_DAYS * DAY_MS
    dependsOn(data, endMs - spanMs, endMs + spanMs)
    const usual = pattern(place)
    return Number.isNaN(usual) ? hourAt(endMs) : usual * level(first, last)
  }
}

/** By place: the first and the last of the places without a number in a row that it lies in; itself where it has one. */
function runsWithout(m3: Float64Array): { firsts: Int32Array; lasts: Int32Array } {
  const [firsts, lasts] = [new Int32Array(m3.length), new Int32Array(m3.length)]
  const continues = (place: number) => Number.isNaN(m3[place]) && Number.isNaN(m3[place - 1] ?? 0)
  for (let place = 0; place < m3.length; place++) firsts[place] = continues(place) ? (firsts[place - 1] as number) : place
  for (let place = m3.length - 1; place >= 0; place--)
    lasts[place] = place + 1 < m3.length && continues(place + 1) ? (lasts[place + 1] as number) : place
  return { firsts, lasts }
}

/** The median of the nearest weeks on both sides; NaN where they are too few. */
function patternAt(m3: Float64Array, place: number): number {
  const found: number[] = []
  for (const side of [-1, 1]) {
    let there = 0
    for (let week = 1; week <= MOST_WEEKS && there < WEEKS; week++) {
      const value = m3[place + side * week * HOURS_A_WEEK] ?? Number.NaN
      if (Number.isNaN(value)) continue
      found.push(value)
      there++
    }
  }
  return found.length < LEAST ? Number.NaN : medianOf(found)
}

/** The ratio of what passed beside a hole to what the weeks around say of those hours. */
function levelBeside(m3: Float64Array, pattern: (place: number) => number, first: number, last: number): number {
  let [passed, usual, hours] = [0, 0, 0]
  for (const [from, step] of [
    [first - 1, -1],
    [last + 1, 1],
  ] as const) {
    for (let place = from, seen = 0; seen < BESIDE && place >= 0 && place < m3.length; place += step, seen++) {
      const [value, expected] = [m3[place] as number, pattern(place)]
      if (Number.isNaN(value) || Number.isNaN(expected)) continue
      passed += value
      usual += expected
      hours++
    }
  }
  if (hours < LEAST_BESIDE || usual <= 0) return 1
  return Math.min(MOST_LEVEL, passed / usual)
}
