import { z } from 'zod'
import { askingDays, daySchema, gasClockShape, knownHoursShape } from './common.ts'
import { CONSUMPTION_STEPS } from './consumption-words.ts'
import { base } from './errors.ts'

/** Consumption by hour, gas day, month and year, of a station, a consumer, a provider or a branch. */

/**
 * What is known of a time and of no row: a hole that reaches over the end of a row, or, among hours, the rest of a day that
 * its daily record tells. With these, the rows add up to the total.
 */
const betweenSchema = z.object({
  m3: z.number(),
  ...knownHoursShape,
  /** In order, by station; the first thousand. */
  rows: z.array(z.object({ stationId: z.int(), fromMs: z.number(), toMs: z.number(), m3: z.number(), ...knownHoursShape })),
})
export type ConsumptionBetween = z.infer<typeof betweenSchema>

const amountSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** The first gas day of the period, by which it is named. */
  day: daySchema,
  /** Standard m³ (working where a device counts no other); null: no number at all. Never what a hole hides. */
  m3: z.number().nullable(),
  ...knownHoursShape,
  /** Hours in abnormal situations. */
  abnormalHours: z.number(),
  /** Hours in which a substitute was in use, of the stations of which it can be told; null: of none it can. */
  substituteHours: z.number().nullable(),
  /** Stations that have a number for it, and all that are summed. */
  stations: z.int(),
  stationsAll: z.int(),
  /** The period is not over, or only a part of it was asked for. */
  part: z.boolean(),
  /**
   * The same period in earlier years, the latest first: m³, and of the hours that are due in it the share that is known; null
   * where the book has nothing. `part`: the archive of a station begins within or after it.
   */
  earlier: z.array(z.object({ day: daySchema, m3: z.number().nullable(), complete: z.number().nullable(), part: z.boolean() })),
})
export type ConsumptionAmount = z.infer<typeof amountSchema>

/** Whose consumption. */
const ofShape = {
  stationIds: z.array(z.int()).optional(),
  consumerId: z.int().optional(),
  /** A provider with all its branches. */
  providerId: z.int().optional(),
}

export const amountsShape = {
  ...ofShape,
  by: z.enum(CONSUMPTION_STEPS),
  /** Gas days, both included; all of the book where absent. Of hours at most 400 days. */
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** Where no days are said: no more than the last so many periods that the book has. */
  newest: z.int().min(1).optional(),
  /** How many earlier years to put beside; 0: none. */
  earlierYears: z.int().min(0).max(10).default(2),
  ...gasClockShape,
}

const peaksSchema = z.object({
  /** The hour in which most was used, by its beginning; null: no hour is told, nothing was used, or the stations are too many. */
  hour: z.object({ fromMs: z.number(), m3: z.number() }).nullable(),
  /** The gas day of the greatest use, and how many of its hours are unknown; null: no day is known whole, or nothing was used. */
  day: z.object({ day: daySchema, fromMs: z.number(), toMs: z.number(), m3: z.number(), unknown: z.int() }).nullable(),
  /** Stations whose hours were put together. */
  hoursOf: z.int(),
})
export type ConsumptionPeaks = z.infer<typeof peaksSchema>

export const consumption = {
  /** The greatest hour and the greatest gas day of a span, of all stations together. */
  peaks: base
    .input(askingDays(z.object({ ...ofShape, from: daySchema.optional(), to: daySchema.optional(), ...gasClockShape })))
    .output(peaksSchema),
  amounts: base.input(askingDays(z.object(amountsShape))).output(
    z.object({
      from: daySchema.nullable(),
      to: daySchema.nullable(),
      amounts: z.array(amountSchema),
      total: amountSchema.nullable(),
      between: betweenSchema.nullable(),
      /** Stations without any number, and why. */
      without: z.array(
        z.object({
          stationId: z.int(),
          stationName: z.string().nullable(),
          why: z.enum(['no_device', 'no_archive', 'no_volume', 'unknown_unit', 'no_records']),
        }),
      ),
      /** Stations whose unit is working m³. */
      working: z.array(z.int()),
      /** Stations with records between the hours of which neither counter nor daily record tells what they are: they count nowhere. */
      leftOut: z.array(z.int()),
    }),
  ),
  /** One row a station, consumer or provider of what was asked for: the total of the span. */
  parts: base
    .input(
      askingDays(
        z.object({
          ...ofShape,
          of: z.enum(['station', 'consumer', 'provider']),
          from: daySchema.optional(),
          to: daySchema.optional(),
          ...gasClockShape,
          offset: z.int().min(0).default(0),
          limit: z.int().min(1).max(1000).default(100),
        }),
      ),
    )
    .output(
      z.object({
        total: z.int(),
        rows: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), amount: amountSchema })),
      }),
    ),
}
