/** Texts concatenated into one string: one pass over it is many times faster than searching text by text. */
export interface PackedTexts {
  text: string
  /** The start of each text, then the end of the last one. */
  starts: Uint32Array
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1)
  // A line break after each text keeps a word from matching across two of them.
  texts.forEach((text, at) => (starts[at + 1] = (starts[at] ?? 0) + text.length + 1))
  return { text: texts.map((text) => `${text}\n`).join(''), starts }
}

/**
 * The places, among `among` (ascending; all by default), of the texts that contain every word. Words are not empty and
 * contain no line break.
 */
export function placesHolding(texts: PackedTexts, words: readonly string[], among?: ArrayLike<number>): readonly number[] {
  // The longest word first: it usually leaves the fewest texts for the others.
  const found = words
    .toSorted((a, b) => b.length - a.length)
    .reduce<ArrayLike<number> | undefined>((left, word) => holding(texts, word, left), among)
  return Array.isArray(found) ? found : Array.from(found ?? { length: texts.starts.length - 1 }, (place, at) => place ?? at)
}

/** Jumps from hit to hit and skips the texts between them. */
function holding({ text, starts }: PackedTexts, word: string, among?: ArrayLike<number>): number[] {
  const found: number[] = []
  const count = among?.length ?? starts.length - 1
  const placeOf = (nth: number) => (among ? (among[nth] ?? 0) : nth)
  let nth = 0
  while (nth < count) {
    const place = placeOf(nth)
    const hit = text.indexOf(word, starts[place])
    if (hit === -1) break
    if (hit < (starts[place + 1] ?? 0)) {
      found.push(place)
      nth++
    } else {
      while (nth < count && (starts[placeOf(nth) + 1] ?? 0) <= hit) nth++
    }
  }
  return found
}
