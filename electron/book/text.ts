import { foldText } from '../contract/folding.ts'
import type { Verbatim } from '../contract/records.ts'

export { wordsOf } from '../contract/folding.ts'

/** The text of a value as a person would read it: '' for null, a number's digits, JSON for what is nested. */
export function textOf(value: Verbatim | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A value's text as it is searched. */
export function fold(value: Verbatim | undefined): string {
  return foldText(textOf(value))
}

/**
 * A key that sorts, byte by byte, as people sort names: letters without case, ё beside е, and numbers by size, so that
 * 'ГРП-2' comes before 'ГРП-10'. A run of digits becomes its length in two digits and the digits without leading zeros.
 */
export function naturalKey(value: Verbatim | undefined): string {
  return fold(value).replace(DIGITS, (digits) => {
    const bare = digits.replace(/^0+(?=\d)/, '')
    return String(Math.min(bare.length, 99)).padStart(2, '0') + bare
  })
}
const DIGITS = /\d+/g
