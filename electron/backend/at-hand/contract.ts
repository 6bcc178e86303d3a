import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { failureSchema } from '../../contract/common.ts'
import { planSchema, progressSchema } from '../../contract/downloads.ts'
import { base } from '../../contract/errors.ts'
import { KEY_PLACES } from '../../contract/program.ts'

/**
 * What another program of the same user may ask of the one that runs: to download. It gets progress and never a secret; what
 * was downloaded it reads in the book itself.
 */

const accountSchema = z.object({ url: z.string().max(2048), email: z.string().max(1024) })

const handedSyncSchema = z.object({
  /** The whole path of a book; null: the account's own. */
  book: z.string().max(4096).nullable(),
  account: accountSchema.extend({ allowUnencrypted: z.boolean() }),
  plan: planSchema,
  /** Connections at a time, where the book is not the one on the desk. */
  lanes: z.int().min(1).max(64),
})
export type HandedSync = z.infer<typeof handedSyncSchema>

const syncNewsSchema = z.discriminatedUnion('kind', [
  /** `joined`: the same download was under way, and is not this one's to stop. */
  z.object({ kind: z.literal('progress'), book: z.string(), joined: z.boolean(), progress: progressSchema }),
  z.object({ kind: z.literal('judging'), at: z.int(), of: z.int().nullable() }),
  /** The last one: how the download ended, and the stations that could not be judged. */
  z.object({
    kind: z.literal('end'),
    book: z.string(),
    joined: z.boolean(),
    progress: progressSchema,
    unreadable: z.array(z.int()),
    /** Why not all could be judged; null: they were. */
    judging: failureSchema.nullable(),
  }),
])
export type SyncNews = z.infer<typeof syncNewsSchema>

export const atHandContract = {
  /** Accounts whose password the running program has, and where its key lies. */
  accounts: base.output(
    z.object({
      host: z.string(),
      keyPlace: z.enum(KEY_PLACES).nullable(),
      accounts: z.array(accountSchema),
    }),
  ),
  /**
   * Downloads what the book lacks. Who goes away pauses what it began: the run stays in the book and the same one carries on.
   * Throws NOT_REMEMBERED, DOWNLOAD_RUNNING (another one of the user's), and what opening a book and signing in throw.
   */
  sync: base.input(handedSyncSchema).output(eventIterator(syncNewsSchema)),
}
