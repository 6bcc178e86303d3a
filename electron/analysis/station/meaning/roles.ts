import { foldBeginning } from '../../../contract/folding.ts'
import { MEANING_TABLE } from '../../../contract/meaning-table.ts'
import { OF_A_SITUATION } from '../../../contract/meaning-words.ts'

/** What the words of a message say: that a situation begins or ends, and which (docs/field-rules.md, section F, 'situation begins / ends'). */

/** 1: begins, -1: ends, 0: neither. */
export type Role = 1 | -1 | 0

type Direction = 'begins' | 'ends' | 'leaves'
const alternatives = (direction: Direction): string =>
  MEANING_TABLE.filter((row) => row.direction === direction)
    .map(({ pattern }) => pattern)
    .join('|')
const wordsThat = (direction: Direction): RegExp => new RegExp(alternatives(direction), 'gu')
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

// Without a sign the rest is in the genitive: such a text is a name as a whole.
const AT_FIRST = new RegExp(`^(?:${alternatives('begins')})?\\s{0,3}(?:${OF_A_SITUATION})?\\s{0,3}[:.–—-]\\s{0,3}`, 'iu')
const AT_LAST = new RegExp(`[\\s:.,–—-]{1,5}(?:${alternatives('begins')})$`, 'iu')
const SIGNS_AROUND = /^[\s↑▲]+|[\s↑▲]{1,8}$/gu

/** A longer text is no name, and patterns take their time for each letter. */
const MOST_OF_A_NAME = 200

/** The name of a situation: what the event that begins it says, without the words that it begins. */
export function situationName(text: string): string {
  if (text.length > MOST_OF_A_NAME) return text
  const name = text.replace(SIGNS_AROUND, '').replace(AT_FIRST, '').replace(AT_LAST, '')
  return name === '' ? text : name.charAt(0).toUpperCase() + name.slice(1)
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
