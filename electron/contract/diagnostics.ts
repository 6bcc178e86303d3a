import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { windowShape } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { ABOUT_PLACES, LOG_LEVELS, MISHAPS } from './log-words.ts'

/** The program's own log, and what of it and of this computer is given to somebody who helps. No secret, no name. */

const lineSchema = z.object({
  at: z.string(),
  level: z.enum(LOG_LEVELS),
  /** `shell` (the desktop's main process), `desktop`, `web`, `cli`. */
  who: z.string(),
  pid: z.int(),
  /** In kebab case, as docs/log.md lists it. */
  what: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type ShownLine = z.infer<typeof lineSchema>

export const diagnostics = {
  /** The log's lines, the newest first. `text` in any case: what happened, or one of its facts. */
  log: base
    .input(z.object({ levels: z.array(z.enum(LOG_LEVELS)).optional(), text: z.string().max(200).default(''), ...windowShape }))
    .output(z.object({ file: z.string(), total: z.int(), rows: z.array(lineSchema) })),
  /** All of the log as one text file. */
  saveLog: base.output(exportDoneSchema),
  /** What the diagnostics would be, file by file. `save` writes these very texts. */
  preview: base.output(z.object({ id: z.int(), sections: z.array(z.object({ name: z.string(), text: z.string() })) })),
  /** The program and where things lie, for its own screen; `text` is that without names, paths and secrets, for a bug report. */
  about: base.output(
    z.object({
      build: z.string().nullable(),
      versions: z.array(z.object({ of: z.string(), version: z.string() })),
      system: z.string(),
      places: z.array(z.object({ what: z.enum(ABOUT_PLACES), path: z.string() })),
      text: z.string(),
    }),
  ),
  /** Writes the preview of that number into a ZIP. */
  save: base.input(z.object({ id: z.int() })).output(exportDoneSchema),
  /** What has to be told once, at once and after each change; each waits until a window has told it. */
  mishaps: base.output(eventIterator(z.array(z.object({ id: z.int(), kind: z.enum(MISHAPS) })))),
  told: base.input(z.object({ ids: z.array(z.int()).max(100) })).output(z.null()),
  /** An error of the page that nothing caught. */
  pageFailed: base
    .input(z.object({ name: z.string().max(200), message: z.string().max(2000), stack: z.string().max(20_000) }))
    .output(z.null()),
}
