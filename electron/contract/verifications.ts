import { z } from 'zod'
import { daySchema, gasClockShape } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { LANGUAGES } from '../words/index.ts'
import { CALENDAR_MONTHS, MOST_MONTHS, VERIFICATION_SOURCES, VERIFICATION_UNKNOWN } from './verification-words.ts'

/** Until when devices are verified: of each station's device of now the first instrument that is due. */

const aboutShape = {
  stationId: z.int(),
  stationName: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  serial: z.string().nullable(),
  equipmentId: z.int().nullable(),
}
const verificationSchema = z.object({
  ...aboutShape,
  /** The last day on which the verification holds. */
  day: daySchema,
  /** Days from now to its end; what is not positive is overdue. */
  leftDays: z.number(),
  from: z.enum(VERIFICATION_SOURCES),
  /** What tells it: the setting and its value as the device sent it; where it was typed in, who did. */
  said: z.string(),
})
export type VerificationRow = z.infer<typeof verificationSchema>

const unknownSchema = z.object({ ...aboutShape, why: z.enum(VERIFICATION_UNKNOWN) })
export type UnknownVerification = z.infer<typeof unknownSchema>

const calendarSchema = z.object({
  /** The months of the calendar by their first days, the present one first. */
  months: z.array(daySchema),
  /** Overdue ones first, then by day; those of one day by consumer and name. */
  rows: z.array(verificationSchema),
  /** Stations whose day lies behind the last month. */
  later: z.int(),
  /** Stations of whose device nobody knows the day. */
  unknown: z.array(unknownSchema),
})
export type VerificationCalendar = z.infer<typeof calendarSchema>

const askedShape = {
  months: z.int().min(1).max(MOST_MONTHS).default(CALENDAR_MONTHS),
  stationIds: z.array(z.int()).min(1).optional(),
}

export const verifications = {
  calendar: base.input(z.object(askedShape)).output(calendarSchema),
  /** The days of the calendar as a file that calendar programs take in: RFC 5545. */
  ics: base.input(z.object({ ...askedShape, language: z.enum(LANGUAGES), ...gasClockShape })).output(exportDoneSchema),
}
