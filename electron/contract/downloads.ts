import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { failureSchema, readingViewSchema, spanSchema, verbatimSchema } from './common.ts'
import { base } from './errors.ts'

/** Plans, the queue and its progress. One run at a time works; its tasks live in the book. */

export const planSchema = z.object({
  /** Station ids, or all. */
  stations: z.union([z.literal('all'), z.array(z.int()).min(1)]),
  /** Archive codes, and ARCHIVE_WORDS for groups of them. */
  archives: z.array(z.string().min(1)).min(1),
  views: z.array(readingViewSchema).min(1).default(['general', 'unified']),
  span: spanSchema,
  /** Ask only for what coverage lacks (the default), or read the whole span again and report what the service changed. */
  refresh: z.boolean().default(false),
  /** 'Fetch only the gaps': of each station only the archives that were ever asked for, each from its own first day on. */
  gaps: z.boolean().optional(),
  /**
   * Event archives are asked for by the pair `energy_varname` (this) and the station's `uid` instead of
   * `equipment_id`, for accounts whose service wants it so (docs/service.md, 'Event archives').
   */
  energyVarname: z.string().trim().min(1).max(100).optional(),
  /** The folded name of the trip (named-trips.ts) that it is a run of. */
  trip: z.string().max(1000).optional(),
})
export type Plan = z.infer<typeof planSchema>

const taskStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
export type TaskState = z.infer<typeof taskStateSchema>

const taskSchema = z.object({
  id: z.int(),
  kind: z.string(),
  stationId: z.int().nullable(),
  stationName: z.string().nullable(),
  archiveType: z.string().nullable(),
  view: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  state: taskStateSchema,
  pages: z.int(),
  records: z.int(),
  /** Records new to the book, and records whose values the service has changed since they were fetched. */
  added: z.int(),
  changed: z.int(),
  bytes: z.number(),
  attempts: z.int(),
  failure: failureSchema.nullable(),
})
export type Task = z.infer<typeof taskSchema>

export const progressSchema = z.object({
  runId: z.int().nullable(),
  /** The program began the run by itself: its end is not announced. */
  unasked: z.boolean(),
  /** `waiting-for-network`: carries on by itself; `waiting-for-sign-in`: the user is asked once. */
  state: z.enum(['idle', 'running', 'pausing', 'paused', 'waiting-for-network', 'waiting-for-sign-in', 'done', 'cancelled']),
  tasks: z.object({
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    running: z.int(),
    waiting: z.int(),
    cancelled: z.int(),
  }),
  stations: z.object({ total: z.int(), done: z.int() }),
  records: z.int(),
  added: z.int(),
  changed: z.int(),
  rejected: z.int(),
  pages: z.int(),
  bytes: z.number(),
  lanes: z.int(),
  recordsPerSecond: z.number(),
  startedMs: z.number().nullable(),
  finishedMs: z.number().nullable(),
  /** Time left, ms; null while it cannot be told. */
  leftMs: z.number().nullable(),
  /** When the run resumes after a pause that the service asked for, Unix ms by this computer's clock; else null. */
  waitsUntilMs: z.number().nullable(),
  /** What is being fetched now, for the status line. `page` of `pages` where a list has several and the service counts them. */
  current: z.array(
    z.object({
      kind: z.string(),
      stationId: z.int().nullable(),
      stationName: z.string().nullable(),
      archiveType: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      /** The page that is asked for, and how many the service says there are, where it says so. */
      page: z.int(),
      pages: z.int().nullable(),
    }),
  ),
  failure: failureSchema.nullable(),
})
export type Progress = z.infer<typeof progressSchema>

/** What a run brought, counted once for all who tell of it. Each number is the one of the lines behind it: `digest.ofRun`. */
const broughtSchema = z.object({
  runId: z.int(),
  /** Records that the book lacked. */
  records: z.int(),
  /** Settings that changed. */
  settings: z.int(),
  /** Records that came again with other values. */
  corrected: z.int(),
  /** Findings that the book did not know. */
  findings: z.int(),
  /** Stations with another device. */
  devices: z.int(),
})
export type Brought = z.infer<typeof broughtSchema>

