import type { LocationQuery } from 'vue-router'
import { client } from '../client.ts'
import { PAGE } from '../stores/page.ts'
import { useBook } from '../stores/book.ts'
import { prefetchable } from './prefetch.ts'

/** The log of all stations as nobody has touched it yet: all events, the newest first, from the top. */
const FIRST_EVENTS = { offset: 0, limit: PAGE, sort: { by: 'atMs', desc: true } } as const
export const firstEvents = prefetchable((_, signal) => client.allEvents.page(FIRST_EVENTS, { signal }))

/** Asks for the first rows of the log of all stations while its screen is still being loaded and built. */
export function askLogAhead(query: LocationQuery): void {
  // At the start the book is not known yet. A failure is told by the screen, which asks again.
  if (useBook().ready && Object.keys(query).length === 0) firstEvents.prefetch().catch(() => undefined)
}
