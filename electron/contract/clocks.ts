import { z } from 'zod'
import { timeZoneSchema } from './common.ts'
import { base } from './errors.ts'

/** The time zone and the contract hour of the open book and of its stations. They lie in the book and travel with it. */

const clockWishSchema = z.object({
  timeZone: timeZoneSchema.nullable(),
  contractHour: z.int().min(0).max(23).nullable(),
})

const clocksSchema = z.object({
  book: clockWishSchema,
  /** Stations with a clock of their own, those of one clock together: many stations have few clocks. */
  stations: z.array(clockWishSchema.extend({ ids: z.array(z.int()) })),
})
export type Clocks = z.infer<typeof clocksSchema>

export const clocks = {
  /** Everything that the book and its stations say of their time; nothing where no book is open. */
  all: base.output(clocksSchema),
  /** Where the settings of a station's device name another zone or contract hour than the station's clock. */
  deviceSays: base.input(z.object({ stationId: z.int() })).output(z.array(z.object({ what: z.enum(['zone', 'hour']), said: z.string() }))),
  /** Nulls take the book's own clock away. */
  setBook: base.input(clockWishSchema).output(clocksSchema),
  /** Nulls take the stations' own clock away. All of them, or none where one is not in the book. */
  setStations: base.input(clockWishSchema.extend({ stationIds: z.array(z.int()).min(1) })).output(clocksSchema),
}
