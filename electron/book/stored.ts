import { BookError } from './errors.ts'

/** JSON that the book holds, read back. Throws BOOK_DAMAGED with `where` when it is none: the file was changed by something else. */
export function parseStored<T = unknown>(json: string, where: string): T {
  try {
    return JSON.parse(json) as T
  } catch (error) {
    throw new BookError('BOOK_DAMAGED', { reason: `${where}: no JSON` }, error)
  }
}
