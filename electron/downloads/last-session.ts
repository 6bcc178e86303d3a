import type { Book } from '../book/book.ts'
import type { ArchiveTarget } from './target.ts'

/**
 * The last session that could bring records of a target's archive, as far as the book knows, Unix ms; null where sessions
 * say nothing: the list of sessions itself does not travel through the device. Archives of one device come one after
 * another, so the book is asked once for all of them.
 */
export function createLastSession(book: Book, nowMs: number): (target: ArchiveTarget) => number | null {
  let device: number | undefined
  let lastMs: number | null = null
  return (target) => {
    if (target.kind === 'sessions') return null
    if (target.equipmentId !== device) lastMs = book.knownSessions.last(target.equipmentId, nowMs)
    device = target.equipmentId
    return lastMs
  }
}
