import { HOUR_MS } from '../../contract/time/units.ts'
import { archiveOf, counterOf, volumeOf } from './choose.ts'
import type { ChannelData, StationData } from './data.ts'
import { baseValue, dayGrid, hourEndMs, hourGrid, onGrid, placeFrom, type HourGrid } from './periods.ts'

/** What a station usually uses: the ground of every price of a hole. */

export interface HourlyAmounts {
  grid: HourGrid
  /** Where the amounts come from. */
  channel: ChannelData
  /** m³ of each hour of the grid; NaN where nobody can say. */
  m3: Float64Array
}

const amounts = new WeakMap<StationData, HourlyAmounts | null>()

/** m³ by the hour: the volume of the hourly archive, else what its counter rose by from one hour to the next; null: neither. */
export function hourlyAmounts(data: StationData): HourlyAmounts | null {
  let found = amounts.get(data)
  if (found === undefined) {
    found = findAmounts(data)
    amounts.set(data, found)
  }
  return found
}

function findAmounts(data: StationData): HourlyAmounts | null {
  const archive = archiveOf(data, 'hourly')
  const grid = archive && hourGrid(archive)
  if (!grid) return null
  const volume = volumeOf(archive)
  if (volume?.toBase) return { grid, channel: volume, m3: onGrid(grid, volume) }
  const counter = counterOf(archive)
  if (!counter?.toBase) return null
  const counts = onGrid(grid, counter)
  const m3 = counts.map((count, place) => {
    const rise = count - (counts[place - 1] ?? NaN)
    // A counter that falls was exchanged or began again: nobody knows what passed.
    return rise >= 0 ? rise : NaN
  })
  return { grid, channel: counter, m3 }
}

export interface UsualConsumption {
  /** Of a day; null where there is too little to go by. */
  m3ADay: number | null
  /** Of the hour that ends at a moment: the median of the last four weeks before it that have the same hour of the week. */
  hourAt: (endMs: number) => number | null
}

const HOURS_A_DAY = 24
const WEEK = 7 * HOURS_A_DAY
const WEEKS = 4
/** Over a long hole the weeks before it count. */
const MOST_WEEKS = 53
const DAYS = 28
/** Fewer numbers than this make no median. */
const LEAST_WEEKS = 2
const LEAST_DAYS = 7

const usuals = new WeakMap<StationData, UsualConsumption>()

/** What the station usually uses, base m³: by its hours, else by its days. */
export function usualConsumption(data: StationData): UsualConsumption {
  let usual = usuals.get(data)
  if (!usual) {
    usual = byHours(data) ?? byDays(data)
    usuals.set(data, usual)
  }
  return usual
}

function byHours(data: StationData): UsualConsumption | null {
  const hourly = hourlyAmounts(data)
  if (!hourly) return null
  const { grid, m3 } = hourly
  const hourAt = (endMs: number): number | null => {
    const place = placeFrom(grid, endMs)
    const found: number[] = []
    for (let week = 1; week <= MOST_WEEKS && found.length < WEEKS; week++) {
      const before = place - week * WEEK
      if (before < 0) break
      const value = m3[before] ?? NaN
      if (!Number.isNaN(value)) found.push(value)
    }
    return found.length >= LEAST_WEEKS ? median(found) : null
  }
  const days: number[] = []
  const complete = HOURS_A_DAY
  for (let end = grid.length; end >= complete && days.length < DAYS; end -= complete) {
    let sum = 0
    for (let place = end - complete; place < end; place++) sum += m3[place] as number
    if (!Number.isNaN(sum)) days.push(sum)
  }
  if (days.length < LEAST_DAYS) return byDaysOr(data, hourAt)
  return { m3ADay: median(days), hourAt }
}

/** Hours that are too few may have days beside them. */
function byDaysOr(data: StationData, hourAt: UsualConsumption['hourAt']): UsualConsumption {
  const daily = byDays(data)
  return { m3ADay: daily.m3ADay, hourAt: (endMs) => hourAt(endMs) ?? daily.hourAt(endMs) }
}

function byDays(data: StationData): UsualConsumption {
  const archive = archiveOf(data, 'daily')
  const grid = archive && dayGrid(archive, data)
  const volume = volumeOf(archive)
  const days: number[] = []
  if (grid && volume?.toBase)
    for (let place = grid.rows.length - 1; place >= 0 && days.length < DAYS; place--) {
      const value = baseValue(volume, grid.rows[place] as number)
      if (!Number.isNaN(value)) days.push(value)
    }
  const m3ADay = days.length >= LEAST_DAYS ? median(days) : null
  return { m3ADay, hourAt: () => m3ADay && m3ADay / HOURS_A_DAY }
}

/** What the station usually uses from one moment to another, m³; null where an hour of it has no usual consumption. */
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

/** The middle of some numbers, none of them NaN; sorts them. */
export function median(values: number[]): number {
  values.sort((a, b) => a - b)
  const middle = values.length >> 1
  const upper = values[middle] as number
  return values.length % 2 === 1 ? upper : ((values[middle - 1] as number) + upper) / 2
}
