import type { Book } from '../../book/book.ts'
import { serviceAddress } from '../../contract/account-key.ts'
import { SECOND_MS } from '../../contract/time/units.ts'
import { tableBytes, type Bytes } from './table-file.ts'

/**
 * The books of a lake: of which service their records are, spelled one way in all books, and how fresh. Of two books' rows of
 * a station the fresher book's holds.
 */
export function bookBytes(book: Book): Bytes {
  const { createdAtMs } = book.identity
  const service = book.sharing.service()
  const { fetchedAtMs } = book.coverage.totals()
  return tableBytes(
    book.bookId,
    [
      ['service', 'text'],
      ['created_at', 'time'],
      ['fetched_at', 'time'],
    ],
    [[service === null ? null : serviceAddress(service), createdAtMs / SECOND_MS, fetchedAtMs === null ? null : fetchedAtMs / SECOND_MS]],
  )
}
