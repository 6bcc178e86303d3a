import { medianOf } from '../select.ts'
import type { HourlyAmounts } from './usual.ts'

/** What a station uses by the day, as its level: held against the same weekdays before. Days are UTC days, places begin at the first. */

export interface LevelDays {
  /** Days from 1970 to place 0. */
  first: number
  length: number
  /** m³ of the day; NaN where more than two hours of it are not known. */
  total: Float64Array
  /** The least mean flow of four hours in a row that end in the day, m³/h; NaN likewise. */
  base: Float64Array
  /** The median hour, m³; NaN likewise. */
  middle: Float64Array
  /** The day ÷ the median of the same weekday of the four weeks before; NaN where these are too few or zeros. */
  ratio: Float64Array
  /** The median of `ratio` of the seven days from a place on; NaN where two of them are not known. */
  week: Float64Array
}

const HOURS = 24
const MOST_LOST = 2
/** Hours in a row that make the base: a coarse counter shows no single hour. */
const BASE_HOURS = 4
export const WEEK = 7
/** Weeks whose weekday is usual, and how many of them must be there. */
const WEEKS = 4
const LEAST_WEEKS = 3
/** How many days before a day its ratio looks. */
export const RATIO_DAYS: number = WEEKS * WEEK

export function levelDays({ grid, m3 }: HourlyAmounts): LevelDays {
  const first = Math.floor(grid.first / HOURS)
  const lead = grid.first - first * HOURS
  const length = Math.ceil((grid.length + lead) / HOURS)
  const column = () => new Float64Array(length).fill(NaN)
  const days: LevelDays = { first, length, total: column(), base: column(), middle: column(), ratio: column(), week: column() } // oxfmt-ignore
  for (let day = 0; day < length; day++) {
    const from = day * HOURS - lead
    const hours = m3.subarray(Math.max(0, from), Math.max(0, from + HOURS)).filter((value) => !Number.isNaN(value))
    if (hours.length < HOURS - MOST_LOST) continue
    days.total[day] = (hours.reduce((sum, value) => sum + value, 0) / hours.length) * HOURS
    days.middle[day] = medianOf(hours)
    days.base[day] = baseOf(m3, from)
  }
  for (let day = 0; day < length; day++) days.ratio[day] = (days.total[day] as number) / usualOf(days, day)
  for (let day = 0; day + WEEK <= length; day++) {
    const known = days.ratio.subarray(day, day + WEEK).filter((value) => !Number.isNaN(value))
    if (known.length >= WEEK - 1) days.week[day] = medianOf(known)
  }
  return days
}

function baseOf(m3: Float64Array, from: number): number {
  let least = NaN
  for (let end = from; end < from + HOURS; end++) {
    let sum = 0
    for (let place = end - BASE_HOURS + 1; place <= end; place++) sum += m3[place] ?? NaN
    if (!(sum >= least)) least = Number.isNaN(sum) ? least : sum
  }
  return least / BASE_HOURS
}

/** The median of a day's weekday in the four weeks before a day, m³; NaN where these are too few or nothing is used on it. */
export function usualOf({ total }: Pick<LevelDays, 'total'>, day: number, before = day): number {
  const same: number[] = []
  let place = day - WEEK * Math.max(1, Math.ceil((day - before + 1) / WEEK))
  for (let week = 0; week < WEEKS; week++, place -= WEEK) {
    const value = total[place] ?? NaN
    if (!Number.isNaN(value)) same.push(value)
  }
  const usual = same.length < LEAST_WEEKS ? NaN : medianOf(same)
  return usual > 0 ? usual : NaN
}
