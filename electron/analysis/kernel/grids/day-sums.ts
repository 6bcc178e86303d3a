import { withoutNoise } from '../../../contract/units.ts'
import { riseOf } from '../amounts/fills.ts'
import { countedVolumes, sharedVolumes, volumesBeside } from '../channels/channel.ts'
import type { ArchiveData, ChannelData } from '../data.ts'
import { baseValue, onGrid, placeFrom, type DayGrid, type HourGrid } from './periods.ts'

/** Sums of hours, and the amounts of days that they are held against. */

export interface HourSums {
  grid: HourGrid
  channel: ChannelData
  /** By place, m³; NaN where there is none. */
  m3: Float64Array
  /** By place: how many of the hours before it have no whole number. */
  gaps: Int32Array
}

export function hourSums(grid: HourGrid, channel: ChannelData): HourSums {
  let sums = grid.sums.get(channel.values)
  if (!sums) {
    const column = onGrid(grid, channel)
    const gaps = new Int32Array(grid.length + 1)
    const m3 = grid.rest.size > 0 ? column.slice() : column
    for (let place = 0; place < grid.length; place++) {
      const rest = grid.rest.get(place)
      // Where a counter shows that extra records hold the rest of an hour, they are the hour together.
      if (rest) m3[place] = rest.reduce((sum, row) => sum + baseValue(channel, row), column[place] as number)
      const isGap = Number.isNaN(m3[place]) || (grid.broken[place] === 1 && !rest)
      gaps[place + 1] = (gaps[place] as number) + (isGap ? 1 : 0)
    }
    grid.sums.set(channel.values, (sums = { m3, gaps }))
  }
  return { grid, channel, ...sums }
}

/** How many hours end after `fromMs`, up to and including `toMs`. */
export const hoursBetween = ({ grid }: HourSums, fromMs: number, toMs: number): number =>
  placeFrom(grid, toMs + 1) - placeFrom(grid, fromMs + 1)

/** The sum of the hours that end after `fromMs`, up to and including `toMs`; NaN unless each of them has a whole number. */
export function wholeSum({ grid, m3, gaps }: HourSums, fromMs: number, toMs: number): number {
  const [from, to] = [placeFrom(grid, fromMs + 1), placeFrom(grid, toMs + 1)]
  if (from < 0 || to > grid.length || to <= from || (gaps[to] as number) > (gaps[from] as number)) return NaN
  // Added up from the first to the last: a difference of sums from a beginning on has the noise of where that was.
  let sum = 0
  for (let place = from; place < to; place++) sum += m3[place] as number
  return withoutNoise(sum)
}

/** The amounts of an archive of days. */
export interface DayAmounts {
  grid: DayGrid
  channel: ChannelData
  /** By place, m³; NaN where there is none. */
  m3: Float64Array
}

/** Days that are held against hours: the volume of the same gas, else what the counter of the same gas rose by. */
export function dayAmounts(grid: DayGrid, channel: ChannelData, counts: boolean): DayAmounts {
  const values = Float64Array.from(grid.rows, (row) => baseValue(channel, row))
  if (!counts) return { grid, channel, m3: values }
  const m3 = values.map((value, place) => {
    const follows = place > 0 && grid.days[place] === (grid.days[place - 1] as number) + 1
    const rise = riseOf(values[place - 1] ?? NaN, value)
    return follows && grid.inPlace[place - 1] === 1 && rise >= 0 ? rise : NaN
  })
  return { grid, channel, m3 }
}

/** Which channels of hours and of days count the same gas; `counts`: of days only the counter does. */
export function dayPairs(hourly: ArchiveData, daily: ArchiveData): { hours: ChannelData; days: ChannelData; counts: boolean }[] {
  const shared = sharedVolumes(hourly, daily).map(([hours, days]) => ({ hours, days, counts: false }))
  if (shared.length > 0) return knownFirst(shared)
  return knownFirst(volumesBeside(hourly, daily).map(([hours, days]) => ({ hours, days, counts: true })))
}

/** A value in a unit that nobody knows cannot be compared. */
const knownFirst = <P extends { hours: ChannelData; days: ChannelData }>(pairs: P[]): P[] =>
  pairs.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)))
const isKnown = ({ hours, days }: { hours: ChannelData; days: ChannelData }) => hours.toBase !== null && days.toBase !== null

/** The counter of an archive that counts what a volume does. */
export const counterBeside = (archive: ArchiveData, volume: ChannelData): ChannelData | null =>
  countedVolumes(archive).find((pair) => pair.volume === volume)?.counter ?? null

/** How much the hourly counter of the same gas rose; nothing where it does not stand at both ends or fell. */
export function counterRise({ grid, channel }: HourSums, fromMs: number, toMs: number): { counter?: number } {
  const counter = counterBeside(grid.archive, channel)
  if (!counter?.toBase) return {}
  const counts = onGrid(grid, counter)
  const rise = riseOf(counts[placeFrom(grid, fromMs)] ?? NaN, counts[placeFrom(grid, toMs)] ?? NaN)
  return rise >= 0 ? { counter: rise } : {}
}
