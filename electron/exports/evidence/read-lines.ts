import { createReadStream } from 'node:fs'

/**
 * Lines in blocks, in their order: a turn of the event loop for each single one would take longer than its comparison. A
 * block may be empty.
 */
export type Blocks = AsyncIterable<readonly string[]>

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

/**
 * Bytes of a line: some times the longest value that a book keeps (MOST_VALUE). No line of a bundle is longer; a longer one
 * is cut into pieces, so that it does not fill the memory.
 */
export const MOST_LINE = 32 * 1024 * 1024

export interface Reading {
  signal?: AbortSignal | undefined
  /** Called for each line that is cut. */
  onCut?: (() => void) | undefined
}

/** Read at once: of long lines little is left over, of short ones not too many are held. */
const READ_BYTES = 128 * 1024

/**
 * Lines of a text file in UTF-8; a last line without an end counts. Bytes that are no UTF-8 become U+FFFD. Each byte is
 * looked at once, however long a line is, and a long line becomes text once it is whole.
 * @throws the reason of `signal`.
 */
export async function* linesOf(
  file: string,
  { end = '\n', signal, onCut }: Reading & { end?: '\n' | '\r\n' } = {},
): AsyncGenerator<string[]> {
  /** Bytes of the line that has no end yet. */
  let open: Buffer[] = []
  let bytes = 0
  const take = (part: Buffer): void => {
    if (part.length === 0) return
    open.push(part)
    bytes += part.length
  }
  const closed = (): string => {
    const whole = open.length === 1 ? (open[0] as Buffer) : Buffer.concat(open, bytes)
    open = []
    bytes = 0
    return whole.toString('utf8')
  }
  for await (const read of createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    let chunk = read
    // Half of a line end is looked at with its other half.
    if (end.length > 1 && open.at(-1)?.at(-1) === CARRIAGE_RETURN && chunk[0] === LINE_FEED) {
      const before = open.pop() as Buffer
      bytes -= before.length
      chunk = Buffer.concat([before, chunk])
    }
    const first = chunk.indexOf(end)
    if (first < 0) take(chunk)
    else {
      take(chunk.subarray(0, first))
      const lines = [closed()]
      const last = chunk.lastIndexOf(end)
      if (last > first) for (const line of chunk.toString('utf8', first + end.length, last).split(end)) lines.push(line)
      take(chunk.subarray(last + end.length))
      yield lines
    }
    if (bytes <= MOST_LINE) continue
    onCut?.()
    yield [closed()]
  }
  if (bytes > 0) yield [closed()]
}

/** The bytes that each line of a row costs beside its text. */
const EACH_BYTES = 32

/** Rows of CSV: a line end within quotes ends no row. One that is longer than a line may be is cut. */
export async function* rowsOfCsv(file: string, { signal, onCut }: Reading = {}): AsyncGenerator<string[]> {
  let open: string[] = []
  let length = 0
  const closed = (): string => {
    const whole = open.join('\r\n')
    open = []
    length = 0
    return whole
  }
  for await (const lines of linesOf(file, { end: '\r\n', signal, onCut })) {
    const rows: string[] = []
    for (const line of lines) {
      const hasOddQuotes = isOdd(line)
      // Within quotes an odd number of them ends the row, outside it begins one of several lines.
      if (open.length === 0 ? !hasOddQuotes : hasOddQuotes) {
        if (open.length === 0) rows.push(line)
        else {
          open.push(line)
          rows.push(closed())
        }
        continue
      }
      open.push(line)
      length += line.length + EACH_BYTES
      if (length <= MOST_LINE) continue
      onCut?.()
      rows.push(closed())
    }
    yield rows
  }
  if (open.length > 0) yield [closed()]
}

function isOdd(line: string): boolean {
  let quotes = 0
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

/** The cells of a row as the bundle writes it, at most so many. */
export function cellsOf(row: string, most: number): string[] {
  const cells: string[] = []
  for (let from = 0; from <= row.length && cells.length < most;) {
    const isQuoted = row[from] === '"'
    const to = isQuoted ? endOfText(row, from + 1) : from
    const comma = row.indexOf(',', to)
    const next = comma < 0 ? row.length : comma
    // Behind the closing quote nothing stands in a row as it is written; what does is no part of the cell.
    cells.push(isQuoted ? row.slice(from + 1, to).replaceAll('""', '"') : row.slice(from, next))
    from = next + 1
  }
  return cells
}

/** Where the quote stands that ends a text. */
function endOfText(row: string, from: number): number {
  let at = row.indexOf('"', from)
  while (at >= 0 && row[at + 1] === '"') at = row.indexOf('"', at + 2)
  return at < 0 ? row.length : at
}

/** How many lines a file has; a last line without an end counts. */
export async function countLines(file: string, signal?: AbortSignal): Promise<number> {
  let count = 0
  let last = LINE_FEED
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++
    last = chunk.at(-1) ?? last
  }
  return last === LINE_FEED ? count : count + 1
}
