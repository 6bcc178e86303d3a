import { foldText } from './folding.ts'

/** Phones as people write them: +7 (900) 590-20-21, 8900…, 590-20-21. They are found by their digits. */

/** Digits with the signs that people put between them. */
const RUN = /(?<![+(])[+(]*\d(?:[\d\s().\-‐‑–—]*\d)?/gu
/** Fewer digits are no part of a phone that somebody would write with signs. */
const LEAST_DIGITS = 5

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '')

/**
 * The digits of the phones in a text, as search looks at them: a Russian number with both ways to begin it, 7 and 8, whichever
 * was written, and with its own ten digits in each.
 */
export const phonesIn = (text: string): string =>
  (text.match(RUN) ?? [])
    .map(digitsOf)
    .map((digits) => {
      const national = /^(?:[78]?)([3489]\d{9})$/u.exec(digits)?.[1]
      return national === undefined ? digits : `7${national} 8${national}`
    })
    .join(' ')

/** The words of a search with each phone as its digits; null where there is none, or all phones are plain digits. */
export function phoneWords(typed: string): string[] | null {
  const folded = foldText(typed)
  const plain = folded.replace(RUN, (run) => (digitsOf(run).length < LEAST_DIGITS ? run : digitsOf(run)))
  return plain === folded ? null : plain.split(' ')
}
