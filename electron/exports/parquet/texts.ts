import type { Statistics } from 'hyparquet'
import type { Dictionary } from './dictionary.ts'

/** Texts of one row group. */

/** Above this share of distinct values a dictionary costs more than it saves. */
const MOST_DISTINCT = 0.7

/** A longer text is written once: a thousand times a megabyte is more than a page of a file may be. */
const MOST_REPEATED = 1000

/** Whether a dictionary of the texts of so many values is worth its place. */
export const isWorthIt = (distinct: readonly string[], count: number): boolean =>
  distinct.length <= 16 ||
  distinct.length <= count * MOST_DISTINCT ||
  (distinct.length < count && distinct.some(({ length }) => length > MOST_REPEATED))

/** Texts one after another, each behind its length: the form of a dictionary, and of a column without one. */
export function plainTexts({ distinct, places, size }: Dictionary<readonly string[]>, asDictionary: boolean): Uint8Array {
  const encoded: Buffer[] = []
  let bytes = 0
  for (let i = 0; i < size; i++) {
    const one = Buffer.from(distinct[i] as string, 'utf8')
    encoded.push(one)
    bytes += one.length + 4
  }
  if (!asDictionary) {
    bytes = 0
    for (const place of places) bytes += (encoded[place] as Buffer).length + 4
  }
  const all = Buffer.allocUnsafe(bytes)
  let at = 0
  const add = (one: Buffer): void => {
    at = all.writeUInt32LE(one.length, at)
    at += one.copy(all, at)
  }
  if (asDictionary) encoded.forEach(add)
  else for (const place of places) add(encoded[place] as Buffer)
  return all
}

/** Bounds stand in the footer, which each reader of a lake reads of each file: of longer texts none are told. Bytes. */
const MOST_BOUND = 256

/** The first and the last of them by their bytes; nothing where they are too long to tell. */
export function textBounds({ distinct, size }: Dictionary<readonly string[]>): Statistics {
  if (size === 0) return {}
  let least = distinct[0] as string
  let greatest = least
  for (let i = 1; i < size; i++) {
    const text = distinct[i] as string
    if (isBefore(text, least)) least = text
    if (isBefore(greatest, text)) greatest = text
  }
  const [first, last] = [Buffer.from(least), Buffer.from(greatest)]
  return Math.max(first.length, last.length) > MOST_BOUND ? {} : { min_value: first, max_value: last }
}

/** By code points, which is the order of the bytes in UTF-8; `<` compares halves of pairs with whole characters. */
function isBefore(left: string, right: string): boolean {
  const length = Math.min(left.length, right.length)
  let i = 0
  while (i < length && left.charCodeAt(i) === right.charCodeAt(i)) i++
  if (i === length) return left.length < right.length
  const [a, b] = [left.charCodeAt(i), right.charCodeAt(i)]
  const isPair = (code: number) => code >= 0xd800 && code <= 0xdfff
  if (isPair(a) !== isPair(b)) return isPair(b)
  return a < b
}
