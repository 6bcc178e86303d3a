import { isCounter } from '../../../contract/quantities.ts'
import { wholeMinute } from '../../../book/completeness/hour-ends.ts'
import { recordPeriod } from '../../../contract/archives.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { TOLD, type Hours } from '../../kernel/amounts/hours.ts'
import { knownChannel, VOLUMES } from '../../kernel/channels/channel.ts'
import { EVER, type ArchiveData, type ChannelData } from '../../kernel/data.ts'
import { dayAmounts, type DayAmounts } from '../../kernel/grids/day-sums.ts'
import { believedTimes, hourEndMs, nearestPlace, type HourGrid } from '../../kernel/grids/periods.ts'
import { dependsOn } from '../../kernel/part.ts'
import type { Columns } from './columns.ts'
import type { StationSource } from './source.ts'

/** The gas that passed at a station, by the hour and by the day, as everything that prints consumption has it. */

/** m³ by the hour. */
export interface Hourly {
  grid: HourGrid
  /** Where the amounts come from: a volume, else a counter. */
  channel: ChannelData
  /** m³ of each hour of the grid; NaN where nobody can say. */
  m3: Float64Array
}

/** m³ by the hour, of the hours that have a record: its volume, else what the counter rose by from one hour to the next. */
export function passedByHour(columns: Columns, told: StationSource | null, hours: Hours | null): Hourly | null {
  const grid = told?.hourly && columns.hourGrid(told.hourly.archive)
  if (!told?.hourly || !hours || !grid) return null
  const m3 = new Float64Array(grid.length).fill(Number.NaN)
  hours.timesMs.forEach((endMs, at) => {
    const place = Math.round((endMs - hourEndMs(grid, 0)) / HOUR_MS)
    if (place >= 0 && place < m3.length && hours.told[at] === TOLD.record) m3[place] = hours.amounts[at] as number
  })
  return { grid, channel: told.hourly.channel, m3 }
}

/** m³ by the day: `counts` where a counter tells them. */
export type Daily = DayAmounts & { counts: boolean }

/** The records of days: their volume, else what the counter rose by from one day to the next. */
export function passedByDay(columns: Columns, told: StationSource | null): Daily | null {
  const grid = told?.daily && columns.dayGrid(told.daily.archive)
  if (!told?.daily || !grid) return null
  const counts = isCounter(told.daily.channel.meaning.quantity)
  return { ...dayAmounts(grid, told.daily.channel, counts), counts }
}

/** The same without the records of days that consumption does not believe. */
export function believedByDay(told: StationSource | null, sent: Daily | null): Daily | null {
  const refuted = new Set((told?.source.refuted ?? []).flatMap(({ archive, atMs }) => (archive === 'daily' ? [atMs] : [])))
  if (!sent || refuted.size === 0) return sent
  const { grid, channel, counts } = sent
  const values = channel.values.map((value, row) => (refuted.has(wholeMinute(grid.archive.timesMs[row] as number)) ? Number.NaN : value))
  return { ...dayAmounts(grid, { ...channel, values }, counts), channel, counts }
}

/** Gas days in a row, by place. */
export interface DaysAlone {
  archive: ArchiveData
  /** Where the amounts come from: a volume, else a counter. */
  channel: ChannelData
  /** Days from 1970 to place 0. */
  first: number
  /** m³ of the day; NaN where nobody can say. */
  m3: Float64Array
  /** When the day begins and ends, Unix ms; NaN where it has no record. */
  fromMs: Float64Array
  toMs: Float64Array
}

/** Gas days as the finest that a device tells: rules that judge hours elsewhere judge its days, but never over an exchange. */
export function daysAloneOf({ data, exchangedWithin }: Columns, told: StationSource | null, daily: Daily | null): DaysAlone | null {
  // A part without any hour says nothing of the others.
  if (data.archives.some(({ archiveType, timesMs }) => archiveType === 'hourly' && timesMs.length === 0))
    dependsOn(data, EVER.fromMs, EVER.toMs)
  if (!daily || told?.hourly) return null
  const { grid, channel, m3, counts } = daily
  const [start, last] = believedTimes(grid.toMs)
  const first = grid.days[start] as number
  const column = () => new Float64Array((grid.days[last] as number) - first + 1).fill(NaN)
  const days: DaysAlone = { archive: grid.archive, channel, first, m3: column(), fromMs: column(), toMs: column() }
  for (let at = start; at <= last; at++) {
    const place = (grid.days[at] as number) - first
    const [fromMs, toMs] = [grid.fromMs[at] as number, grid.toMs[at] as number]
    days.fromMs[place] = fromMs
    days.toMs[place] = toMs
    // A record from the middle of its day holds a part of it.
    if (grid.inPlace[at] === 1 && !(counts && exchangedWithin(fromMs, toMs))) days.m3[place] = m3[at] as number
  }
  return days
}

/**
 * What passed by the records of an archive from one stamp to another, both included, m³; null: nobody can say. Of hours and
 * days as consumption has them; an archive of other periods tells it by its own volume.
 */
export function passedBy(
  archive: ArchiveData,
  { hourly, daily }: { hourly: Hourly | null; daily: Daily | null },
  firstMs: number,
  lastMs: number,
): number | null {
  const period = recordPeriod(archive.archiveType)
  if (period === 'hour') return hourly && known(hourly.m3, nearestPlace(hourly.grid, firstMs), nearestPlace(hourly.grid, lastMs) + 1)
  const within = (count: number, atMs: (at: number) => number): [number, number] => [
    firstWhere(0, count, (at) => atMs(at) >= firstMs),
    firstWhere(0, count, (at) => atMs(at) > lastMs),
  ]
  if (period === 'day') {
    if (!daily) return null
    const { rows, archive: own } = daily.grid
    return known(daily.m3, ...within(rows.length, (at) => own.timesMs[rows[at] as number] as number))
  }
  const volume = knownChannel(archive, ...VOLUMES)
  if (!volume) return null
  const { factor, offset } = volume.toBase
  return known(
    volume.values.map((value) => value * factor + offset),
    ...within(archive.timesMs.length, (at) => archive.timesMs[at] as number),
  )
}

/** The sum of the numbers from one place up to another; null where there is none. */
function known(m3: Float64Array, from: number, to: number): number | null {
  const numbers = m3.subarray(Math.max(0, from), Math.max(0, to)).filter((value) => !Number.isNaN(value))
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}
