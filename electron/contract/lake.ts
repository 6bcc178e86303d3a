import { z } from 'zod'
import { failureSchema } from './common.ts'
import { base } from './errors.ts'

/** A folder of Parquet files that many books write into and DuckDB or ClickHouse read. */

const stateSchema = z.object({
  /** The folder that each download is followed into; null: none. */
  folder: z.string().nullable(),
  /** When the open book's files in it changed last; null: it has none there. */
  changedAtMs: z.number().nullable(),
  /** It is being written. */
  writing: z.boolean(),
  /** Why it could not be written last; null where it could. */
  failure: failureSchema.nullable(),
})
export type LakeState = z.infer<typeof stateSchema>

export const lake = {
  state: base.output(stateSchema),
  /** A folder that is there, as it was typed; null: no lake. Fails with FILE_NOT_WRITABLE where nothing can be written. */
  setFolder: base.input(z.object({ folder: z.string().min(1).nullable() })).output(stateSchema),
  /** Brings the open book's files up to date. */
  write: base.output(z.object({ files: z.int(), written: z.int(), rows: z.number(), bytes: z.number() })),
}
