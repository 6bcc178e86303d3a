import { foldBeginning } from '../contract/folding.ts'
import { MEANING_TABLE } from '../contract/meaning-table.ts'

/** What the words of a message say: that a situation begins or ends, and which (field-rules §F, 'situation begins / ends'). */

/** 1: begins, -1: ends, 0: neither. */
export type Role = 1 | -1 | 0

const wordsThat = (direction: 'begins' | 'ends' | 'leaves'): RegExp =>
  new RegExp(
    MEANING_TABLE.filter((row) => row.direction === direction)
      .map(({ pattern }) => pattern)
      .join('|'),
    'gu',
  )
const BEGINS = wordsThat('begins')
const ENDS = wordsThat('ends')
/** A situation itself, and its beginning only where nothing else is said. */
const LEAVES = wordsThat('leaves')
const UP = /[↑▲]/gu
const DOWN = /[↓▼]/gu
const SIGNS = /[^\p{L}\p{N}]+/gu

/** The role that a text names, and what is left of its beginning: the name of the situation, the same for its begin and its end. */
export function roleOfText(text: string): { role: Role; subject: string } {
  const folded = foldBeginning(text)
  const begins = has(BEGINS, folded) || has(UP, folded)
  const ends = has(ENDS, folded) || has(DOWN, folded)
  const role = begins === ends ? (!begins && has(LEAVES, folded) ? 1 : 0) : begins ? 1 : -1
  const subject = [UP, DOWN, BEGINS, ENDS, LEAVES].reduce((rest, words) => rest.replace(words, ' '), folded)
  return { role, subject: subject.replace(SIGNS, ' ').trim() }
}

const ON = new Set(['1', 'true', 'on', 'вкл', 'да', '+'])
const OFF = new Set(['0', 'false', 'off', 'выкл', 'нет', '-', '−'])

/** The role that an event's ValCode names, where it has no unit: 1 and 0, on and off, or the words above. */
export function roleOfState(state: string): Role {
  const folded = foldBeginning(state)
  if (ON.has(folded)) return 1
  if (OFF.has(folded)) return -1
  return roleOfText(folded).role
}

function has(words: RegExp, text: string): boolean {
  words.lastIndex = 0
  return words.test(text)
}
