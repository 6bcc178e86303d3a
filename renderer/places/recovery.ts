import type { RouteLocationNormalizedLoaded, RouteLocationRaw } from 'vue-router'
import type { Failure } from '../../electron/contract/common.ts'
import { RECOVERABLE, type Recoverable } from '../../electron/contract/recovery-words.ts'
import { addressOf, oneOf, word, type Values } from '../address/fields.ts'

/** The first screen makes a new book of what can be read of a damaged one: which book, and what it was refused with. */
export const RECOVERY = { damaged: word, refused: oneOf(RECOVERABLE, 'BOOK_DAMAGED') }
export type DamagedBook = Values<typeof RECOVERY>

const address = addressOf(RECOVERY)

/** The place where a damaged book is recovered. */
export const recoveryAt = (book: DamagedBook): RouteLocationRaw => ({ name: 'sign-in', query: address.write(book) })

/** Whether this is that place. */
export const isRecovery = ({ name, query }: Pick<RouteLocationNormalizedLoaded, 'name' | 'query'>): boolean =>
  name === 'sign-in' && address.read(query).damaged !== null

/** The book that a failure says is damaged, or has a damaged head; null for any other failure. */
export function damagedBookIn({ code, data }: Failure): DamagedBook | null {
  const refused = RECOVERABLE.find((one): one is Recoverable => one === code)
  const file = data['file']
  return refused === undefined || typeof file !== 'string' || file === '' ? null : { damaged: file, refused }
}
