/** Texts one behind the other: looking through all of them is one walk through memory, many times quicker than text by text. */
export interface PackedTexts {
  text: string
  /** Where each text begins, and at last where the last one ends. */
  starts: Uint32Array
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length + 1)
  // A line break after each: no word is found across two of them.
  texts.forEach((text, at) => (starts[at + 1] = (starts[at] ?? 0) + text.length + 1))
  return { text: texts.map((text) => `${text}\n`).join(''), starts }
}

/**
 * Of the texts at `among` (ascending; all, when left out), the places of those that have every word. Words are not empty
 * and have no line break.
 */
export function placesHolding(
  texts: PackedTexts,
  words: readonly string[],
  among?: readonly number[],
): readonly number[] {
  const all = () => Array.from({ length: texts.starts.length - 1 }, (_, place) => place)
  const found = words.reduce<readonly number[] | undefined>((left, word) => holding(texts, word, left), among)
  return found ?? all()
}

/** From hit to hit, whatever lies between them is passed over. */
function holding({ text, starts }: PackedTexts, word: string, among?: readonly number[]): number[] {
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
