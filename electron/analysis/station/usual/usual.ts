import { firstWhere } from '../../../contract/bisect.ts'
import { dayNumberAt } from '../../../contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import { hoursOf, TOLD } from '../../kernel/amounts/hours.ts'
import { sourceOf } from '../facts/source.ts'
import { archiveOf, counterOf, volumeOf } from '../../kernel/channels/choose.ts'
import type { ChannelData, StationData } from '../../kernel/data.ts'
import { dayAmounts } from '../../kernel/grids/day-sums.ts'
import { dependsOn } from '../../kernel/part.ts'
import { medianOf } from '../../kernel/statistics/select.ts'
import { dayGrid, hourEndMs, hourGrid, placeFrom, type DayGrid, type HourGrid } from '../../kernel/grids/periods.ts'

/** What a station usually uses: the ground of every price of a hole. */

export interface HourlyAmounts {
  grid: HourGrid
  /** Where the amounts come from. */
  channel: ChannelData
  /** m³ of each hour of the grid; NaN where nobody can say. */
  m3: Float64Array
}

const amounts = new WeakMap<StationData, HourlyAmounts | null>()

/**
 * m³ by the hour, of the hours that have a record: its volume, else what the counter rose by from one hour to the next, as
 * everything that prints consumption has it; null: neither.
 */
export function hourlyAmounts(data: StationData): HourlyAmounts | null {
  let found = amounts.get(data)
  if (found === undefined) {
    found = findAmounts(data)
    amounts.set(data, found)
  }
  return found
}

function findAmounts(data: StationData): HourlyAmounts | null {
  const told = sourceOf(data)
  const grid = told?.hourly && hourGrid(told.hourly.archive)
  if (!told?.hourly || !told.source.hourly || !grid) return null
  const hours = hoursOf(told.source.hourly, told.source.breaksMs)
  const m3 = new Float64Array(grid.length).fill(Number.NaN)
  hours.timesMs.forEach((endMs, at) => {
    const place = Math.round((endMs - hourEndMs(grid, 0)) / HOUR_MS)
    if (place >= 0 && place < m3.length && hours.told[at] === TOLD.record) m3[place] = hours.amounts[at] as number
  })
  return { grid, channel: told.hourly.channel, m3 }
}

interface UsualConsumption {
  /**
   * The usual use of the hour that ends at a moment, m³: the median of the last four weeks before it that have the same
   * hour of the week, else of the last days before it by their records; null where both are too few.
   */
  hourAt: (endMs: number) => number | null
}

const HOURS_A_DAY = 24
const WEEK = 7 * HOURS_A_DAY
const WEEKS = 4
/** Over a long hole the weeks before it count, as far back as this. */
const MOST_WEEKS = 53
const MOST_MS = MOST_WEEKS * WEEK * HOUR_MS
/** Days after a change in which what is usual may be other than before. */
export const USUAL_FOR_DAYS: number = MOST_WEEKS * 7 + 1
const DAYS = 28
/** Fewer numbers than this make no median. */
const LEAST_WEEKS = 2
const LEAST_DAYS = 7

const usuals = new WeakMap<StationData, UsualConsumption>()

/** The station's usual use, base m³: by its hours, else by its days. Later records do not count. */
export function usualConsumption(data: StationData): UsualConsumption {
  let usual = usuals.get(data)
  if (!usual) {
    const [hours, days] = [byHours(data), byDays(data)]
    usual = { hourAt: (endMs) => hours(endMs) ?? days(endMs) }
    usuals.set(data, usual)
  }
  return usual
}

function byHours(data: StationData): UsualConsumption['hourAt'] {
  const hourly = hourlyAmounts(data)
  const hasHours = archiveOf(data, 'hourly') !== null
  return (endMs) => {
    if (!hourly) {
      // A part without any hour says nothing of the others.
      if (hasHours) dependsOn(data, endMs - MOST_MS)
      return null
    }
    const { grid, m3 } = hourly
    const place = placeFrom(grid, endMs)
    const found: number[] = []
    for (let week = 1; week <= MOST_WEEKS && found.length < WEEKS; week++) {
      const before = place - week * WEEK
      dependsOn(data, endMs - week * WEEK * HOUR_MS - HOUR_MS)
      if (before < 0) break
      const value = m3[before] ?? NaN
      if (!Number.isNaN(value)) found.push(value)
    }
    return found.length >= LEAST_WEEKS ? medianOf(found) : null
  }
}

function byDays(data: StationData): UsualConsumption['hourAt'] {
  const archive = archiveOf(data, 'daily')
  const grid = archive && dayGrid(archive, data)
  const volume = volumeOf(archive)
  const told = volume ?? counterOf(archive)
  const m3 = grid && told?.toBase ? dayAmounts(grid, told, !volume).m3 : null
  /** By the last day that counts and the day of the hour. */
  const known = new Map<string, number | null>()
  const usualUpTo = (days: DayGrid, amounts: Float64Array, last: number, sinceMs: number): number | null => {
    const found: number[] = []
    for (let place = last; place >= 0 && found.length < DAYS && (days.toMs[place] as number) >= sinceMs; place--) {
      const value = amounts[place] as number
      if (!Number.isNaN(value)) found.push(value)
    }
    if (found.length < DAYS) dependsOn(data, sinceMs)
    return found.length >= LEAST_DAYS ? medianOf(found) / HOURS_A_DAY : null
  }
  return (endMs) => {
    if (!archive || !told?.toBase) return null
    const sinceMs = dayNumberAt(endMs) * DAY_MS - MOST_MS
    if (!grid || !m3) {
      dependsOn(data, sinceMs)
      return null
    }
    const last = firstWhere(0, grid.toMs.length, (place) => (grid.toMs[place] as number) > endMs - HOUR_MS) - 1
    const key = `${last} ${sinceMs}`
    let usual = known.get(key)
    if (usual === undefined) {
      usual = usualUpTo(grid, m3, last, sinceMs)
      known.set(key, usual)
    }
    return usual
  }
}

/** The station's usual use from one moment to another, m³; null where an hour of it has no usual consumption. */
export function usualBetween(data: StationData, fromMs: number, toMs: number): number | null {
  const { hourAt } = usualConsumption(data)
  const hourly = hourlyAmounts(data)
  const endMs = hourly ? hourEndMs(hourly.grid, placeFrom(hourly.grid, fromMs + 1)) : fromMs + HOUR_MS
  let sum = 0
  for (let atMs = endMs; atMs <= toMs; atMs += HOUR_MS) {
    const usual = hourAt(atMs)
    if (usual === null) return null
    sum += usual
  }
  return sum
}
