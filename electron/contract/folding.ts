/** How texts are compared wherever something is searched: the same in the book's indexes and in the window's own lists. */

/**
 * Composed (й is one letter), lower case in any script, ё as е, spaces made one. A NUL, which SQLite's text functions
 * stop at, counts as a space.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(WHITE, ' ').trim()
}
const WHITE = /[\s\0]+/g

/** Where a text says what it means. Of a longer one the rest is not read, because patterns take their time for each letter. */
const TELLING_LETTERS = 200

/** The beginning of a text folded, where makers name what it means: what patterns of words are tried on. */
export const foldBeginning = (text: string): string => foldText(text.slice(0, TELLING_LETTERS))

/** The words of what a user typed, folded; all of them must be found. */
export function typedWords(typed: string): string[] {
  const folded = foldText(typed)
  return folded === '' ? [] : [...new Set(folded.split(' '))]
}

/** Tells which texts have every word of what was typed; all have, while nothing is. */
export function finderOf(typed: string): (text: string) => boolean {
  const words = typedWords(typed)
  return (text) => {
    const folded = words.length === 0 ? '' : foldText(text)
    return words.every((word) => folded.includes(word))
  }
}
