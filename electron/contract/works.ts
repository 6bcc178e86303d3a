import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { base } from './errors.ts'
import { WORK_KINDS } from './work-words.ts'

/** Long work that makes files: how far it is, and an end to it. */

const workSchema = z.object({
  id: z.int(),
  kind: z.enum(WORK_KINDS),
  /** What people call it: the file's name, the report's, the other book's. */
  title: z.string(),
  /** The saved report that is run; null of all else. */
  savedId: z.int().nullable(),
  done: z.number(),
  /** Null where it is not known. */
  total: z.number().nullable(),
  /** The user has asked for its end. */
  ending: z.boolean(),
  startedAtMs: z.number(),
})
export type Work = z.infer<typeof workSchema>

export const works = {
  /** All that is being made, at once and after each change. */
  running: base.output(eventIterator(z.array(workSchema))),
  /** Ends it: it fails with CANCELLED, and nothing of it is left. */
  cancel: base.input(z.object({ id: z.int() })).output(z.null()),
}
