import { medianOf } from '../../kernel/statistics/select.ts'

/** The history of a station's zeros: whether it has ever been so. */

/** The volumes of periods in a row: hours, or gas days where a device archives no hours. */
export interface Amounts {
  /** By place; NaN where nobody can say. */
  m3: Float64Array
  /** How many places make a day. */
  perDay: 24 | 1
  /** Which period of the week a place is, from 0 on: places of the same one are like each other. */
  ofWeek: (place: number) => number
}

/** Zeros in a row, by the places of the first and the last. */
interface Run {
  from: number
  to: number
}

/** Less history than this tells nothing. */
export const HISTORY_DAYS = 28
/** Weeks before the run whose hours of the week are its like: what lies further back is another season. */
const WEEKS = 8
export const HISTORY_WEEKS: number = WEEKS
const HISTORY = 7 * WEEKS
/** A period of the week that is zero more often than this is no surprise at zero. */
const USUAL_SHARE = 0.25

/** Periods of a run that the weeks before it do not explain. */
interface UnusualZeros {
  /** In periods of the week at which the station was seldom at zero. */
  seldom: number
  /** Those of them at which it never was. */
  never: number
}

/** How much of a run the history does not have; null where there are not four weeks of numbers before it. */
export function unusualZeros(amounts: Amounts, { from, to }: Run): UnusualZeros | null {
  const { m3, perDay, ofWeek } = amounts
  let all = 0
  for (let place = Math.max(0, from - HISTORY * perDay); place < from; place++) if (!Number.isNaN(m3[place])) all++
  if (all < HISTORY_DAYS * perDay) return null
  const share = zeroShares(amounts, from)
  const unusual: UnusualZeros = { seldom: 0, never: 0 }
  for (let place = from; place <= to; place++) {
    const zeros = share(ofWeek(place))
    if (zeros <= USUAL_SHARE) unusual.seldom++
    if (zeros === 0) unusual.never++
  }
  return unusual
}

/** How much of a period of the week was zero in the weeks before a place; NaN where it has no number. */
function zeroShares({ m3, perDay, ofWeek }: Amounts, before: number): (period: number) => number {
  const numbers = new Int32Array(7 * perDay)
  const zeros = new Int32Array(7 * perDay)
  for (let place = Math.max(0, before - HISTORY * perDay); place < before; place++) {
    const value = m3[place] as number
    if (Number.isNaN(value)) continue
    const period = ofWeek(place)
    numbers[period] = (numbers[period] as number) + 1
    if (value === 0) zeros[period] = (zeros[period] as number) + 1
  }
  return (period) => (zeros[period] as number) / (numbers[period] as number)
}

/** A run that came so many times in eight weeks is the station's way. */
const HABIT = 2

/** True where the weeks before a place have several runs of zeros of that length. */
export function stopsOften({ m3, perDay }: Amounts, { from, to }: Run): boolean {
  let [stops, run] = [0, 0]
  for (let place = Math.max(0, from - HISTORY * perDay); place < from; place++) {
    run = m3[place] === 0 ? run + 1 : 0
    if (run === to - from + 1) stops++
  }
  return stops >= HABIT
}

/** Days before the run in which gas that came and went by itself tells of today. */
const RECENT_DAYS = 28
/** A period of the week that is zero more often than this is zero by rhythm: a night, a weekend. */
const RHYTHM_SHARE = 0.75
/** Fewer hours outside of a rhythm are its edge: a shop that opens a little later. A day without gas is more. */
const LEAST_STOP = { 24: 3, 1: 1 } as const

/**
 * True where the weeks before a run have stops outside of any rhythm already: a thermostat that takes no gas in mild hours,
 * then on mild days, then on all of them. Zeros are what this history has, however long each was.
 * @param aheadDays days after the run that tell it as well
 */
export function comesAndGoes(amounts: Amounts, { from, to }: Run, aheadDays = 0): boolean {
  const { m3, perDay, ofWeek } = amounts
  const share = zeroShares(amounts, from)
  let [stops, irregular] = [0, 0]
  const count = (first: number, end: number) => {
    irregular = 0
    for (let place = first; place < end; place++) {
      if (m3[place] !== 0) irregular = 0
      else if (share(ofWeek(place)) < RHYTHM_SHARE && ++irregular === LEAST_STOP[perDay]) stops++
    }
  }
  count(Math.max(0, from - RECENT_DAYS * perDay), from)
  count(to + 1, Math.min(m3.length, to + 1 + aheadDays * perDay))
  return stops >= HABIT
}

/** Days before a stop that tell whether it came from a usual flow, how far back they lie at most, and what share of it they must have. */
const ASIDE_DAYS = 2
const FARTHEST_DAYS = 7
const USED_SHARE = 0.5

/**
 * True where the two days before a run used at least half of what the same periods of the week use: no decline that ends. Of
 * days alone the last two on which anything is usual count: a weekend tells nothing.
 */
export function wasInUse({ m3, perDay, ofWeek }: Amounts, { from }: Run): boolean {
  const numbers = new Int32Array(7 * perDay)
  const sums = new Float64Array(7 * perDay)
  for (let place = Math.max(0, from - HISTORY * perDay); place < from; place++) {
    const value = m3[place] as number
    if (Number.isNaN(value)) continue
    const period = ofWeek(place)
    numbers[period] = (numbers[period] as number) + 1
    sums[period] = (sums[period] as number) + value
  }
  let [used, usual] = [0, 0]
  const farthest = Math.max(0, from - (perDay === 1 ? FARTHEST_DAYS : ASIDE_DAYS * perDay))
  for (let place = from - 1, seen = 0; place >= farthest && seen < ASIDE_DAYS * perDay; place--) {
    const period = ofWeek(place)
    if (perDay === 1 && sums[period] === 0) continue
    seen++
    if (Number.isNaN(m3[place])) continue
    used += m3[place] as number
    usual += (sums[period] as number) / (numbers[period] as number)
  }
  return used > 0 && used >= USED_SHARE * usual
}

/** A stop of so many days after a decline is the end of a season. */
const STOP_DAYS = 21
const LOW = 0.6
const BEFORE = 14

/** True where a long stop ends a decline: a boiler house stops for the summer. */
export function endsASeason({ m3, perDay }: Amounts, { from, to }: Run): boolean {
  if (to - from + 1 < STOP_DAYS * perDay) return false
  const days: number[] = []
  for (let end = from; end >= perDay && end > from - HISTORY * perDay; end -= perDay) {
    let sum = 0
    for (let place = end - perDay; place < end; place++) sum += m3[place] as number
    if (!Number.isNaN(sum)) days.push(sum)
  }
  if (days.length < 2 * BEFORE) return false
  const last = medianOf(days.slice(0, BEFORE))
  const [high = 0] = days.sort((a, b) => b - a).slice(Math.floor(days.length / 10))
  return last <= LOW * high
}
