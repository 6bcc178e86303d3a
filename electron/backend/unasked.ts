import type { Book } from '../book/index.ts'
import type { World } from '../demo/index.ts'
import type { Downloads } from '../downloads/downloads.ts'
import { areListsOld, listsPlan } from '../downloads/lists.ts'
import { AT_REST } from '../downloads/progress.ts'
import { demoTour, isTourDone } from './demo-tour.ts'

/**
 * What a sign-in begins by itself: the lists when they are old, or the tour that fills the demo's book. A run that is
 * there goes before. Throws what `downloads.start` throws.
 * @param demo the world of the demo's account, null for any other
 */
export function beginUnasked(book: Book, downloads: Downloads, demo: World | null, nowMs: number): void {
  if (book.mode !== 'write' || !AT_REST.has(downloads.progress().state)) return
  if (demo && !isTourDone(downloads.queue.history(), nowMs)) downloads.start(demoTour(demo, nowMs))
  else if (areListsOld(book, nowMs)) downloads.start(listsPlan(nowMs))
}
