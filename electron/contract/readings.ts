import { z } from 'zod'
import { base } from './errors.ts'
import { daySchema, gasClockShape, readingViewSchema, verbatimSchema } from './common.ts'
import { holeReasonSchema } from './device.ts'

/** Archives of readings: what is there, columns for charts, rows for tables, sums by day and month. */

export const channelInfoSchema = z.object({
  channelVarname: z.string(),
  /** From the channel directory; null when the directory does not know the code, which is then shown itself. */
  channelName: z.string().nullable(),
  unitName: z.string().nullable(),
})
export type ChannelInfo = z.infer<typeof channelInfoSchema>

const archiveInfoSchema = z.object({
  archiveType: z.string(),
  archiveTypeName: z.string().nullable(),
  view: readingViewSchema,
  channels: z.array(channelInfoSchema),
  records: z.int(),
  firstMs: z.number().nullable(),
  lastMs: z.number().nullable(),
})
export type ArchiveInfo = z.infer<typeof archiveInfoSchema>

/** `equipmentId`: of that device alone; of all that the station had when absent. */
const seriesShape = { stationId: z.int(), archiveType: z.string().min(1), view: readingViewSchema, equipmentId: z.int().optional() }

const sumRowSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** The gas day that the whole period begins with. */
  day: daySchema,
  /** The span that was asked for cuts the period. */
  part: z.boolean(),
  value: z.number().nullable(),
  records: z.int(),
  /** Null where it is not known. */
  expected: z.int().nullable(),
  /** Records that are missing in gas days which are over; of a channel that consumption is counted from, hours of which nothing is known. */
  lacking: z.int(),
})
export type SumRow = z.infer<typeof sumRowSchema>

/**
 * Why a value is not believed: a counter that went away from its neighbours and came back · a volume that is the counter itself ·
 * another order than the counter's rise · more than its whole day · a day of another order than its hours · a value that stands
 * for 'no value' · a record that brings the gas of those before it, or one of these.
 */
const REFUTED_WHYS = ['away_and_back', 'is_counter', 'against_counter', 'against_day', 'against_hours', 'no_value', 'catch_up'] as const
export type RefutedWhy = (typeof REFUTED_WHYS)[number]
const refutedValueSchema = z.object({
  /** The stamp of its record, Unix ms. */
  atMs: z.number(),
  channelVarname: z.string(),
  why: z.enum(REFUTED_WHYS),
  /** What counts for this record instead, in the channel's unit; null: nothing, or what the counter or the day tells of several together. */
  instead: z.number().nullable(),
})
export type RefutedValue = z.infer<typeof refutedValueSchema>

export const readings = {
  /** The archives of a station's devices, or of one, that the directory names or the book holds. `records` is 0 where nothing was downloaded. */
  archives: base.input(z.object({ stationId: z.int(), equipmentId: z.int().optional() })).output(z.array(archiveInfoSchema)),
  /**
   * One archive of one device as columns: Float64 times (Unix ms) first, then one column a channel, `rows` doubles each,
   * NaN where there is no number. Thinned to at most `maxPoints` rows a channel by min/max when there are more
   * (`thinned` says so); unthinned when `maxPoints` is absent.
   */
  columns: base.input(z.object({ ...seriesShape, fromMs: z.number(), toMs: z.number(), maxPoints: z.int().positive().optional() })).output(
    z.object({
      equipmentTypeId: z.int().nullable(),
      channels: z.array(channelInfoSchema),
      rows: z.int(),
      total: z.int(),
      thinned: z.boolean(),
      /** Stamps of records between the hours that count in no sum: their hours hold them already, or nobody can say. */
      leftOutMs: z.array(z.number()),
      columns: z.instanceof(Blob),
    }),
  ),
  /**
   * A window of the table, verbatim. `values` follow `channels`; a channel that the record did not have is null. With
   * `missing`, records that are due and not in the book are rows too, with `gap` and no values: each of up to three in a
   * row, or one row for all where there are more. `total` counts rows, `records` those of records, `missing` the records
   * that are missing, whether they are rows or not (0 without `missing`).
   */
  rows: base
    .input(
      z.object({
        ...seriesShape,
        fromMs: z.number(),
        toMs: z.number(),
        desc: z.boolean().default(false),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
        missing: z.object({ ...gasClockShape, rows: z.boolean() }).optional(),
      }),
    )
    .output(
      z.object({
        channels: z.array(channelInfoSchema),
        total: z.int(),
        records: z.int(),
        missing: z.int(),
        rows: z.array(
          z.object({
            /** When the record was stamped, or the first missing one is due. */
            atMs: z.number(),
            values: z.array(verbatimSchema),
            gap: z.object({ toMs: z.number(), records: z.int(), state: holeReasonSchema }).nullable(),
            /** The file by cable that the record is of, as `v_reading.source` names it; null: the service. */
            source: z.string().nullable(),
          }),
        ),
      }),
    ),
  /** The values of an archive that consumption does not believe, by the channel and the record: shown struck through, never summed. */
  refuted: base.input(z.object(seriesShape)).output(z.array(refutedValueSchema)),
  /**
   * Consumption by gas day or month, boundaries at the contract hour in the given zone: sums of a channel of amounts,
   * differences of a counter. Records after `fromMs` up to and including `toMs` count; a period that these ends cut is a `part`.
   * `day` is the gas day that the whole period begins with. Archives whose own records are days or months are summed by
   * these, each whole; months have no daily sums. `lacking` counts the records that are missing in gas
   * days which are over, also those of a period that still runs.
   */
  sums: base
    .input(
      z.object({
        ...seriesShape,
        channelVarname: z.string(),
        fromMs: z.number(),
        toMs: z.number(),
        by: z.enum(['day', 'month']),
        ...gasClockShape,
      }),
    )
    .output(
      z.object({
        rows: z.array(sumRowSchema),
        /** What is known of the span and is in no row alone: holes over the end of a row that the counter tells; null: nothing. */
        between: z.number().nullable(),
      }),
    ),
  /** The newest record of each archive of a station. */
  newest: base.input(z.object({ stationId: z.int() })).output(
    z.array(
      z.object({
        archiveType: z.string(),
        view: readingViewSchema,
        atMs: z.number(),
        values: z.array(z.object({ channel: channelInfoSchema, value: verbatimSchema })),
      }),
    ),
  ),
}
