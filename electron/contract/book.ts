import { z } from 'zod'
import { base } from './errors.ts'
import { verbatimSchema, windowShape } from './common.ts'
import { recoverySchema } from './recovery.ts'

/** The open book: what lies in it, how fresh it is, and care for the file. */

const bookSummarySchema = z.object({
  file: z.string(),
  mode: z.enum(['write', 'read']),
  fileBytes: z.number(),
  /** It lies on another computer's share, where two computers that write it can damage it. */
  onNetwork: z.boolean(),
  account: z.object({ url: z.string(), email: z.string() }).nullable(),
  counts: z.object({
    providers: z.int(),
    consumers: z.int(),
    stations: z.int(),
    unlistedStations: z.int(),
    equipmentTypes: z.int(),
    channels: z.int(),
    messages: z.int(),
    readings: z.int(),
    events: z.int(),
    settingSnapshots: z.int(),
    sessions: z.int(),
    notes: z.int(),
    rejected: z.int(),
    /** Readings, events and sessions whose stamps are not believed: shown as they came, left out of what is computed. */
    farStamps: z.int(),
  }),
  archives: z.array(
    z.object({
      archiveType: z.string(),
      view: z.string(),
      devices: z.int(),
      records: z.int(),
      firstMs: z.number().nullable(),
      lastMs: z.number().nullable(),
    }),
  ),
  /** When anything was last fetched, Unix ms. */
  freshAtMs: z.number().nullable(),
})
export type BookSummary = z.infer<typeof bookSummarySchema>

export const book = {
  /** The open book, or null when none is open. */
  summary: base.output(bookSummarySchema.nullable()),
  /** Opens a book file; `read` never writes to it (for review while another program downloads). */
  open: base
    .input(
      z.object({
        file: z.string().min(1),
        mode: z.enum(['write', 'read']).default('write'),
        /** Of a book of an older version: somebody agrees that no copy is made before it is migrated. */
        withoutCopy: z.boolean().default(false),
      }),
    )
    .output(bookSummarySchema),
  /** Makes a new book of what can be read of a damaged one, beside it; that one is not opened, and not changed. */
  recover: base.input(z.object({ file: z.string().min(1) })).output(recoverySchema),
  /** Asks the host for a file to open (desktop only); null when the user changed their mind. */
  choose: base.output(bookSummarySchema.nullable()),
  recent: base.output(
    z.array(
      z.object({
        file: z.string(),
        exists: z.boolean(),
        /** It is gone, and backups of it are there. */
        isRestorable: z.boolean(),
        bytes: z.number(),
        openedMs: z.number(),
        /** When its file was last written, Unix ms. */
        changedMs: z.number(),
      }),
    ),
  ),
  close: base.output(z.null()),
  /** PRAGMA integrity_check and foreign_key_check; `problems` is empty when sound. */
  integrity: base.output(z.object({ problems: z.array(z.string()) })),
  compact: base.output(z.object({ beforeBytes: z.number(), afterBytes: z.number() })),
  /** A copy of the open book, taken while it is in use. As with exports, the browser downloads it from `href`, once. */
  backUp: base.output(z.object({ file: z.string(), href: z.string().nullable(), bytes: z.number() }).nullable()),
  /** Records that could not be understood, word for word. */
  rejected: base.input(z.object({ ...windowShape })).output(
    z.object({
      total: z.int(),
      rows: z.array(
        z.object({
          id: z.int(),
          resource: z.string(),
          reason: z.string(),
          raw: verbatimSchema,
          receivedAtMs: z.number(),
        }),
      ),
    }),
  ),
}
