import { foldText } from '../../contract/folding.ts'
import type { Verbatim } from '../../contract/records.ts'

export { wordsOf } from '../../contract/folding.ts'

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

/**
 * Whether each of the words stands in a folded text as a whole: '52' does in 'грп №52' and not in 'грп №152', 'газ' does
 * not in 'газель'. A letter beside a digit is an end.
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

/** Whether a word or a number has characters on both sides of a place. */
function goesOn(text: string, at: number): boolean {
  const pair = text.slice(Math.max(0, at - 1), at + 1)
  return pair.length === 2 && (BOTH_LETTERS.test(pair) || BOTH_DIGITS.test(pair))
}
const BOTH_LETTERS = /^\p{L}\p{L}$/u
const BOTH_DIGITS = /^\p{Nd}\p{Nd}$/u
