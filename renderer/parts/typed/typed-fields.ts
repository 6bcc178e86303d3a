import type { TypedRow } from '../../../electron/contract/typed.ts'
import { coordinatesText, readCoordinates, type CoordinateFault } from '../../../electron/contract/coordinates.ts'
import { TYPED_FACTS, typedFault, type TypedFact } from '../../../electron/contract/typed-words.ts'
import { quantityOf } from '../../i18n/quantity.ts'

/** What stands in the fields, as somebody writes it. */
export type TypedFields = Record<TypedFact, string>
export const NO_FIELDS: TypedFields = { coordinates: '', next_verification: '', limit_of_error: '' }

/** A value to keep (null: taken back), or the word of the sentence that says what is wrong with the text. */
type Read = { value: string | null } | { wrong: CoordinateFault | 'limit' }

/** Reads one field. */
export function readField(fact: TypedFact, text: string): Read {
  const bare = text.trim()
  if (bare === '') return { value: null }
  if (fact === 'next_verification') return { value: bare }
  if (fact === 'coordinates') {
    const place = readCoordinates(bare)
    return 'fault' in place ? { wrong: place.fault } : { value: coordinatesText(place) }
  }
  const number = quantityOf(bare.replace(/%$/u, '').trimEnd())?.plain ?? ''
  return typedFault(fact, number) === null ? { value: number } : { wrong: 'limit' }
}

/** What differs from what is kept; null where a field cannot be read. */
export function changesOf(fields: TypedFields, kept: readonly TypedRow[]): { fact: TypedFact; value: string | null }[] | null {
  const read = TYPED_FACTS.map((fact) => ({ fact, read: readField(fact, fields[fact]) }))
  const before = (fact: TypedFact) => kept.find((row) => row.fact === fact)?.value ?? null
  return read.some(({ read: one }) => 'wrong' in one)
    ? null
    : read.flatMap(({ fact, read: one }) => ('value' in one && one.value !== before(fact) ? [{ fact, value: one.value }] : []))
}
