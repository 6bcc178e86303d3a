import type { Book, StationRow } from '../../../book/index.ts'
import type { Archive } from '../../../book/archives/readings-reader.ts'
import { compareSeries, recordPeriod, type RecordPeriod } from '../../../contract/archives.ts'
import type { ReadingView } from '../../../contract/records.ts'

/** One archive in one view, with the stations whose records the book holds. */
export interface SharedArchive {
  archiveType: string
  view: ReadingView
  held: Held[]
}

/** What a station holds of an archive. */
export interface Held {
  /** The station, with the newest device that has the archive. */
  station: StationRow
  archive: Archive
  /** Each device of the station that has it, the oldest first. */
  parts: { device: StationRow; archive: Archive }[]
}

const FINEST: readonly RecordPeriod[] = ['hour', 'day', 'month']

/** The archives that the book holds of stations: those of at least half of them first, the finest of these, unified first. */
export function sharedArchives(book: Book, stations: readonly StationRow[]): SharedArchive[] {
  const shared = new Map<string, SharedArchive>()
  for (const station of stations) {
    const own = new Map<string, Held>()
    for (const device of book.stations.devices(station.id)) {
      for (const archive of book.readings.archives(device.equipmentId, device.time)) {
        const key = `${archive.archiveType}|${archive.view}`
        const before = own.get(key)
        const { firstMs, lastMs } = before?.archive ?? archive
        own.set(key, {
          station: device,
          archive: { ...archive, firstMs: Math.min(firstMs, archive.firstMs), lastMs: Math.max(lastMs, archive.lastMs) },
          parts: [...(before?.parts ?? []), { device, archive }],
        })
      }
    }
    for (const [key, held] of own) {
      const { archiveType, view } = held.archive
      const known = shared.get(key) ?? { archiveType, view, held: [] }
      known.held.push(held)
      shared.set(key, known)
    }
  }
  const finest = ({ archiveType }: SharedArchive) => {
    const covers = recordPeriod(archiveType)
    return covers === null ? FINEST.length : FINEST.indexOf(covers)
  }
  const enough = ({ held }: SharedArchive) => Math.min(held.length, stations.length / 2)
  const unifiedFirst = ({ view }: SharedArchive) => (view === 'unified' ? 0 : 1)
  return [...shared.values()].sort(
    (a, b) => enough(b) - enough(a) || finest(a) - finest(b) || unifiedFirst(a) - unifiedFirst(b) || compareSeries(a, b),
  )
}
