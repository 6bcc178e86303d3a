import { z } from 'zod'
import { base } from './errors.ts'

/** The valve of a station: shut and open as times that lasted. */

const VALVE_STATES = ['shut', 'open'] as const

const valveSpanSchema = z.object({
  state: z.enum(VALVE_STATES),
  /** Unix ms. */
  fromMs: z.number(),
  /** Null: nothing has ended it in the log. */
  toMs: z.number().nullable(),
  /** Unix ms: its end, or until when the log was asked and tells of none. */
  knownToMs: z.number(),
})
export type ValveSpan = z.infer<typeof valveSpanSchema>

export const valve = {
  /** The oldest first; none where the log tells of no valve. */
  spans: base.input(z.object({ stationId: z.int() })).output(z.array(valveSpanSchema)),
}
