import { z } from 'zod'
import { base } from './errors.ts'
import { visitSchema } from './fleet.ts'
import { MOST_STOPS } from './trip-words.ts'

/** The own order of a trip: the stations that somebody means to visit, one after the other. It lies in the book and travels with it. */

const stopSchema = z.object({
  /** From 1. */
  place: z.int(),
  stationId: z.int(),
  stationName: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  /** As they were typed in: coordinates.ts. */
  coordinates: z.string().nullable(),
  /** Why somebody should go there; null: nothing is to be said of it. */
  visit: visitSchema.nullable(),
})
export type TripStop = z.infer<typeof stopSchema>

export const trip = {
  list: base.output(z.array(stopSchema)),
  /** The stations of the trip in their order, in place of those that it had. None ends it. */
  say: base
    .input(
      z.object({
        stationIds: z
          .array(z.int())
          .max(MOST_STOPS)
          .refine((ids) => new Set(ids).size === ids.length, 'a station is visited once'),
      }),
    )
    .output(z.null()),
}
