import { foldText } from './folding.ts'

/** A piece of a text: found, or between finds. */
export interface TextPiece {
  text: string
  found: boolean
}

/**
 * Cuts a text where words were found in it, compared as the search compares (`foldText`): 'Ёлочка' holds 'елоч'. Pieces
 * together are the text; without a find there is one.
 * @param words folded, without spaces (`typedWords`)
 */
export function piecesOf(text: string, words: readonly string[]): TextPiece[] {
  const composed = text.normalize('NFC')
  const { folded, starts } = foldedByLetter(composed)
  const isFound = new Uint8Array(composed.length)
  for (const word of words) {
    if (word === '') continue
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isFound.fill(1, starts[at], starts[at + word.length])
    }
  }
  const pieces: TextPiece[] = []
  for (let at = 0; at < composed.length;) {
    let end = at + 1
    while (end < composed.length && isFound[end] === isFound[at]) end++
    pieces.push({ text: composed.slice(at, end), found: isFound[at] === 1 })
    at = end
  }
  return pieces
}

/** The text folded letter by letter, and where in the text each folded letter begins (and, last, its end). */
function foldedByLetter(text: string): { folded: string; starts: number[] } {
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    // A space alone would be trimmed away.
    const low = foldText(letter) || ' '
    for (let unit = 0; unit < low.length; unit++) starts.push(at)
    folded += low
    at += letter.length
  }
  starts.push(at)
  return { folded, starts }
}
