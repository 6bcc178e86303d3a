import type { QuestionAnswer, QuestionValue, Refusal } from '../contract/question-words.ts'

/** What the owner of questions and the process that answers them say to each other: plain data, as every host can carry it. */

/** A question as the process gets it. */
export interface Asked {
  /** The file that SQLite has open of the book: the book itself, or a reader's copy of it. */
  file: string
  sql: string
  parameters: Readonly<Record<string, QuestionValue>>
  limits: { rows: number; bytes: number; memoryMb: number }
  /** `hidden`: personal columns are empty, wherever they are used. */
  personal: 'shown' | 'hidden'
}

/** What is known of an answer when its last row is there. */
export type AnswerEnd = Omit<QuestionAnswer, 'rows'>

/** Why there is no answer. `sqlite`: the name of SQLite's code, of a book that cannot be read. */
export type NoAnswer =
  | { code: 'QUESTION_REFUSED'; reason: Refusal; detail: string }
  | { code: 'QUESTION_WRONG'; said: string }
  | { code: 'QUESTION_TOO_LARGE'; what: 'memory' | 'value' }
  | { sqlite: string; said: string }

/** `more`: this many more pieces may be sent. */
export type ToChild = { ask: Asked } | { more: number }

/**
 * `rows`: JSON in UTF-8, a list of rows. `isLast`: the process has taken so much memory that it is to be replaced; it ends by
 * itself where nobody does that.
 */
export type FromChild =
  | { rows: Uint8Array<ArrayBuffer>; count: number }
  | { end: AnswerEnd; isLast?: boolean }
  | { failed: NoAnswer; isLast?: boolean }

/** Pieces under way before the owner has said that it has taken one. */
export const PIECES_AHEAD = 4
