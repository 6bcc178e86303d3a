import { foldText } from '../../contract/folding.ts'
import type { Verbatim } from '../../contract/records.ts'

/** A value as readable text: '' for null, digits for a number, JSON for a nested value. */
export function textOf(value: Verbatim | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A value's text folded for search. */
export function fold(value: Verbatim | undefined): string {
  return foldText(textOf(value))
}

/**
 * A key whose byte order is the natural order of names: case-insensitive, ё beside е, and numbers by value, so that
 * 'ГРП-2' sorts before 'ГРП-10'. A run of digits becomes its length in two digits and the digits without leading zeros.
 */
export function naturalKey(value: Verbatim | undefined): string {
  return fold(value).replace(DIGITS, (digits) => {
    const bare = digits.replace(/^0+(?=\d)/, '')
    return String(Math.min(bare.length, 99)).padStart(2, '0') + bare
  })
}
const DIGITS = /\d+/g

/**
 * Whether a folded text contains each word as a whole word: 'грп №52' contains '52', but 'грп №152' does not, and 'газель'
 * does not contain 'газ'. A word also ends between a letter and a digit.
 */
export function holdsWhole(folded: string, words: readonly string[]): boolean {
  return words.every((word) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      const end = at + word.length
      if (!goesOn(folded, at) && !goesOn(folded, end)) return true
    }
    return false
  })
}

/** Whether a position lies inside a word or a number. */
function goesOn(text: string, at: number): boolean {
  const pair = text.slice(Math.max(0, at - 1), at + 1)
  return pair.length === 2 && (BOTH_LETTERS.test(pair) || BOTH_DIGITS.test(pair))
}
const BOTH_LETTERS = /^\p{L}\p{L}$/u
const BOTH_DIGITS = /^\p{Nd}\p{Nd}$/u
