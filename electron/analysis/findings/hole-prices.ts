import { recordPeriod } from '../../contract/archives.ts'
import { firstWhere } from '../../contract/bisect.ts'
import { volumeOf } from './choose.ts'
import { beginOf, channelOf, type BasedChannel } from './columns.ts'
import type { ArchiveData, DueData, StationData } from './data.ts'
import { exchangedWithin } from './disturbances.ts'
import { usualBetween } from './usual.ts'

/** What passed in missing records: by the counter where it went on, else by what is usual. */

export interface HolePrice {
  /** m³; null where there is nothing to go by. */
  m3: number | null
  /** Of the counter. */
  measured: boolean
}

const COUNTER_OF = { standardVolume: 'standardCounter', volume: 'counter', workingVolume: 'workingCounter' } as const

/** @returns the price of the missing records from one place of `due` to another, both included */
export function holePrices(
  data: StationData,
  archive: ArchiveData,
  due: DueData,
): (from: number, to: number) => HolePrice {
  const { archiveType } = archive
  const counter = counterOf(archive)
  return (from, to) => {
    const measured = counter && passedBy(counter, data, { archive, due, from, to })
    if (measured !== null) return { m3: measured, measured: true }
    const fromMs = beginOf(archiveType, due.due[from] as number, data.gas)
    return { m3: usualBetween(data, fromMs, due.due[to] as number), measured: false }
  }
}

interface Counter {
  counter: BasedChannel
  /** The volume of a period at the same conditions. */
  volume: BasedChannel | null
}

/** The counter at the conditions of what the station is billed by. */
function counterOf(archive: ArchiveData): Counter | null {
  const quantity = volumeOf(archive)?.meaning.quantity ?? 'standardVolume'
  const wanted = quantity === 'workingVolume' || quantity === 'volume' ? quantity : 'standardVolume'
  const counter = channelOf(archive, COUNTER_OF[wanted])
  return counter && { counter, volume: channelOf(archive, wanted) }
}

interface Hole {
  archive: ArchiveData
  due: DueData
  from: number
  to: number
}

/**
 * What the counter rose by over the whole gap around the places, without the period of the record that ends it, and of
 * that the share of these places. Null where it fell, a meter was exchanged, or one side of the gap has no number.
 */
function passedBy({ counter, volume }: Counter, data: StationData, { archive, due, from, to }: Hole): number | null {
  const { timesMs, archiveType } = archive
  let first = from
  while (first > 0 && due.present[first - 1] === 0) first--
  let last = to
  while (last + 1 < due.due.length && due.present[last + 1] === 0) last++
  const after = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > (due.due[last] as number))
  const before = firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) >= (due.due[first] as number)) - 1
  if (before < 0 || after >= timesMs.length || after <= before) return null
  const [beforeMs, afterMs] = [timesMs[before] as number, timesMs[after] as number]
  const rise = ((counter.values[after] as number) - (counter.values[before] as number)) * counter.toBase.factor
  if (!(rise >= 0) || exchangedWithin(data, beforeMs, afterMs)) return null
  const missing = last - first + 1
  const own = volume ? (volume.values[after] as number) * volume.toBase.factor : Number.NaN
  // Without a volume of its own, the record that ends the gap is one period of many.
  const passed = Number.isNaN(own) || recordPeriod(archiveType) === null ? (rise * missing) / (missing + 1) : rise - own
  return passed < 0 ? null : (passed * (to - from + 1)) / missing
}
