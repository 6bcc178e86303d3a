import { LATE_DAYS } from '../analysis/kernel/grids/lacking.ts'
import type { Book } from '../book/index.ts'
import { isAskable } from '../contract/record-bounds.ts'
import { EVENT_ARCHIVES } from '../contract/records.ts'
import { addDays, dayAt, dayOf } from '../contract/time/day.ts'
import type { ArchiveTarget } from './target.ts'

/** An exchange is one act: what was asked of the device before is asked of the new one, from the moment of the exchange. */

/**
 * What exchanges have left unasked of a station (book/coverage/unasked.ts), as targets: whatever a plan names, it fetches these. The last
 * days that were asked of a device which was taken out may not have been complete: coverage says which of them are asked for once more.
 */
export function unaskedOf(book: Book, stationId: number, nowMs: number): ArchiveTarget[] {
  const today = dayAt(nowMs)
  return book.unasked.ofStation(stationId).flatMap(({ archiveType, view, owner, from, to }): ArchiveTarget[] => {
    const isFormer = to !== null
    const days = { stationId, from: addDays(dayOf(from), isFormer ? -LATE_DAYS : 0), to: to === null ? today : dayOf(to) }
    if (days.from > today || !isAskable(archiveType)) return []
    if ('telemetryId' in owner) return [{ ...days, ...owner, kind: 'sessions' }]
    const event = EVENT_ARCHIVES.find((code) => code === archiveType)
    return [event ? { ...days, ...owner, kind: 'events', archiveType: event } : { ...days, ...owner, kind: 'readings', archiveType, view }]
  })
}

/** Whether the book has settings of a device that a station had before. */
export const hadSettings = (book: Book, stationId: number): boolean =>
  book.stations.lifeKey(stationId) !== '' &&
  book.stations.life(stationId).some(({ equipmentId }) => equipmentId !== null && book.settings.snapshots(equipmentId).length > 0)
