/**
 * Texts of the service and of books cut for people's eyes: on screens, on paper, in a terminal, in sentences. Records,
 * exports for programs and `--json` keep them whole. Nothing real is as long: the bounds hold off texts of a megabyte.
 */

/** The most that is shown of a text, by what it is, in UTF-16 units. */
export const SHOWN = {
  /** Names of stations, consumers and channels. */
  name: 300,
  /** A cell of a table: a value, a message, a note. */
  cell: 1000,
  /** A text that is read by itself: on paper it goes on from page to page. */
  text: 10_000,
} as const

/** Characters that belong to the one before them: marks, joiners, variants, the tone of a skin. */
const GOES_ON = /^(?:\p{M}|\u200d|\ufe0f|\p{EMod})$/u
/** A letter with more marks is cut between them. */
const MOST_MARKS = 16

/** The text itself, or its beginning with `…` where it is longer than `most` UTF-16 units; never half a letter. */
export function cutForEye(text: string, most: number = SHOWN.name): string {
  return text.length <= most ? text : `${text.slice(0, endOfLetters(text, most - 1)).trimEnd()}…`
}

/** Where the last letter ends that is whole before `end`. */
function endOfLetters(text: string, end: number): number {
  const belongs = (at: number) => GOES_ON.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  const joins = (at: number) => text.charCodeAt(at - 1) === 0x20_0d
  let at = isInside(text, end) ? end - 1 : end
  for (let back = 0; back < MOST_MARKS && at > 0 && (belongs(at) || joins(at)); back++) at -= isInside(text, at - 1) ? 2 : 1
  return at > 0 && !belongs(at) && !joins(at) ? at : isInside(text, end) ? end - 1 : end
}

/** Between the two halves of one character. */
const isInside = (text: string, at: number): boolean => at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))

/** A text without these signs at its end. A pattern would look for the end from each sign of a long run. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
