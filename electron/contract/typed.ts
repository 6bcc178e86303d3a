import { z } from 'zod'
import { base } from './errors.ts'
import { MOST_NAME } from './note-words.ts'
import { MOST_TYPED, TYPED_FACTS, typedFault } from './typed-words.ts'

/** What engineers type in of stations because the service does not say it: it lies in the book and travels with it. */

const typedRowSchema = z.object({
  stationId: z.int(),
  fact: z.enum(TYPED_FACTS),
  /** As it is kept: typed-words.ts. */
  value: z.string(),
  typedAtMs: z.number(),
  typedBy: z.string(),
})
export type TypedRow = z.infer<typeof typedRowSchema>

const wishSchema = z
  .object({ fact: z.enum(TYPED_FACTS), value: z.string().max(MOST_TYPED).nullable() })
  .refine(({ fact, value }) => value === null || typedFault(fact, value) === null, { path: ['value'] })

export const typed = {
  /** All that is typed in of a station, in the order of `TYPED_FACTS`. */
  ofStation: base.input(z.object({ stationId: z.int() })).output(z.array(typedRowSchema)),
  /** Null takes a value back. All at once; findings follow. */
  write: base
    .input(
      z.object({
        stationId: z.int(),
        values: z.array(wishSchema).min(1).max(TYPED_FACTS.length),
        author: z.string().trim().max(MOST_NAME),
      }),
    )
    .output(z.array(typedRowSchema)),
}
