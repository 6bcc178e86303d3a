import { z } from 'zod'
import { timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { CSV_ENCODINGS, CSV_SEPARATORS, FILE_READERS } from './files.ts'
import { MOST_NAME } from './note-words.ts'
import {
  COLUMN_KINDS,
  CUTS,
  MOST_LIMITS,
  MOST_QUESTION_NAME,
  MOST_SQL,
  QUESTION_FORMATS,
  USUAL_LIMITS,
  WINDOW_LIMITS,
  type QuestionValue,
} from './question-words.ts'
import { LANGUAGES } from '../words/index.ts'

/**
 * Questions in SQL over the public views (docs/book.md). They run in a process of their own that can be killed, so that a
 * question without end holds up neither the desk nor the window.
 *
 * Failures: `QUESTION_REFUSED` (`data.reason`: one of REFUSALS, `data.detail`: the table, function or parameter), `QUESTION_WRONG`
 * (`data.said`: SQLite's own words), `QUESTION_TOO_LONG` (`data.seconds`), `QUESTION_TOO_LARGE` (`data.mb`: the memory that it
 * was allowed), `QUESTION_BROKEN` (its process ended by itself), `CANCELLED`.
 */

const valueSchema: z.ZodType<QuestionValue> = z.union([z.string(), z.number(), z.null()])

const questionShape = {
  sql: z.string().max(MOST_SQL),
  /** The values of `:name`, by name without the colon. */
  parameters: z.record(z.string(), valueSchema).default({}),
}

const limitsSchema = z.object({
  rows: z.int().min(1).max(WINDOW_LIMITS.rows).default(USUAL_LIMITS.rows),
  bytes: z.int().min(1).max(WINDOW_LIMITS.bytes).default(USUAL_LIMITS.bytes),
  seconds: z.number().positive().max(MOST_LIMITS.seconds).default(USUAL_LIMITS.seconds),
  memoryMb: z.int().min(16).max(MOST_LIMITS.memoryMb).default(USUAL_LIMITS.memoryMb),
})
export type QuestionLimits = z.infer<typeof limitsSchema>

/** A `QuestionAnswer` (question-words.ts) whose rows travel as bytes: the desk reads none of them, and the window each once (question-rows.ts). */
const answerSchema = z.object({
  columns: z.array(z.object({ name: z.string(), kind: z.enum(COLUMN_KINDS), isWhole: z.boolean() })),
  /** How many they are. */
  count: z.int(),
  rows: z.instanceof(Blob),
  cut: z.enum(CUTS).nullable(),
  views: z.array(z.string()),
  hidden: z.array(z.string()),
  ms: z.number(),
})

/** A question that is kept in the book and travels with it. */
const namedQuestionSchema = z.object({
  id: z.int(),
  name: z.string().trim().min(1).max(MOST_QUESTION_NAME),
  sql: z.string().max(MOST_SQL),
  author: z.string().max(MOST_NAME),
  saidAtMs: z.number(),
})
export type NamedQuestion = z.infer<typeof namedQuestionSchema>

export const questions = {
  /** The answer of one statement that reads. The caller's signal ends it. */
  ask: base.input(z.object({ ...questionShape, limits: limitsSchema.prefault({}) })).output(answerSchema),
  /** The same, written into a file; limits of rows and bytes are those of a file. Null: the user changed their mind. */
  write: base
    .input(
      z.object({
        ...questionShape,
        name: z.string(),
        format: z.enum(QUESTION_FORMATS),
        reader: z.enum(FILE_READERS).default('people'),
        timeZone: timeZoneSchema,
        language: z.enum(LANGUAGES),
        encoding: z.enum(CSV_ENCODINGS).optional(),
        separator: z.enum(CSV_SEPARATORS).optional(),
      }),
    )
    .output(
      exportDoneSchema
        .unwrap()
        .extend({ cut: z.enum(CUTS).nullable() })
        .nullable(),
    ),
  named: base.output(z.array(namedQuestionSchema)),
  /**
   * Keeps a question under its name; fails with NAME_TAKEN where another one has it, and with READ_ONLY_BOOK. `id` null: a new one;
   * that of a removed one brings it back. Answers all.
   */
  keep: base
    .input(namedQuestionSchema.pick({ name: true, sql: true, author: true }).extend({ id: z.int().nullable() }))
    .output(z.array(namedQuestionSchema)),
  remove: base.input(z.object({ id: z.int() })).output(z.array(namedQuestionSchema)),
}