export const downloads = {
  /** What a plan would cost, from the book alone: nothing is asked of the service. */
  estimate: base.input(planSchema).output(
    z.object({
      tasks: z.int(),
      stations: z.int(),
      requests: z.int(),
      records: z.int(),
      seconds: z.number(),
      bytesOnDisk: z.number(),
      alreadyCoveredDays: z.int(),
      missingDays: z.int(),
    }),
  ),
  /** Plans and starts; a run that is under way is a typed failure DOWNLOAD_RUNNING. */
  start: base.input(planSchema).output(progressSchema),
  /** 'Fetch only the gaps': asks again for failed and partial days and holes inside what was fetched before. */
  fetchGaps: base.input(z.object({ stations: z.union([z.literal('all'), z.array(z.int()).min(1)]) })).output(progressSchema),
  progress: base.output(progressSchema),
  /** Progress of the open book's downloads, whichever book that is, at most 10 times a second; idle while none is open. */
  watch: base.output(eventIterator(progressSchema)),
  pause: base.output(progressSchema),
  resume: base.output(progressSchema),
  cancel: base.output(progressSchema),
  /** A new run that asks for exactly what an earlier one asked for, whatever became of that. Throws NO_SUCH_RUN and what `start` throws. */
  again: base.input(z.object({ runId: z.int() })).output(progressSchema),
  /** Failed tasks of the run wait again. */
  retry: base.input(z.object({ taskIds: z.array(z.int()).optional() })).output(progressSchema),
  /** Moves tasks to the front (or the end) of those that wait. */
  reorder: base.input(z.object({ taskIds: z.array(z.int()).min(1), to: z.enum(['front', 'back']) })).output(progressSchema),
  cancelTasks: base.input(z.object({ taskIds: z.array(z.int()).min(1) })).output(progressSchema),
  tasks: base
    .input(
      z.object({
        /** Tasks in any of these states; absent: in all. */
        states: z.array(taskStateSchema).min(1).optional(),
        stationId: z.int().optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(taskSchema) })),
  /** Progress by station, those at work first. */
  byStation: base.input(z.object({ offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(200) })).output(
    z.object({
      total: z.int(),
      rows: z.array(
        z.object({
          stationId: z.int().nullable(),
          stationName: z.string().nullable(),
          total: z.int(),
          done: z.int(),
          failed: z.int(),
          records: z.int(),
          bytes: z.number(),
        }),
      ),
    }),
  ),
  /** What runs brought that is news to the book, each until the next one began; null where the book does not know the run. */
  brought: base.input(z.object({ runIds: z.array(z.int()).max(100) })).output(z.array(broughtSchema)),
  history: base.output(
    z.array(
      z.object({
        runId: z.int(),
        plan: planSchema,
        /** The program began it by itself. */
        unasked: z.boolean(),
        state: z.string(),
        startedMs: z.number(),
        finishedMs: z.number().nullable(),
        records: z.int(),
        added: z.int(),
        changed: z.int(),
        failed: z.int(),
      }),
    ),
  ),
  /**
   * Finds stations by pasted lines (serial numbers, uids or names), for 'prepare a trip'. A number that lost its
   * leading zeros in a spreadsheet is found where only one station fits.
   */
  matchPasted: base.input(z.object({ text: z.string().max(200_000) })).output(
    z.object({
      found: z.array(z.object({ line: z.string(), stationId: z.int(), stationName: z.string().nullable() })),
      unknown: z.array(z.string()),
      ambiguous: z.array(
        z.object({
          line: z.string(),
          stations: z.array(z.object({ stationId: z.int(), stationName: z.string().nullable(), equipmentSerialNumber: verbatimSchema })),
        }),
      ),
    }),
  ),
}
