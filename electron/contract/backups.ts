import { z } from 'zod'
import { BACKUP_REASONS, PREVIEW_COUNTS, WRITTEN_CHANGES, WRITTEN_KINDS } from './backup-words.ts'
import { failureSchema } from './common.ts'
import { base } from './errors.ts'

/** Backups of a book, made by themselves while it is open, and what a restore would do. Times are Unix ms. */

const backupSchema = z.object({
  /** Where it lies: what the other questions call it. */
  file: z.string(),
  name: z.string(),
  madeAtMs: z.number(),
  why: z.enum(BACKUP_REASONS),
  bytes: z.number(),
  /** Records that cannot be read, in the book as in its backup. */
  unreadable: z.int(),
  stations: z.int(),
  records: z.int(),
  notes: z.int(),
  /** False: it is of the same book at another place, a copy of it perhaps. */
  isOwn: z.boolean(),
})
export type ListedBackup = z.infer<typeof backupSchema>

const stateSchema = z.object({
  /** Where backups go, and whether that folder is the program's own. */
  folder: z.string(),
  isOwn: z.boolean(),
  /** A chosen folder may be a stick that is away. */
  isThere: z.boolean(),
  making: z.boolean(),
  /** Why none could be made last; null where one could. */
  failure: failureSchema.nullable(),
  /** When the last verified one was made; null: there is none. */
  lastMs: z.number().nullable(),
  /** Data changed and no backup of it was made for so long that people should know. */
  isLate: z.boolean(),
  backups: z.array(backupSchema),
})
export type BackupState = z.infer<typeof stateSchema>

const accountSchema = z.object({ url: z.string(), email: z.string() }).nullable()
const sideSchema = z.object({
  file: z.string(),
  account: accountSchema,
  bytes: z.number(),
  counts: z.object(Object.fromEntries(PREVIEW_COUNTS.map((name) => [name, z.int()])) as Record<(typeof PREVIEW_COUNTS)[number], z.ZodInt>),
  lastRecordMs: z.number().nullable(),
  freshAtMs: z.number().nullable(),
})
const previewSchema = z.object({
  backup: sideSchema,
  /** Null: the book cannot be read, or is not there. */
  book: sideSchema.nullable(),
  isThere: z.boolean(),
  isSameAccount: z.boolean(),
  /** How much of people's work a restore would change. */
  changed: z.object({ lost: z.int(), back: z.int(), other: z.int() }),
  /** The newest of it. */
  work: z.array(
    z.object({
      change: z.enum(WRITTEN_CHANGES),
      kind: z.enum(WRITTEN_KINDS),
      atMs: z.number().nullable(),
      stationId: z.int().nullable(),
      stationName: z.string().nullable(),
      author: z.string(),
      text: z.string(),
    }),
  ),
  /** Days of archives that would have to be fetched again. */
  daysToFetch: z.int(),
})
export type BackupPreview = z.infer<typeof previewSchema>

/** One of those that are listed. */
const listedShape = {
  file: z.string().min(1),
  /** The book whose backups were listed, by its place (`of`); null: the open one. */
  book: z.string().min(1).nullable().default(null),
}

export const backups = {
  /** Of the open book. */
  state: base.output(stateSchema),
  /** Those of the book at a place, as it was typed: it may be damaged, or not be there any more. */
  of: base.input(z.object({ book: z.string().min(1) })).output(z.array(backupSchema)),
  /** A folder that is there, as it was typed; null: the program's own. Fails with FILE_NOT_WRITABLE where nothing can be written. */
  setFolder: base.input(z.object({ folder: z.string().min(1).nullable() })).output(stateSchema),
  /** Makes one now, though nothing may have changed. */
  make: base.output(stateSchema),
  /** What a restore of one of the listed would do; changes nothing. */
  preview: base.input(z.object(listedShape)).output(previewSchema),
  /**
   * Puts one of the listed in the book's place. What lies there is kept beside it (`kept`; null: nothing did); the open book is
   * opened again, any other is not.
   */
  restore: base.input(z.object(listedShape)).output(z.object({ kept: z.string().nullable() })),
  /** A copy of one of the listed at a place that the host asks for; null: the user changed their mind. */
  saveCopy: base
    .input(z.object(listedShape))
    .output(z.object({ file: z.string(), href: z.string().nullable(), bytes: z.number() }).nullable()),
}
