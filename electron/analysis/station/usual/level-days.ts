import { medianOf } from '../../kernel/statistics/select.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import type { ArchiveData, ChannelData } from '../../kernel/data.ts'
import { hourEndMs, placeFrom } from '../../kernel/grids/periods.ts'
import type { Hourly } from '../facts/amounts.ts'

/**
 * What a station uses by the day, as its level: held against the same weekdays before. Days are UTC days, or the gas days of
 * a device that archives days alone; places begin at the first.
 */

export interface LevelDays {
  /** Where the amounts come from. */
  archive: ArchiveData
  channel: ChannelData
  /** Days from 1970 to place 0. */
  first: number
  length: number
  /** m³ of the day; NaN where it is not known, or more than two hours of it are not. */
  total: Float64Array
  /** The least mean flow of four hours in a row that end in the day, m³/h; NaN likewise, and where there are no hours. */
  base: Float64Array
  /** The median hour, m³; NaN likewise. */
  middle: Float64Array
  /** The day ÷ the median of the same weekday of the four weeks before; NaN where these are too few or zeros. */
  ratio: Float64Array
  /** The median of `ratio` of the seven days from a place on; NaN where two of them are not known. */
  week: Float64Array
  /** From the beginning of one day to the end of another, both of which are known. */
  spanOf: (from: number, to: number) => TimeSpan
  /** Whether days at a level come so often before a day that a week of them is a matter of chance. */
  isWayOf: (day: number, has: (ratio: number) => boolean) => boolean
  /** Stamps of the records that tell of such days, of many the first ones. */
  recordsOf: (from: number, to: number) => number[]
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

export function levelDays({ grid, channel, m3 }: Hourly): LevelDays {
  const first = Math.floor(grid.first / HOURS)
  const lead = grid.first - first * HOURS
  const length = Math.ceil((grid.length + lead) / HOURS)
  const column = () => new Float64Array(length).fill(NaN)
  const [total, base, middle] = [column(), column(), column()]
  for (let day = 0; day < length; day++) {
    const from = day * HOURS - lead
    const hours = m3.subarray(Math.max(0, from), Math.max(0, from + HOURS)).filter((value) => !Number.isNaN(value))
    if (hours.length < HOURS - MOST_LOST) continue
    total[day] = (hours.reduce((sum, value) => sum + value, 0) / hours.length) * HOURS
    middle[day] = medianOf(hours)
    base[day] = baseOf(m3, from)
  }
  const spanOf = (from: number, to: number) => ({ fromMs: (first + from) * DAY_MS, toMs: (first + to + 1) * DAY_MS })
  const recordsOf = (from: number, to: number) => {
    const { fromMs, toMs } = spanOf(from, to)
    const firstMs = hourEndMs(grid, Math.max(0, placeFrom(grid, fromMs + 1)))
    return Array.from({ length: HOURS }, (_, hour) => firstMs + hour * HOUR_MS).filter((atMs) => atMs <= toMs)
  }
  return {
    archive: grid.archive,
    channel,
    first,
    length,
    total,
    base,
    middle,
    ...levelsOf(total),
    spanOf,
    isWayOf: () => false,
    recordsOf,
  }
}

/** `ratio` and `week` of days in a row. */
export function levelsOf(total: Float64Array): Pick<LevelDays, 'ratio' | 'week'> {
  const ratio = total.map((m3, day) => m3 / usualOf({ total }, day))
  const week = new Float64Array(total.length).fill(NaN)
  for (let day = 0; day + WEEK <= total.length; day++) {
    const known = ratio.subarray(day, day + WEEK).filter((value) => !Number.isNaN(value))
    if (known.length >= WEEK - 1) week[day] = medianOf(known)
  }
  return { ratio, week }
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
