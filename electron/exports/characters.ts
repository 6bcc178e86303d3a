import { decode, encode } from 'iconv-lite'
import type { CsvEncoding } from '../contract/files.ts'

/**
 * Texts as the bytes of a file, with one character for each byte: writers form each repeated text once, and joining such
 * texts and turning them into bytes costs a copy.
 */
export interface Characters {
  /** The text with what the encoding lacks replaced by the nearest sign that it has, else by `?`. */
  fit: (text: string) => string
  /** A fitting text as bytes, a character each. */
  bytes: (text: string) => string
}

// oxlint-disable-next-line no-control-regex -- all of ASCII is the same in both encodings
const ASCII = /^[\u0000-\u007f]*$/

export const UTF8: Characters = {
  fit: (text) => text,
  bytes: (text) => (ASCII.test(text) ? text : Buffer.from(text).toString('latin1')),
}

/** Text that stays text. */
export const AS_TEXT: Characters = { fit: (text) => text, bytes: (text) => text }

/** The one byte that windows-1251 has no character for; the library writes this control character there. */
const UNASSIGNED = '\u0098'

/** Characters that read the same, for units, minus signs and narrow spaces: these are frequent in metering. */
const NEAREST: Readonly<Record<string, string>> = {
  '²': '2',
  '³': '3',
  '−': '-',
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  Å: 'A',
  '×': 'x',
  Δ: 'd',
  '≤': '<=',
  '≥': '>=',
}

/** Windows-1251: it has Cyrillic and Latin letters, no emoji and no superscripts. `onReplaced` is told what it lacks. */
function windows1251(onReplaced: (character: string) => void): Characters {
  const known = new Map<string, string>()
  function fitting(character: string): string {
    const before = known.get(character)
    if (before !== undefined) return before
    const isThere = character !== UNASSIGNED && decode(encode(character, 'win1251'), 'win1251') === character
    const fits = isThere ? character : (NEAREST[character] ?? '?')
    known.set(character, fits)
    if (!isThere) onReplaced(character)
    return fits
  }
  return {
    fit: (text) => (ASCII.test(text) ? text : Array.from(text, fitting).join('')),
    bytes: (text) => (ASCII.test(text) ? text : encode(text, 'win1251').toString('latin1')),
  }
}

export const charactersOf = (encoding: CsvEncoding, onReplaced: (character: string) => void): Characters =>
  encoding === 'utf-8' ? UTF8 : windows1251(onReplaced)
