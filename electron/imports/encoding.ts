import { decode } from 'iconv-lite'
import type { ImportEncoding } from '../contract/import-map.ts'

/** Which encoding a text is in, and the text. Programs of the field write UTF-8, UTF-16 of Windows, and two Cyrillic ones. */

/** Bytes that tell: of a longer text the beginning. */
const TELLING_BYTES = 64 * 1024

/** The encoding of bytes by their marks and by which one makes Russian of them; null: they are no text. */
export function encodingOf(bytes: Buffer): ImportEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const head = bytes.subarray(0, TELLING_BYTES)
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros > 0) return isWide(head) ? 'utf-16le' : null
  if (controls(head) > head.length / 100) return null
  if (isUtf8(bytes.length > TELLING_BYTES ? cutToWhole(head) : head)) return 'utf-8'
  return (
    CYRILLIC.map((encoding) => ({ encoding, score: scoreOf(decode(head, NAMES[encoding])) })).toSorted((a, b) => b.score - a.score)[0]
      ?.encoding ?? null
  )
}

/** The text without a byte order mark. Bytes that the encoding lacks become its replacement sign. */
export const decoded = (bytes: Buffer, encoding: ImportEncoding): string => decode(bytes, NAMES[encoding]).replace(/^\uFEFF/u, '')

const NAMES: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16-le',
  'windows-1251': 'win1251',
  cp866: 'cp866',
  'koi8-r': 'koi8-r',
}
const CYRILLIC = ['windows-1251', 'cp866', 'koi8-r'] as const

/** Every second byte of Latin letters and digits is 0. */
function isWide(head: Buffer): boolean {
  let odd = 0
  let even = 0
  for (const [at, byte] of head.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 1) odd++
    else even++
  }
  return odd > head.length / 4 && even < head.length / 100
}

/** Tab, line ends and the form feed of printed pages are text, as is the end-of-file sign of DOS. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a])
const controls = (head: Buffer): number => head.reduce((sum, byte) => sum + (byte < 0x20 && !TEXT_CONTROLS.has(byte) ? 1 : 0), 0)

const utf8 = new TextDecoder('utf-8', { fatal: true })
function isUtf8(bytes: Buffer): boolean {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}
/** Without the character that the end of the sample may cut. */
function cutToWhole(head: Buffer): Buffer {
  const from = head.length - 4
  const last = head.subarray(from).findLastIndex((byte) => byte >= 0xc0)
  return last < 0 ? head : head.subarray(0, from + last)
}

/** Russian is nearly all small letters; a wrong encoding has capitals within words, and signs and lines in their place. */
function scoreOf(text: string): number {
  let score = 0
  for (const { 0: word, index } of text.matchAll(/[А-Яа-яЁё]+/gu)) {
    const isCased = /^[А-ЯЁ]?[а-яё]*$/u.test(word) || /^[А-ЯЁ]+$/u.test(word)
    // A line of a table in another encoding becomes one letter many times, a blank between thousands one between digits.
    const isDrawn = /(.)\1\1/u.test(word) || /^\d.\d$/u.test(text.slice(index - 1, index + word.length + 1))
    // Some letters are frequent in Russian, and rare in what a wrong encoding makes of it.
    score += isCased && !isDrawn ? word.length + word.replaceAll(/[^оеаитн]/gu, '').length : -word.length
  }
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length
  score -= count(/[^\p{ASCII}А-Яа-яЁё\s°²³№«»–—─-╬]/gu)
  for (const [drawn] of text.matchAll(/[─-╬]+/gu)) {
    const isOfTable = drawn === '│' || drawn === '║' || drawn.includes('───') || drawn.includes('═══')
    score += isOfTable ? drawn.length : -2 * drawn.length
  }
  return score
}
