import { createReadStream } from 'node:fs'

/** No line of a bundle is longer; what has no line ends is cut so that it does not fill the memory. */
const LONGEST = 4 * 1024 * 1024

/** Lines of a text file in UTF-8; a last line without an end counts. Bytes that are no UTF-8 become U+FFFD. */
export async function* linesOf(file: string, end: '\n' | '\r\n' = '\n'): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + piece).split(end)
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > LONGEST) {
      yield rest
      rest = ''
    }
  }
  if (rest !== '') yield rest
}

/** Rows of CSV: a line end within quotes ends no row. */
export async function* rowsOfCsv(file: string): AsyncGenerator<string> {
  let row = ''
  for await (const line of linesOf(file, '\r\n')) {
    row = row === '' ? line : `${row}\r\n${line}`
    if (row.length < LONGEST && isOpen(row)) continue
    yield row
    row = ''
  }
  if (row !== '') yield row
}

function isOpen(row: string): boolean {
  let quotes = 0
  for (let at = row.indexOf('"'); at >= 0; at = row.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

/** The cells of a row as the bundle writes it. */
export function cellsOf(row: string): string[] {
  const cells: string[] = []
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g
  for (const [, quoted, plain] of row.matchAll(cell)) cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  return cells
}
