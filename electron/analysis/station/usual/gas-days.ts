import { dayNumber } from '../../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type GasClock, type TimeSpan } from '../../../contract/time/gas-day.ts'
import type { ArchiveData, ChannelData } from '../../kernel/data.ts'
import type { DayAmounts } from '../../kernel/grids/day-sums.ts'
import { hourEndMs, placeFrom, type HourGrid } from '../../kernel/grids/periods.ts'
import type { Daily, Hourly } from '../facts/amounts.ts'

/** The gas days of a station that are told as a whole. */

/** Days with a number each, by day; those between them are missing. */
export interface GasDays {
  archive: ArchiveData
  channel: ChannelData
  days: number[]
  fromMs: number[]
  toMs: number[]
  m3: number[]
}

/** The volumes of the daily archive, else the gas days of which every hour is known, else what the daily counter rose by. */
export function gasDaysOf(gas: GasClock, hourly: Hourly | null, daily: Daily | null): GasDays | null {
  if (daily && !daily.counts) return daysOfGrid(daily)
  if (hourly) return wholeDays(hourly, gas)
  return daily && daysOfGrid(daily)
}

function daysOfGrid({ grid, channel, m3 }: DayAmounts): GasDays {
  const found: GasDays = { archive: grid.archive, channel, days: [], fromMs: [], toMs: [], m3: [] }
  for (let place = 0; place < grid.rows.length; place++) {
    const value = m3[place] as number
    if (grid.inPlace[place] === 0 || Number.isNaN(value)) continue
    const span = { fromMs: grid.fromMs[place] as number, toMs: grid.toMs[place] as number }
    add(found, grid.days[place] as number, span, value)
  }
  return found
}

function wholeDays({ grid, channel, m3 }: Hourly, gas: GasClock): GasDays {
  const found: GasDays = { archive: grid.archive, channel, days: [], fromMs: [], toMs: [], m3: [] }
  const endMs = hourEndMs(grid, grid.length - 1)
  for (let day = gasDayAt(hourEndMs(grid, 0) - 1, gas); ;) {
    const period = gasPeriod(day, 'day', gas)
    if (period.toMs > endMs) return found
    const sum = sumOfHours(grid, m3, period)
    if (!Number.isNaN(sum)) add(found, dayNumber(day), period, sum)
    day = gasDayAt(period.toMs, gas)
  }
}

/** NaN unless every hour of the time is known, nearly all of them whole. */
function sumOfHours(grid: HourGrid, m3: Float64Array, { fromMs, toMs }: TimeSpan): number {
  const last = placeFrom(grid, toMs)
  let sum = 0
  let cut = 0
  for (let place = placeFrom(grid, fromMs + 1); place <= last; place++) {
    sum += m3[place] ?? NaN
    cut += grid.broken[place] ?? 0
  }
  return cut > MOST_CUT ? NaN : sum
}
/** An hour or two told in parts or twice make no day of half or of twice the usual. */
const MOST_CUT = 2

function add(days: GasDays, day: number, { fromMs, toMs }: TimeSpan, m3: number): void {
  days.days.push(day)
  days.fromMs.push(fromMs)
  days.toMs.push(toMs)
  days.m3.push(m3)
}
