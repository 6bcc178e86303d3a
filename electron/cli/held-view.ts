import type { Book } from '../book/book.ts'
import { READING_VIEWS, type ReadingView } from '../contract/records.ts'

export interface Sought {
  stationIds: readonly number[]
  archiveTypes: readonly string[] | 'all'
  /** Unix ms, both included; open where absent. */
  fromMs?: number | undefined
  toMs?: number | undefined
}

/**
 * The view of readings to export when none is named: the general one, or the unified one where the book holds only
 * that of what is sought. `note` says which was taken where that is a choice.
 */
export function heldView(book: Book, sought: Sought): { view: ReadingView; note: string | null } {
  const held = viewsHeld(book, sought)
  if (held.size === 2)
    return { view: 'general', note: 'The book holds both views: the general one is taken. --view unified takes the other.' }
  if (held.has('unified')) return { view: 'unified', note: 'The book holds only the unified view of these: it is taken.' }
  return { view: 'general', note: null }
}

function viewsHeld(book: Book, { stationIds, archiveTypes, fromMs = -Infinity, toMs = Infinity }: Sought): Set<string> {
  const held = new Set<string>()
  for (const id of stationIds) {
    const archives = book.stations.devices(id).flatMap(({ equipmentId, time }) => book.readings.archives(equipmentId, time))
    for (const { archiveType, view, firstMs, lastMs } of archives) {
      const isSought = archiveTypes === 'all' || archiveTypes.includes(archiveType)
      if (isSought && firstMs <= toMs && lastMs >= fromMs) held.add(view)
    }
    if (held.size === READING_VIEWS.length) break
  }
  return held
}
