import { z } from 'zod'
import { daySchema, timeZoneSchema } from './common.ts'
import { DIGEST_KINDS } from './digest-words.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { LANGUAGES } from '../words/index.ts'
import { RULE_CODES } from './rules.ts'

/** What this book came to know since somebody looked last. Times are Unix ms; `null`: nothing is to be said. */

const lineSchema = z.object({
  kind: z.enum(DIGEST_KINDS),
  /** What of its kind: `gone` of what ended because it is no longer found; `telemetry` or `meter`; `first` or `anew`. */
  detail: z.string().nullable(),
  stationId: z.int().nullable(),
  stationName: z.string().nullable(),
  /** The finding, the note or the download that it is about. */
  id: z.string().nullable(),
  /** When the book came to know it; of what lies ahead when it will be. */
  atMs: z.number(),
  /** From when to when it was, where it has a time. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  m3: z.number().nullable(),
  rule: z.enum(RULE_CODES).nullable(),
  flag: z.union([z.literal(3), z.literal(4), z.literal(9)]).nullable(),
  archiveType: z.string().nullable(),
  /** Records, failed tasks or findings. */
  count: z.int().nullable(),
  stations: z.int().nullable(),
  day: daySchema.nullable(),
  /** The setting by its role, where it has one, else by name; the author of a note. */
  name: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  unit: z.string().nullable(),
  /** Who says that a setting changed: two or more confirm it. */
  saidBy: z.array(z.enum(['settings', 'event', 'conversion'])),
  /** The note; the event in the log. */
  text: z.string().nullable(),
})
export type DigestLine = z.infer<typeof lineSchema>

const digestSchema = z.object({
  /** Since when; null: since the book knows anything. */
  sinceMs: z.number().nullable(),
  /** Up to when: who has looked at it has looked until then. */
  atMs: z.number(),
  /** In the order of DIGEST_KINDS, those that have any; the worst of each first. `total` may be more than there are lines. */
  kinds: z.array(z.object({ kind: z.enum(DIGEST_KINDS), total: z.int(), lines: z.array(lineSchema) })),
})
export type Digest = z.infer<typeof digestSchema>

export const digest = {
  /** Since somebody looked last. */
  news: base.output(digestSchema),
  /** What one download brought: the lines that the numbers of `downloads.brought` count. Throws NO_SUCH_RUN. */
  ofRun: base.input(z.object({ runId: z.int() })).output(digestSchema),
  /** When somebody looked last, null: never; and when the last download ended. */
  state: base.output(z.object({ lookedAtMs: z.number().nullable(), downloadedAtMs: z.number().nullable() })),
  /** Somebody has looked at a digest: its `atMs`. Null takes back the very first look. Throws READ_ONLY_BOOK. Returns when somebody had looked before. */
  looked: base.input(z.object({ atMs: z.number().nullable() })).output(z.number().nullable()),
  /** The same as one HTML file without scripts, which any mail program shows. */
  html: base.input(z.object({ language: z.enum(LANGUAGES), timeZone: timeZoneSchema })).output(exportDoneSchema),
}
