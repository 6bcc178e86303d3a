import type { QuestionValue } from './question-words.ts'

/** The rows of an answer as they travel: lists of rows in JSON, one list a line. Free of zod. */

export const ROWS_END = 0x0a
export const ROWS_END_BYTES = new Uint8Array([ROWS_END])

/** Rows of an answer as they come: JSON in UTF-8, a list of rows. */
export interface AnswerPiece {
  json: Uint8Array<ArrayBuffer>
  count: number
}

const decoder = new TextDecoder()

/** The rows of one such list. */
export const rowsIn = (json: Uint8Array): QuestionValue[][] => JSON.parse(decoder.decode(json)) as QuestionValue[][]

/** Lists are read in as many milliseconds; then others get their turn. */
const TURN_MS = 8

/** The rows of a whole answer. A large one is read in turns, so that the window answers keys meanwhile. */
export async function rowsOf(answer: Blob): Promise<QuestionValue[][]> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const rows: QuestionValue[][] = []
  let turnMs = performance.now()
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(ROWS_END, from)
    const to = end < 0 ? bytes.length : end
    for (const row of rowsIn(bytes.subarray(from, to))) rows.push(row)
    from = to + 1
    if (performance.now() - turnMs < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    turnMs = performance.now()
  }
  return rows
}
