import { z } from 'zod'
import { daySchema, gasClockShape, isAskedDay, readingViewSchema } from './common.ts'
import { base } from './errors.ts'
import {
  LIMIT_OWNERS,
  LIMIT_PERIODS,
  LIMIT_REFUSALS,
  LIMIT_STATES,
  MOST_LIMIT_M3,
  MOST_PASTED_LIMITS,
  NO_PROJECTIONS,
} from './limit-words.ts'
import { MOST_NAME } from './note-words.ts'

/** Limits of contracts: typed in or pasted, and how they stand. */

const limitDay = daySchema.refine(isAskedDay, 'too far away')
const keyShape = {
  owner: z.enum(LIMIT_OWNERS),
  ownerId: z.int(),
  period: z.enum(LIMIT_PERIODS),
  /** The first gas day on which it holds; null: from ever. */
  fromDay: limitDay.nullable(),
}
const limitSchema = z
  .object({ ...keyShape, toDay: limitDay.nullable(), m3: z.number().positive().max(MOST_LIMIT_M3) })
  .refine(({ fromDay, toDay }) => fromDay === null || toDay === null || fromDay <= toDay, { message: 'SPAN_REVERSED', path: ['toDay'] })

const ownerSchema = z.object({ owner: z.enum(LIMIT_OWNERS), ownerId: z.int() })

const limitRowSchema = z.object({
  ...keyShape,
  toDay: daySchema.nullable(),
  m3: z.number(),
  author: z.string(),
  saidAtMs: z.number(),
  ownerName: z.string().nullable(),
  /** The gas days that its periods are counted in. */
  timeZone: z.string(),
  contractHour: z.int(),
  /** The period that runs now, of hours the month; null: the limit does not hold in it. */
  running: z.object({ from: daySchema, to: daySchema, fromMs: z.number(), toMs: z.number() }).nullable(),
  /** m³ that are known to be used in it, of hours the greatest; null: nothing is known. */
  usedM3: z.number().nullable(),
  /** Since when, where the book begins within the period: what was used before nobody knows. */
  usedSince: daySchema.nullable(),
  /** Null: nothing is known, or not since the period began. */
  leftM3: z.number().nullable(),
  /** m³ at the end of the period, of `usedSince` on, and between which numbers four of five such projections came true; null: too few were made. */
  projection: z.object({ m3: z.number(), low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  noProjection: z.enum(NO_PROJECTIONS).nullable(),
  state: z.enum(LIMIT_STATES),
  /** Periods (hours) of the book in which more was used while it held, and the latest of them: its greatest use, and all above. */
  exceeded: z.int(),
  last: z.object({ fromMs: z.number(), toMs: z.number(), m3: z.number(), overM3: z.number() }).nullable(),
})
export type LimitRow = z.infer<typeof limitRowSchema>

/** What charts of a station draw: its own limits, and in which channels. */
const chartedSchema = z.object({
  /** The gas days that the limits are said in. */
  ...gasClockShape,
  limits: z.array(z.object({ period: z.enum(LIMIT_PERIODS), fromDay: daySchema.nullable(), toDay: daySchema.nullable(), m3: z.number() })),
  /** The archives that tell what the station uses, and which of their channels do; null: it has none such. */
  told: z.array(
    z.object({
      archiveType: z.string(),
      view: readingViewSchema,
      volume: z.string().nullable(),
      counter: z.string().nullable(),
    }),
  ),
})
export type ChartedLimits = z.infer<typeof chartedSchema>

const pastedLineSchema = z.object({
  /** From 1. */
  line: z.int(),
  text: z.string(),
  /** As it would be kept; null: it is refused. */
  limit: limitSchema.nullable(),
  ownerName: z.string().nullable(),
  /** One of the same owner, period and beginning is there already, with this many m³. */
  insteadM3: z.number().nullable(),
  refusal: z.enum(LIMIT_REFUSALS).nullable(),
})
export type PastedLimit = z.infer<typeof pastedLineSchema>

export const limits = {
  /** Of a station also those of its consumer, of a consumer also those of its stations; of nobody all. */
  list: base.input(z.object({ stationId: z.int().optional(), consumerId: z.int().optional() })).output(z.array(limitRowSchema)),
  /** What is drawn on the charts of a station; null where no limit of its own was typed in. Throws NO_SUCH_STATION. */
  onCharts: base.input(z.object({ stationId: z.int() })).output(chartedSchema.nullable()),
  /** What lines of a spreadsheet say; nothing is kept. `owner`: whose they are where a line names nobody. */
  read: base
    .input(z.object({ text: z.string().max(1_000_000), owner: ownerSchema.optional() }))
    .output(z.object({ lines: z.array(pastedLineSchema).max(MOST_PASTED_LIMITS), left: z.int() })),
  /** Keeps limits; one of the same owner, period and beginning gives way. Throws READ_ONLY_BOOK, NO_SUCH_STATION. */
  keep: base
    .input(z.object({ limits: z.array(limitSchema).min(1).max(MOST_PASTED_LIMITS), author: z.string().trim().max(MOST_NAME) }))
    .output(z.null()),
  /** Takes a limit away. Throws READ_ONLY_BOOK. */
  remove: base.input(z.object(keyShape)).output(z.null()),
}
