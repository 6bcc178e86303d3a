import type { Book } from '../../../book/index.ts'
import type { Arrival } from '../../../book/digest/digest.ts'
import type { DigestLine } from '../../../contract/digest.ts'
import { lineOf } from './line.ts'

/** Records that came late or were corrected: a line for each archive of a device. */
export function recordLines(book: Book, arrivals: readonly Arrival[]): DigestLine[] {
  const series = new Map<string, Arrival>()
  for (const arrival of arrivals) {
    const { kind, ownerId, archiveType, view } = arrival
    if (kind !== 'late' && kind !== 'corrected') continue
    const key = [kind, ownerId, archiveType, view].join(' ')
    const known = series.get(key)
    series.set(key, known ? both(known, arrival, known.records + arrival.records) : arrival)
  }
  // The service gives an archive in two views: the same records are told of once.
  const archives = new Map<string, Arrival>()
  for (const arrival of series.values()) {
    const key = [arrival.kind, arrival.ownerId, arrival.archiveType].join(' ')
    const known = archives.get(key)
    archives.set(key, known ? both(known, arrival, Math.max(known.records, arrival.records)) : arrival)
  }
  const stations = book.stations.ofDevices([...new Set([...archives.values()].map(({ ownerId }) => ownerId))])
  return [...archives.values()].flatMap(({ kind, ownerId, atMs, archiveType, fromMs, toMs, records }) => {
    const station = stations.get(ownerId)?.at(-1)
    return station
      ? [lineOf(kind === 'late' ? 'late' : 'corrected', atMs, { stationId: station.id, archiveType, fromMs, toMs, count: records })]
      : []
  })
}

const both = (a: Arrival, b: Arrival, records: number): Arrival => ({
  ...a,
  atMs: Math.max(a.atMs, b.atMs),
  fromMs: Math.min(a.fromMs, b.fromMs),
  toMs: Math.max(a.toMs, b.toMs),
  records,
})
