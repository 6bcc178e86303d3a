import type { Book } from '../book/index.ts'

/** The first screen has all that it asks by then, ms. */
export const REHEARSED_AFTER_MS = 1000

/**
 * Brings into memory what a search looks at, once the first screen is there: else the first keystroke holds the desk for it,
 * about 60 ms for 5,000 stations. In a damaged book it fails unheard; the search itself fails again, and is answered with that.
 */
export function rehearseSearch(book: Book, isOpen: () => boolean): void {
  const rehearse = () => {
    if (!isOpen()) return
    try {
      book.stations.list({ text: 'a', sort: { by: 'match' } })
    } catch {
      // See above.
    }
  }
  setTimeout(rehearse, REHEARSED_AFTER_MS).unref()
}
