import { z } from 'zod'
import { daySchema, readingViewSchema, timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { LINE_STATES, MOST_PERIODS, MOST_STATIONS, PERIOD_STEPS, POINTS } from './overlaid.ts'
import { QUANTITIES } from './quantities.ts'
import { channelInfoSchema } from './readings.ts'

/**
 * Stations, or periods of one station, laid over each other. Moments become positions on one axis: wall time of the zone
 * as ms as if it were UTC, on the days of the first period (of a leap year where another period has 29 February).
 */

const gasShape = { timeZone: timeZoneSchema, contractHour: z.int().min(0).max(23) }

/** The lines that are laid over each other. An absent part is chosen by the book, and the answer says which was. */
export const overlayShape = {
  stationIds: z.array(z.int()).min(1).max(MOST_STATIONS),
  archiveType: z.string().min(1).optional(),
  view: readingViewSchema.optional(),
  quantity: z.enum(QUANTITIES).optional(),
  /** Picks the channel with this code, on devices that have several channels of that quantity. */
  channelVarname: z.string().optional(),
  /** The gas days of the span, both included. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** How many periods of a single station, the span's own first; of several stations always one. */
  periods: z.int().min(1).max(MOST_PERIODS).optional(),
  step: z.enum(PERIOD_STEPS).default('year'),
  points: z.enum(POINTS).default('record'),
  /** The line that the others are compared with. */
  baseline: z.int().min(0).default(0),
  ...gasShape,
}

const periodSchema = z.object({ from: daySchema, to: daySchema })

const lineSchema = z.object({
  stationId: z.int(),
  /** The station's name, else its serial number. */
  name: z.string(),
  /** Null where the days do not exist in that year. */
  period: periodSchema.nullable(),
  state: z.enum(LINE_STATES),
  /** The device's channel of the quantity. */
  channel: channelInfoSchema.nullable(),
  /** False where its unit cannot be converted into the baseline's: only shares of the mean can be compared. */
  comparable: z.boolean(),
  /** Its values are not in the channel's own unit but in the baseline's. */
  converted: z.boolean(),
  /** Points in its columns, breaks included. */
  rows: z.int(),
  /**
   * Which columns of the answer are the line's: positions; values, NaN at a break; the baseline's values at those
   * positions, NaN where it has none; and with a point a day the share of its records that the day has, NaN where that is
   * not known. Columns that are alike are sent once: hourly lines share their positions.
   */
  columns: z.array(z.int().min(0)).min(3).max(4),
  /** Records or days with a number before thinning. */
  total: z.int(),
  thinned: z.boolean(),
  /** The usual distance of two points, ms; null where there is none. */
  stepMs: z.number().nullable(),
  /**
   * The mean of the values; a line of days takes only days that lack no record, where there are any. Null without
   * numbers.
   */
  mean: z.number().nullable(),
})
export type OverlayLine = z.infer<typeof lineSchema>

const choiceSchema = z.object({
  quantity: z.enum(QUANTITIES),
  /** Where a device has several channels of the quantity, and for those whose quantity is not known. */
  channel: channelInfoSchema.nullable(),
  /** How many of the stations have it. */
  stations: z.int(),
})
export type OverlayChoice = z.infer<typeof choiceSchema>

const archiveChoiceSchema = z.object({
  archiveType: z.string(),
  archiveTypeName: z.string().nullable(),
  view: readingViewSchema,
  stations: z.int(),
  firstMs: z.number(),
  lastMs: z.number(),
  choices: z.array(choiceSchema),
})
export type OverlayArchive = z.infer<typeof archiveChoiceSchema>

export const overlay = {
  /** The archives that the book holds of these stations, those of most stations first, with the quantities they have. */
  choices: base.input(z.object({ stationIds: overlayShape.stationIds })).output(
    z.object({
      stations: z.array(z.object({ id: z.int(), name: z.string() })),
      archives: z.array(archiveChoiceSchema),
    }),
  ),

  /**
   * The lines, and their columns of doubles one after the other, in the order in which the lines first name them; a column
   * has as many doubles as its lines have `rows`.
   */
  lines: base.input(z.object({ ...overlayShape, /** The most points of a line. */ maxPoints: z.int().min(100).default(20_000) })).output(
    z.object({
      archiveType: z.string().nullable(),
      view: readingViewSchema.nullable(),
      quantity: z.enum(QUANTITIES).nullable(),
      unitName: z.string().nullable(),
      from: daySchema,
      to: daySchema,
      /** The positions at which the axis begins and ends. */
      axis: z.object({ fromMs: z.number(), toMs: z.number() }),
      baseline: z.int(),
      lines: z.array(lineSchema),
      columns: z.instanceof(Blob),
    }),
  ),

  /**
   * What each channel of these stations did in the last days of its archive, a number a gas day (sums of volumes, what
   * counters rose by, means): for the small charts beside a table's values. `days` doubles for each entry in `columns`,
   * oldest first, NaN where there is none; `main` marks the one to show for a whole station.
   */
  sparklines: base
    .input(
      z.object({
        stationIds: z.array(z.int()).min(1).max(MOST_STATIONS),
        days: z.int().min(2).max(366).default(30),
        ...gasShape,
      }),
    )
    .output(
      z.object({
        entries: z.array(
          z.object({
            stationId: z.int(),
            archiveType: z.string(),
            view: readingViewSchema,
            channel: channelInfoSchema,
            /** The last of the days. */
            lastDay: daySchema,
            main: z.boolean(),
          }),
        ),
        columns: z.instanceof(Blob),
      }),
    ),
}
