import { median, type HourlyAmounts } from './usual.ts'
import { wallHours } from './wall-hours.ts'

/** What the history of a station says of a run of zeros: whether it has ever been so. Times are places in the grid of hours. */

interface Run {
  from: number
  to: number
}

const DAY = 24
const WEEK = 7 * DAY
/** Less history than this tells nothing. */
export const HISTORY_HOURS = 4 * WEEK
/** Weeks before the run whose hours of the week are its like: what lies further back is another season. */
const WEEKS = 8
export const HISTORY_WEEKS: number = WEEKS
/** An hour of the week that is zero more often than this is no surprise at zero. */
const USUAL_SHARE = 0.25

/** Hours of a run that the weeks before it do not explain. */
interface UnusualZeros {
  /** In hours of the week at which the station was seldom at zero. */
  seldom: number
  /** Those of them at which it never was. */
  never: number
}

/** How much of a run the history does not have; null where there are not four weeks of numbers before it. */
export function unusualZeros({ grid, m3 }: HourlyAmounts, { from, to }: Run, zone: string): UnusualZeros | null {
  let all = 0
  for (let place = Math.max(0, from - WEEKS * WEEK); place < from; place++) if (!Number.isNaN(m3[place])) all++
  if (all < HISTORY_HOURS) return null
  const share = zeroShares({ grid, m3 }, from, zone)
  const wall = wallHours(grid, zone)
  const unusual: UnusualZeros = { seldom: 0, never: 0 }
  for (let place = from; place <= to; place++) {
    const zeros = share(wall.ofWeek(place))
    if (zeros <= USUAL_SHARE) unusual.seldom++
    if (zeros === 0) unusual.never++
  }
  return unusual
}

/** How much of an hour of the week was zero in the weeks before a place; NaN where it has no number. */
function zeroShares(
  { grid, m3 }: Pick<HourlyAmounts, 'grid' | 'm3'>,
  before: number,
  zone: string,
): (ofWeek: number) => number {
  const wall = wallHours(grid, zone)
  const numbers = new Int32Array(WEEK)
  const zeros = new Int32Array(WEEK)
  for (let place = Math.max(0, before - WEEKS * WEEK); place < before; place++) {
    const value = m3[place] as number
    if (Number.isNaN(value)) continue
    const hour = wall.ofWeek(place)
    numbers[hour] = (numbers[hour] as number) + 1
    if (value === 0) zeros[hour] = (zeros[hour] as number) + 1
  }
  return (ofWeek) => (zeros[ofWeek] as number) / (numbers[ofWeek] as number)
}

/** A run that came so many times in eight weeks is the station's way. */
const HABIT = 2

/** True where the weeks before a place have several runs of zeros of that length. */
export function stopsOften({ m3 }: HourlyAmounts, { from, to }: Run): boolean {
  let [stops, run] = [0, 0]
  for (let place = Math.max(0, from - WEEKS * WEEK); place < from; place++) {
    run = m3[place] === 0 ? run + 1 : 0
    if (run === to - from + 1) stops++
  }
  return stops >= HABIT
}

/** Weeks before the run in which gas that came and went by itself tells of today. */
const RECENT = 4 * WEEK
/** An hour of the week that is zero more often than this is zero by rhythm: a night, a weekend. */
const RHYTHM_SHARE = 0.75
/** Fewer hours outside of a rhythm are its edge: a shop that opens a little later. */
const LEAST_STOP = 3

/**
 * True where the weeks before a run have stops outside of any rhythm already: a thermostat that takes no gas in mild hours,
 * then on mild days, then on all of them. Zeros are what this history has, however long each was.
 * @param ahead hours after the run that tell it as well
 */
export function comesAndGoes({ grid, m3 }: HourlyAmounts, { from, to }: Run, zone: string, ahead = 0): boolean {
  const share = zeroShares({ grid, m3 }, from, zone)
  const wall = wallHours(grid, zone)
  let [stops, irregular] = [0, 0]
  const count = (first: number, end: number) => {
    irregular = 0
    for (let place = first; place < end; place++) {
      if (m3[place] !== 0) irregular = 0
      else if (share(wall.ofWeek(place)) < RHYTHM_SHARE && ++irregular === LEAST_STOP) stops++
    }
  }
  count(Math.max(0, from - RECENT), from)
  count(to + 1, Math.min(m3.length, to + 1 + ahead))
  return stops >= HABIT
}

/** Hours before a stop of hours that tell whether it came from a usual flow, and what share of it they must have. */
const ASIDE = 48
const USED_SHARE = 0.5

/** True where the two days before a run used at least half of what the same hours of the week use: no decline that ends. */
export function wasInUse({ grid, m3 }: HourlyAmounts, { from }: Run, zone: string): boolean {
  const wall = wallHours(grid, zone)
  const numbers = new Int32Array(WEEK)
  const sums = new Float64Array(WEEK)
  for (let place = Math.max(0, from - WEEKS * WEEK); place < from; place++) {
    const value = m3[place] as number
    if (Number.isNaN(value)) continue
    const hour = wall.ofWeek(place)
    numbers[hour] = (numbers[hour] as number) + 1
    sums[hour] = (sums[hour] as number) + value
  }
  let [used, usual] = [0, 0]
  for (let place = Math.max(0, from - ASIDE); place < from; place++) {
    const hour = wall.ofWeek(place)
    if (Number.isNaN(m3[place])) continue
    used += m3[place] as number
    usual += (sums[hour] as number) / (numbers[hour] as number)
  }
  return used > 0 && used >= USED_SHARE * usual
}

/** A stop of so many days after a decline is the end of a season. */
const STOP = 21 * DAY
const LOW = 0.6
const BEFORE = 14

/** True where a long stop ends a decline: a boiler house stops for the summer. */
export function endsASeason({ m3 }: HourlyAmounts, { from, to }: Run): boolean {
  if (to - from + 1 < STOP) return false
  const days: number[] = []
  for (let end = from; end >= DAY && end > from - WEEKS * WEEK; end -= DAY) {
    let sum = 0
    for (let place = end - DAY; place < end; place++) sum += m3[place] as number
    if (!Number.isNaN(sum)) days.push(sum)
  }
  if (days.length < 2 * BEFORE) return false
  const last = median(days.slice(0, BEFORE))
  const [high = 0] = days.sort((a, b) => b - a).slice(Math.floor(days.length / 10))
  return last <= LOW * high
}
