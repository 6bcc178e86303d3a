import { z } from 'zod'
import { EVENT_ARCHIVES, READING_VIEWS, type Day, type Verbatim } from './records.ts'
import { FIRST_DAY, isDay, LAST_DAY } from './time/day.ts'
import { isTimeZone } from './time/zone.ts'

/** Shared pieces of the contract: the words every domain uses. */

export const verbatimSchema: z.ZodType<Verbatim> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(verbatimSchema), z.record(z.string(), verbatimSchema)]),
)

export const readingViewSchema = z.enum(READING_VIEWS)
export const eventArchiveSchema = z.enum(EVENT_ARCHIVES)

/** A calendar day that exists, `yyyy-mm-dd`. */
export const daySchema = z.string().refine(isDay, 'no such day')

/** A closed interval of days; `from` is not after `to`. */
export const spanSchema = z
  .object({ from: daySchema, to: daySchema })
  .refine((span) => span.from <= span.to, { message: 'SPAN_REVERSED', path: ['to'] })

/** Days that may be asked for. */
export const isAskedDay = (day: Day): boolean => day >= FIRST_DAY && day <= LAST_DAY

interface OpenSpan {
  from?: Day | undefined
  to?: Day | undefined
}

/** A question of gas days: none lies out of the world. */
export const askingDays = <Asked extends OpenSpan>(schema: z.ZodType<Asked>) =>
  schema
    .refine(({ from }) => from === undefined || isAskedDay(from), { message: 'too far away', path: ['from'] })
    .refine(({ to }) => to === undefined || isAskedDay(to), { message: 'too far away', path: ['to'] })

/** Asks besides that `from` is not after `to`. A calendar period wins over the two days, which then may be anything. */
export const askingSpan = <Asked extends OpenSpan & { period?: string }>(schema: z.ZodType<Asked>) =>
  askingDays(schema).refine(
    ({ from, to, period = 'fixed' }) => period !== 'fixed' || from === undefined || to === undefined || from <= to,
    { message: 'SPAN_REVERSED', path: ['to'] },
  )

/** Times in the contract are Unix milliseconds, UTC. Both ends are inclusive. */
export const timeRangeShape = { fromMs: z.number().optional(), toMs: z.number().optional() }

/** A window of a long list: tables ask for what they show. */
export const windowShape = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(100) }

export const sortSchema = z.object({ by: z.string(), desc: z.boolean().default(false) })

/** An IANA zone name the runtime knows. */
export const timeZoneSchema = z.string().refine(isTimeZone, 'UNKNOWN_TIME_ZONE')

/** Gas days as the reader counts them. */
export const gasClockShape = { timeZone: timeZoneSchema, contractHour: z.int().min(0).max(23) }

/**
 * What went wrong, as data. Views switch on `code` and write the sentence in the user's language;
 * `data` carries what the sentence needs and never a secret.
 */
export const failureSchema = z.object({
  code: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
})
export type Failure = z.infer<typeof failureSchema>

/** `KnownHours`: how much of what flowed is known, in hours; of several stations, of all of them. */
export const knownHoursShape = { received: z.number(), byCounter: z.number(), byDaily: z.number(), unknown: z.number() }
