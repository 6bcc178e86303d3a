import { foreignJson } from '../../contract/foreign-json.ts'
import { BookError } from './errors.ts'

/**
 * Parses JSON that the book stores. Throws BOOK_DAMAGED with `where` if it is invalid or does not pass `fits`: something
 * else has changed the file.
 */
export function parseStored<T = unknown>(json: string, where: string, fits: (value: unknown) => boolean = any): T {
  const value = foreignJson(json)
  if (value === undefined) throw new BookError('BOOK_DAMAGED', { reason: `${where}: no JSON` })
  if (!fits(value)) throw new BookError('BOOK_DAMAGED', { reason: `${where}: not what is kept there` })
  return value as T
}

/** An array or an object, not null. */
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const any = (): boolean => true
