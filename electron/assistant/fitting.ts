import { allVisible } from './told.ts'
import { NOTICE, type Answer, type Found } from './tool.ts'

/** An answer as it is sent: no larger than an assistant takes, and saying what of it was cut. */

/** Bytes of an answer with all that is around it; its rows stand in it twice, as a structure and as text. */
export const MOST_ANSWER = 1 << 20
/** What the protocol writes around an answer. */
const AROUND = 4096

export interface ToldAnswer {
  structured: Answer
  text: string
}

/** The answer with as many of the rows as go into it. */
export function fitted(found: Found, book: Answer['book'], mostBytes = MOST_ANSWER): ToldAnswer {
  const { clock, offset, limit, total, cut = null, leftOut, facts } = found
  const rows = allVisible(found.rows)
  const head = {
    notice: NOTICE as typeof NOTICE,
    book,
    clock: { timeZone: clock.zone, contractHour: clock.contractHour },
    leftOut: [...leftOut],
    limit,
    offset,
    total,
  }
  const beside = allVisible(facts)
  const taken = rowsIn(rows, mostBytes - AROUND - twice(JSON.stringify({ ...head, ...beside })))
  const behind = total !== null && offset + taken < total ? 'limit' : cut
  const why = taken < rows.length ? 'bytes' : behind
  const structured: Answer = {
    ...head,
    cut: why,
    // Whoever went on from where nothing fitted would be answered the same for ever.
    next: why === null || taken === 0 ? null : offset + taken,
    ...beside,
    rows: rows.slice(0, taken),
  }
  return { structured, text: textOf(structured) }
}

/** A text that an assistant reads: JSON that begins with what the texts in it are. */
export const textOf = (value: { notice: typeof NOTICE; [fact: string]: unknown }): string => JSON.stringify(value)

/** How many rows go into so many bytes. */
function rowsIn(rows: readonly unknown[], bytes: number): number {
  let left = bytes
  let count = 0
  for (const row of rows) {
    left -= twice(JSON.stringify(row)) + 2
    if (left < 0) return count
    count++
  }
  return count
}

/** Bytes of a JSON text in the structure, and again as a text within JSON. */
const twice = (json: string): number => Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json))
