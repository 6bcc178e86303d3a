import { z } from 'zod'
import { MERGE_KINDS } from './merge-words.ts'
import { JOURNAL_USES, type Recovery } from './recovery-words.ts'
import { refusedSchema } from './sharing.ts'

export const recoverySchema: z.ZodType<Recovery> = z.object({
  file: z.string(),
  out: z.string(),
  bytes: z.number(),
  version: z.int(),
  journal: z.enum(JOURNAL_USES),
  pages: z.object({ all: z.int(), unreadable: z.int(), unsound: z.int(), orphans: z.int(), left: z.int() }),
  kinds: z.array(z.object({ kind: z.enum(MERGE_KINDS), added: z.int(), same: z.int(), newer: z.int(), twice: z.int() })),
  refused: refusedSchema,
  losses: z.array(z.object({ table: z.string(), rows: z.int(), refused: z.int(), lost: z.int().nullable(), gaps: z.int() })),
  stoodIn: z.array(z.object({ table: z.string(), rows: z.int() })),
  again: z.object({ devices: z.int(), days: z.int() }),
  account: z.object({ url: z.string(), email: z.string() }).nullable(),
  doubtful: z.array(z.object({ noteId: z.string(), stationId: z.int() })),
  backup: z.object({ file: z.string(), madeAtMs: z.number().nullable(), added: z.int(), twice: z.int() }).nullable(),
})
