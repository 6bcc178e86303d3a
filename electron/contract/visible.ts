/**
 * Characters that a terminal obeys instead of showing, or that make a text look like another: C0 and C1 controls with
 * DEL (escape sequences), line and paragraph separators, marks of writing direction, invisible tags.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u206f\ufeff\ufff9-\ufffb]|\u{e0001}|[\u{e0020}-\u{e007f}]/gu
const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text from the service, a book or a file name on one line of a terminal: what is unseen is written as `\u001b`. */
export const visible = (text: string): string => text.replace(UNSEEN, escaped)

/**
 * A text of several lines that we have composed, with what is unseen written as `\u001b` and line breaks kept. A JSON
 * document stays one: such characters stand only in its strings.
 */
export const visibleLines = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return SHORT[character] ?? units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
