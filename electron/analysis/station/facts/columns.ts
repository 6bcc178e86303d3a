import { recordPeriod } from '../../../contract/archives.ts'
import { withCountedVolumes } from '../../kernel/amounts/counted.ts'
import type { ArchiveData, StationData } from '../../kernel/data.ts'
import { dayGrid, hourGrid, type DayGrid, type HourGrid } from '../../kernel/grids/periods.ts'
import { once, onceFor } from '../../kernel/once.ts'
import { disturbancesOf, disturbedWithin, exchangedWithin, serialChanges, type SerialChange } from './disturbances.ts'

/** The archives of a station and the moments that cut them: what every other fact of it is made of. */
export interface Columns {
  data: StationData
  /** The archive of a type, as it was sent; null where the station has none. */
  archive: (archiveType: string) => ArchiveData | null
  /** An archive with what its counters tell: see `withCountedVolumes`. */
  counted: (archive: ArchiveData) => ArchiveData
  /** The archive with the shortest records that passes; null where none does. Archives of moments come last. */
  finest: (holds: (archive: ArchiveData) => boolean) => ArchiveData | null
  /** The grid of the hours, of the days of an archive; null where it has none. */
  hourGrid: (archive: ArchiveData) => HourGrid | null
  dayGrid: (archive: ArchiveData) => DayGrid | null
  /** Other serial numbers of the meter or the device, from one snapshot of the settings to the next. */
  serialChanges: () => readonly SerialChange[]
  /** True where a meter was exchanged in a time, its ends included. */
  exchangedWithin: (fromMs: number, toMs: number) => boolean
  /**
   * True where a meter was exchanged, a clock was set or the power went in a time, its ends included: an hour of it may be
   * longer, shorter or of two meters.
   */
  disturbedWithin: (fromMs: number, toMs: number) => boolean
}

export function columnsOf(data: StationData): Columns {
  const { archives } = data
  const serials = once(() => serialChanges(data))
  const disturbances = once(() => disturbancesOf(data, serials()))
  const isExchanged = (fromMs: number, toMs: number) => exchangedWithin(disturbances(), fromMs, toMs)
  return {
    data,
    archive: (archiveType) => archives.find((one) => one.archiveType === archiveType) ?? null,
    counted: onceFor((archive) => withCountedVolumes(archive, isExchanged)),
    finest: (holds) => {
      const sorted = PERIODS.flatMap((period) => archives.filter(({ archiveType }) => recordPeriod(archiveType) === period))
      return sorted.find((one) => holds(one)) ?? null
    },
    hourGrid: onceFor((archive) => hourGrid(archive)),
    dayGrid: onceFor((archive) => dayGrid(archive, data)),
    serialChanges: serials,
    exchangedWithin: isExchanged,
    disturbedWithin: (fromMs, toMs) => disturbedWithin(disturbances(), fromMs, toMs),
  }
}
const PERIODS = ['hour', 'day', 'month', null] as const
