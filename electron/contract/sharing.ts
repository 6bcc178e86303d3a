import { z } from 'zod'
import { daySchema } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { MERGE_KINDS, MERGED_TABLES, REFUSALS, SHARED_ARCHIVES, type Merged } from './merge-words.ts'

/** Books that change hands: a part of a book as a book, and a colleague's book brought in. */

const countsShape = { added: z.int(), same: z.int(), newer: z.int(), twice: z.int() }
const kindsSchema = z.array(z.object({ kind: z.enum(MERGE_KINDS), ...countsShape }))
const accountSchema = z.object({ url: z.string(), email: z.string() }).nullable()

export const refusedSchema = z.array(
  z.object({
    kind: z.enum(MERGE_KINDS),
    table: z.enum(MERGED_TABLES),
    reason: z.enum(REFUSALS),
    rows: z.int(),
    first: z.string(),
  }),
)

const mergedSchema: z.ZodType<Merged> = z.object({
  kinds: kindsSchema,
  stations: z.array(z.object({ id: z.int(), name: z.string().nullable(), isNew: z.boolean(), ...countsShape })),
  refused: refusedSchema,
  other: z.object({
    file: z.string(),
    bookId: z.string(),
    account: accountSchema,
    /** When it was made of another book; null: it is no shared one. */
    sharedAtMs: z.number().nullable(),
  }),
  isDryRun: z.boolean(),
})

const fileSchema = z.object({ file: z.string().min(1) })

export const sharing = {
  /** Writes a book with just this; null when the user cancelled the save dialog. */
  share: base
    .input(
      z.object({
        /** All when absent. */
        stationIds: z.array(z.int()).min(1).optional(),
        from: daySchema.optional(),
        to: daySchema.optional(),
        /** Everything when absent. */
        archives: z.array(z.enum(SHARED_ARCHIVES)).optional(),
        /** Leaves out the account's name, phones, contacts, tax numbers and contract numbers; and notes and photographs, which may hold them. */
        withoutPersonal: z.boolean().default(false),
      }),
    )
    .output(exportDoneSchema),
  /** Asks the host for another book (desktop only); null when the user changed their mind. */
  choose: base.output(fileSchema.nullable()),
  /** What merging a book would bring: everything is counted, nothing stays. */
  preview: base.input(fileSchema).output(mergedSchema),
  /** Merges a book into the open one, in one transaction. */
  merge: base.input(fileSchema).output(mergedSchema),
  /** Where the open book comes from, if it is a shared one, and what was merged into it, the latest first. */
  history: base.output(
    z.object({
      origin: z.object({ account: accountSchema, sharedAtMs: z.number() }).nullable(),
      merges: z.array(
        z.object({
          id: z.int(),
          bookId: z.string(),
          file: z.string(),
          account: accountSchema,
          mergedAtMs: z.number(),
          kinds: kindsSchema,
          refused: refusedSchema,
        }),
      ),
    }),
  ),
}
/** What a merge of earlier days counted, as the log has it; a list is of a program that did not log what was refused. */
export const mergeCountsSchema = z.union([
  z.object({ kinds: kindsSchema, refused: refusedSchema }),
  kindsSchema.transform((kinds) => ({ kinds, refused: [] })),
])
