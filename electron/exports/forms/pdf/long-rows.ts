/** Rows that would be higher than a page, as several rows: a row does not break, and pdfmake draws one page of it. */

/** Where a line may end: behind white space, a hyphen, a place where a word may be cut. */
const TOKEN = /[^\s\u200b-]*[\s\u200b-]?/g

/**
 * The lines of a text, at about so many letters each; nothing is lost between them. Text that goes on in a line of its own
 * (after a line's end in it) does so here, too.
 */
export function linesIn(text: string, letters: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (line !== '' && line.length + token.trimEnd().length > letters) {
      lines.push(line)
      line = ''
    }
    line += token
    if (!token.endsWith('\n')) continue
    lines.push(line)
    line = ''
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

/**
 * The texts of a row as those of several rows, none with more lines than `most`; the row itself where it has no more.
 * @param letters of a line, by column
 */
export function rowsOfLines(texts: readonly string[], letters: readonly number[], most: number): (readonly string[])[] {
  if (texts.every((text, place) => isShort(text, letters[place] ?? 0, most))) return [texts]
  const lines = texts.map((text, place) => linesIn(text, letters[place] ?? 0))
  const count = Math.ceil(Math.max(...lines.map(({ length }) => length)) / most)
  return Array.from({ length: count }, (_, nth) =>
    lines.map((all) =>
      all
        .slice(nth * most, (nth + 1) * most)
        .join('')
        .trimEnd(),
    ),
  )
}

/** Lines are at least half full, but for those that end by themselves. Of most texts it is seen by their length. */
const isShort = (text: string, letters: number, most: number): boolean =>
  text.length < most || (text.length * 2 <= letters * most && !text.includes('\n'))
