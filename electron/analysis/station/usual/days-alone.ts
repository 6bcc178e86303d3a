import { isCounter } from '../../../contract/quantities.ts'
import { sourceOf } from '../facts/source.ts'
import { EVER, type ArchiveData, type ChannelData, type StationData } from '../../kernel/data.ts'
import { dayAmounts } from '../../kernel/grids/day-sums.ts'
import { exchangedWithin } from '../facts/disturbances.ts'
import { dependsOn } from '../../kernel/part.ts'
import { believedTimes, dayGrid } from '../../kernel/grids/periods.ts'

/** Gas days as the finest that a device tells: rules that judge hours elsewhere judge its days. */

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

const known = new WeakMap<StationData, DaysAlone | null>()

/**
 * The gas days of a station whose hours do not tell what passed: the daily volume, else what the daily counter rose by, but
 * never over an exchange of the meter. Null where it has hours that tell, or no such days.
 */
export function daysAlone(data: StationData): DaysAlone | null {
  let days = known.get(data)
  if (days === undefined) known.set(data, (days = makeDays(data)))
  return days
}

function makeDays(data: StationData): DaysAlone | null {
  // A part without any hour says nothing of the others.
  if (data.archives.some(({ archiveType, timesMs }) => archiveType === 'hourly' && timesMs.length === 0))
    dependsOn(data, EVER.fromMs, EVER.toMs)
  const told = sourceOf(data)
  if (!told?.daily || told.hourly) return null
  const { archive, channel } = told.daily
  const grid = dayGrid(archive, data)
  if (!grid) return null
  const counts = isCounter(channel.meaning.quantity)
  const amounts = dayAmounts(grid, channel, counts).m3
  const [start, last] = believedTimes(grid.toMs)
  const first = grid.days[start] as number
  const column = () => new Float64Array((grid.days[last] as number) - first + 1).fill(NaN)
  const days: DaysAlone = { archive, channel, first, m3: column(), fromMs: column(), toMs: column() }
  for (let at = start; at <= last; at++) {
    const place = (grid.days[at] as number) - first
    const [fromMs, toMs] = [grid.fromMs[at] as number, grid.toMs[at] as number]
    days.fromMs[place] = fromMs
    days.toMs[place] = toMs
    // A record from the middle of its day holds a part of it.
    if (grid.inPlace[at] === 1 && !(counts && exchangedWithin(data, fromMs, toMs))) days.m3[place] = amounts[at] as number
  }
  return days
}
