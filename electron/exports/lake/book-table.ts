import type { Book } from '../../book/book.ts'
import { SECOND_MS } from '../../contract/time/units.ts'
import { tableBytes, type Bytes } from './table-file.ts'

/** The books of a lake: of which service they are, and how fresh. Of two books' rows of a station the fresher book's holds. */
export function bookBytes(book: Book): Bytes {
  const { url, createdAtMs } = book.identity
  const { fetchedAtMs } = book.coverage.totals()
  return tableBytes(
    book.bookId,
    [
      ['service', 'text'],
      ['created_at', 'time'],
      ['fetched_at', 'time'],
    ],
    [[url, createdAtMs / SECOND_MS, fetchedAtMs === null ? null : fetchedAtMs / SECOND_MS]],
  )
}
