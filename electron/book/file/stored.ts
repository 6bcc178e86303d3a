import { BookError } from './errors.ts'

/**
 * JSON that the book holds, read back. Throws BOOK_DAMAGED with `where` when it is none, or not what `fits`: the file was
 * changed by something else.
 */
export function parseStored<T = unknown>(json: string, where: string, fits: (value: unknown) => boolean = any): T {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new BookError('BOOK_DAMAGED', { reason: `${where}: no JSON` }, error)
  }
  if (!fits(value)) throw new BookError('BOOK_DAMAGED', { reason: `${where}: not what is kept there` })
  return value as T
}

/** A list or a record, and not null. */
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const any = (): boolean => true
