import { z } from 'zod'
import { failureSchema } from './common.ts'
import { base } from './errors.ts'
import { CLOCK_TIME, EVERY_HOURS, RUN_ENDS, SCHEDULERS, STANDINGS, WEEKDAYS, type ScheduleTimes } from './schedule-words.ts'

/** Books that the system's scheduler keeps fresh: what was written for it, and how the runs ended. */

export const timesSchema: z.ZodType<ScheduleTimes> = z.object({
  at: z.string().regex(CLOCK_TIME),
  days: z
    .array(z.enum(WEEKDAYS))
    .min(1)
    .transform((chosen) => WEEKDAYS.filter((day) => chosen.includes(day))),
  everyHours: z.literal(EVERY_HOURS).nullable(),
})

const runSchema = z.object({
  beganMs: z.number(),
  /** Null while it runs, and where it was broken off. */
  endedMs: z.number().nullable(),
  end: z.enum(RUN_ENDS),
  /** The exit code of the command line. */
  exit: z.int().nullable(),
  records: z.int(),
  /** Records that were not in the book before. */
  added: z.int(),
  failedTasks: z.int(),
  /** Why it failed. */
  failure: failureSchema.nullable(),
})
export type ScheduledRun = z.infer<typeof runSchema>

const scheduleSchema = z.object({
  id: z.string(),
  book: z.string(),
  times: timesSchema,
  scheduler: z.enum(SCHEDULERS),
  standing: z.enum(STANDINGS),
  /** The program that it starts. */
  program: z.string(),
  /** When the entry was written, Unix ms. */
  writtenMs: z.number(),
  /** What was written, word for word; `found`: what is there now instead, null where that is the same, '' where it is gone. */
  texts: z.array(z.object({ file: z.string(), text: z.string(), found: z.string().nullable() })),
  /** The commands that were run to switch it on. */
  commands: z.array(z.string()),
  /** What the scheduler itself says of it, word for word. */
  says: z.array(z.string()),
  lastRun: runSchema.nullable(),
  /** The latest time that was due and at which no run began, Unix ms. */
  missedMs: z.number().nullable(),
  /** The next time, Unix ms; null where the entry does not stand. */
  nextMs: z.number().nullable(),
})
export type Schedule = z.infer<typeof scheduleSchema>

const stateSchema = z.object({
  /** The scheduler that an entry would be written for; null: none can be (`failure`). */
  scheduler: z.enum(SCHEDULERS).nullable(),
  /** Why no entry can be written on this computer or for the open book; null where one can. */
  failure: failureSchema.nullable(),
  /** The open book; null: none is. */
  book: z.string().nullable(),
  /** The open book's entry. */
  schedule: scheduleSchema.nullable(),
  others: z.array(scheduleSchema),
})

export const schedule = {
  state: base.output(stateSchema),
  /**
   * Writes the open book's entry. Fails with SCHEDULE_CHANGED where somebody changed it by hand, unless it is to be written
   * anew; with NO_BOOK, NO_SCHEDULER, NO_COMMAND_LINE, DEMO_UNSCHEDULED, UNSCHEDULABLE_NAME, SCHEDULE_REFUSED.
   */
  set: base.input(z.object({ times: timesSchema, anew: z.boolean().default(false) })).output(stateSchema),
  /** Takes an entry away: the open book's, or that of a book which is not open. */
  remove: base.input(z.object({ id: z.string() })).output(stateSchema),
  /** Has the scheduler start the run of the open book's entry now. */
  runNow: base.output(stateSchema),
  /** Runs that failed and of which no window has told yet; they are told by this answer. */
  untold: base.output(z.array(z.object({ book: z.string(), run: runSchema }))),
}
