/** Limits of a question in SQL and the words of its answer: for the window, the command line, assistants and the child that asks. Free of zod. */

/** Characters of a question. */
export const MOST_SQL = 100_000
export const MOST_QUESTION_NAME = 120

/** What an answer may be at most when nobody asks for other limits. */
export const USUAL_LIMITS = { rows: 10_000, bytes: 16 << 20, seconds: 30, memoryMb: 512 } as const
/** What a window may ask for: the answer lies in its memory and in the desk's. */
export const WINDOW_LIMITS = { rows: 100_000, bytes: 64 << 20 } as const
/** What may be asked for. */
export const MOST_LIMITS = { rows: 5_000_000, bytes: 1 << 30, seconds: 3600, memoryMb: 1024 } as const

/**
 * Why a question was refused before it ran.
 * - `private`: it reads a table that is no public view; `writes`: it would change something; `attach`, `pragma`,
 *   `transaction`: such statements; `function`: a function that is not allowed; `several`: more than one statement;
 *   `nothing`: no statement; `binding`: a parameter without a value.
 */
export const REFUSALS = ['private', 'writes', 'attach', 'pragma', 'transaction', 'function', 'several', 'nothing', 'binding'] as const
export type Refusal = (typeof REFUSALS)[number]

/** What ended an answer before its last row; null: it is whole. */
export const CUTS = ['rows', 'bytes'] as const
export type Cut = (typeof CUTS)[number]

/** `number` and `text`: all values that are not null are so; `mixed`: of both; `empty`: there is none. */
export const COLUMN_KINDS = ['number', 'text', 'mixed', 'empty'] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Parameters that have fields of their own; any other `:name` is asked for as a text. */
export const KNOWN_PARAMETERS = ['station', 'from', 'to', 'from_day', 'to_day'] as const

/** The formats of a file of an answer. */
export const QUESTION_FORMATS = ['csv', 'json', 'xlsx', 'parquet'] as const
export type QuestionFormat = (typeof QUESTION_FORMATS)[number]

/** A value of an answer and of a parameter. */
export type QuestionValue = string | number | null

export interface AnswerColumn {
  name: string
  kind: ColumnKind
  /** All of its numbers are whole. */
  isWhole: boolean
}

/** An answer with its rows; `columns` and the rest are known when its last row is there. */
export interface QuestionAnswer {
  columns: AnswerColumn[]
  /** A value for each column. A whole number beyond 2⁵³ is its text, and so are `Inf` and `-Inf`; bytes are `x'…'`. */
  rows: QuestionValue[][]
  cut: Cut | null
  /** The public views that it read, sorted. */
  views: string[]
  /** `view.column` of what was empty because it is personal, sorted. */
  hidden: string[]
  /** From its start in the process until its last row, ms. */
  ms: number
}
