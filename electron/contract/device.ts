import { z } from 'zod'
import { EQUIPMENT_TYPE_FIELDS } from './fields/equipment-types.ts'
import { CHANNEL_FIELDS } from './fields/channels.ts'
import { MESSAGE_FIELDS } from './fields/messages.ts'
import { SESSION_FIELDS } from './fields/sessions.ts'
import { shapeOf } from './fields/shape.ts'
import { base } from './errors.ts'
import { daySchema, gasClockShape, readingViewSchema, timeRangeShape, verbatimSchema } from './common.ts'

/** The other parts of a station page: settings history, sessions, coverage, and the reference. */

export const settingItemSchema = z.object({
  channelName: z.string().nullable(),
  channelDataValue: verbatimSchema,
  unitName: verbatimSchema,
})

export const settings = {
  /**
   * Snapshots of the devices that a station had, or of one, newest first. `checkedAtMs`: when the service last answered the
   * same; `changed`: how many items differ from the one before of the same device.
   */
  snapshots: base
    .input(z.object({ stationId: z.int(), equipmentId: z.int().optional() }))
    .output(
      z.array(
        z.object({ id: z.int(), equipmentId: z.int(), takenAtMs: z.number(), checkedAtMs: z.number(), items: z.int(), changed: z.int() }),
      ),
    ),
  items: base.input(z.object({ snapshotId: z.int() })).output(z.array(settingItemSchema)),
  /** Side by side; `before`/`after` null where the item is not in that snapshot. */
  diff: base.input(z.object({ fromId: z.int(), toId: z.int() })).output(
    z.array(
      z.object({
        channelName: z.string().nullable(),
        change: z.enum(['same', 'changed', 'added', 'removed']),
        before: settingItemSchema.nullable(),
        after: settingItemSchema.nullable(),
      }),
    ),
  ),
}

const sessionRowSchema = z.object(shapeOf(SESSION_FIELDS))
export type SessionRow = z.infer<typeof sessionRowSchema>

export const sessions = {
  page: base
    .input(
      z.object({
        stationId: z.int(),
        ...timeRangeShape,
        desc: z.boolean().default(true),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(sessionRowSchema) })),
  /** Columns for charts: Float64 times, then btm, bsg, rssi, trycnt, duration_session, session_traffic; NaN where there is no number. */
  columns: base
    .input(z.object({ stationId: z.int(), ...timeRangeShape }))
    .output(z.object({ rows: z.int(), names: z.array(z.string()), columns: z.instanceof(Blob) })),
}

const coverageStateSchema = z.enum(['never', 'fetched', 'empty', 'failed', 'partial', 'not_transmitted'])
export type CoverageState = z.infer<typeof coverageStateSchema>

const holeStateSchema = coverageStateSchema.exclude(['fetched'])
export type HoleState = z.infer<typeof holeStateSchema>
/** Why a record is missing: of days as above, or between two devices of a station. */
export const holeReasonSchema = z.enum([...holeStateSchema.options, 'exchange'])
export type HoleReason = z.infer<typeof holeReasonSchema>

const holeSchema = z.object({
  stationId: z.int(),
  stationName: z.string().nullable(),
  archiveType: z.string(),
  view: z.string(),
  from: daySchema,
  to: daySchema,
  days: z.int(),
  state: holeStateSchema,
})
export type HoleRow = z.infer<typeof holeSchema>

const coverageRunSchema = z.object({
  from: daySchema,
  to: daySchema,
  state: coverageStateSchema,
  fetchedAtMs: z.number(),
})
export type CoverageRun = z.infer<typeof coverageRunSchema>

const recordsInDaysSchema = z.object({
  archiveType: z.string(),
  view: readingViewSchema,
  /** The time that one record covers; null where the archive's rhythm is not known. */
  every: z.enum(['hour', 'day', 'month']).nullable(),
  /** Records there are of those that are due, and how many are due; 0 of 0 where the rhythm is not known. */
  records: z.int(),
  expected: z.int(),
  /** The first gas day of the columns; null where there is none. */
  firstDay: daySchema.nullable(),
  /** Float64 columns, one place a gas day: records there are, records due. A month's record counts on each of its days. */
  days: z.instanceof(Blob),
})

const missingRunSchema = z.object({
  /** When the first and the last of the missing records are due. */
  fromMs: z.number(),
  toMs: z.number(),
  records: z.int(),
  /** Why; `empty`: the service was asked, and does not have them. */
  state: holeReasonSchema,
})
export type MissingRun = z.infer<typeof missingRunSchema>

export const coverage = {
  /**
   * How many of the records that each archive of readings should have by now are in the book, in all and by gas day:
   * 24 hourly records a gas day (23 and 25 where clocks change), one a day, one a month.
   */
  records: base
    .input(z.object({ stationId: z.int(), equipmentId: z.int().optional(), ...gasClockShape }))
    .output(z.array(recordsInDaysSchema)),
  /**
   * Missing records in a row, missing for one reason, by time. `records` counts them all, `byState` by reason, `expected`
   * what is due.
   */
  missing: base
    .input(
      z.object({
        stationId: z.int(),
        equipmentId: z.int().optional(),
        archiveType: z.string().min(1),
        view: readingViewSchema,
        ...gasClockShape,
        ...timeRangeShape,
        desc: z.boolean().default(false),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        records: z.int(),
        byState: z.record(holeReasonSchema, z.int()),
        expected: z.int(),
        rows: z.array(missingRunSchema),
      }),
    ),
  /** Runs of days of each archive of a station, in order; days between runs were never asked. */
  calendar: base.input(z.object({ stationId: z.int(), equipmentId: z.int().optional() })).output(
    z.array(
      z.object({
        archiveType: z.string(),
        view: z.string(),
        runs: z.array(coverageRunSchema),
      }),
    ),
  ),
  /**
   * Every hole of the book between the first and the last day that an archive was asked for, with its reason, sorted by
   * station, archive and day. `days` counts the days of all holes by reason, whichever `states` are asked for.
   */
  holes: base
    .input(
      z.object({
        states: z.array(holeStateSchema).min(1),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(holeSchema), days: z.record(holeStateSchema, z.int()) })),
}

export const reference = {
  types: base.output(z.array(z.object({ ...shapeOf(EQUIPMENT_TYPE_FIELDS), stations: z.int() }))),
  channels: base
    .input(z.object({ equipmentTypeId: z.int().optional(), text: z.string().max(200).optional() }))
    .output(z.array(z.object(shapeOf(CHANNEL_FIELDS)))),
  messages: base
    .input(
      z.object({
        equipmentTypeId: z.int().optional(),
        archiveType: z.string().optional(),
        text: z.string().max(200).optional(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        rows: z.array(z.object(shapeOf(MESSAGE_FIELDS))),
      }),
    ),
  /** Archive types that the channel directory names, for download and chart pickers; `settings` is not among them. */
  archiveTypes: base.output(z.array(z.object({ archiveType: z.string(), archiveTypeName: z.string().nullable() }))),
}
