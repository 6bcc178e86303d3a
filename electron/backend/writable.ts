import type { Book } from '../book/index.ts'
import { MeterbookError } from '../contract/errors.ts'

/** A book that may be changed. Throws READ_ONLY_BOOK. */
export function writable(book: Book): Book {
  if (book.mode !== 'write') throw new MeterbookError('READ_ONLY_BOOK', { file: book.file })
  return book
}
