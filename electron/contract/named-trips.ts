import { z } from 'zod'
import { spanSchema } from './common.ts'
import { planSchema, progressSchema } from './downloads.ts'
import { base } from './errors.ts'
import { FRESH_HOURS, HELD_BACK, LINE_COSTS, MOST_DAYS_BACK, MOST_TRIP_NAME } from './named-trip-words.ts'
import { facetConditionSchema } from './stations.ts'

/** Trips that are kept under a name: what to download, of which stations, of which days. They lie in the book and travel with it. */

/** Stations as they are meant; which ones these are is looked at anew with each run. */
const stationsMeantSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  z.object({ of: z.literal('these'), ids: z.array(z.int()).min(1).max(50_000) }),
  /** Those that the list of stations shows by this filter: of a provider, of a consumer, by text and facets. */
  z.object({
    of: z.literal('filter'),
    text: z.string().max(200).optional(),
    providerId: z.int().optional(),
    consumerId: z.int().optional(),
    conditions: z.array(facetConditionSchema).max(40).optional(),
  }),
  /** The own order of a trip (trip.ts). */
  z.object({ of: z.literal('order') }),
])
export type StationsMeant = z.infer<typeof stationsMeantSchema>

export const tripChoicesSchema = z.object({
  stations: stationsMeantSchema,
  archives: z.array(z.string().min(1).max(100)).min(1).max(100),
  views: planSchema.shape.views,
  /** Fixed days, or the last so many with today. */
  span: z.union([z.object({ days: z.int().min(1).max(MOST_DAYS_BACK) }), spanSchema]),
  refresh: z.boolean(),
  energyVarname: planSchema.shape.energyVarname,
  /** Run again by itself every so many hours and at the start of the program; null: only when asked. */
  fresh: z.object({ everyHours: z.literal(FRESH_HOURS), onMetered: z.boolean() }).nullable(),
})
export type TripChoices = z.infer<typeof tripChoicesSchema>

const tripNameSchema = z.string().trim().min(1).max(MOST_TRIP_NAME)
const namedTripSchema = tripChoicesSchema.extend({
  /** Names are told apart in any case: by this. */
  folded: z.string(),
  name: tripNameSchema,
})
export type NamedTrip = z.infer<typeof namedTripSchema>

const lastRunSchema = z.object({
  runId: z.int(),
  state: z.string(),
  startedMs: z.number(),
  finishedMs: z.number().nullable(),
  failed: z.int(),
})

const listedTripSchema = namedTripSchema.extend({
  /** How many stations these are now; null: the list of stations is not in the book yet. */
  stationsNow: z.int().nullable(),
  lastRun: lastRunSchema.nullable(),
  /** When it is due next, Unix ms; null: it is not kept fresh. */
  nextMs: z.number().nullable(),
})
export type ListedTrip = z.infer<typeof listedTripSchema>

const freshStateSchema = z.object({
  /** How many trips of this book are kept fresh. */
  trips: z.int(),
  /** The one that runs now. */
  running: z.string().nullable(),
  /** The one that is due next, and when; null: none is. */
  next: z.object({ name: z.string(), atMs: z.number() }).nullable(),
  /** Why the one that is due does not run; null: nothing holds it back, or nothing is due. */
  heldBack: z.enum(HELD_BACK).nullable(),
  lastMs: z.number().nullable(),
  line: z.enum(LINE_COSTS),
})
export type FreshState = z.infer<typeof freshStateSchema>

export const namedTrips = {
  /** By name. */
  list: base.output(z.array(listedTripSchema)),
  /**
   * Keeps choices under a name; `instead`: in place of the trip that was called so, which may be the same name; `runsNext`: who keeps it
   * runs it next, and it does not begin by itself before. Throws NAME_TAKEN, NO_SUCH_TRIP, READ_ONLY_BOOK.
   */
  keep: base
    .input(tripChoicesSchema.extend({ name: tripNameSchema, instead: z.string().optional(), runsNext: z.boolean().optional() }))
    .output(namedTripSchema),
  /** Answers what was removed: `keep` brings it back. Throws NO_SUCH_TRIP. */
  remove: base.input(z.object({ folded: z.string() })).output(namedTripSchema),
  /** What a run now would ask for, of choices that need not be kept. Throws NOTHING_CHOSEN where they mean no station. */
  plan: base.input(tripChoicesSchema).output(planSchema),
  /** Runs it now. Throws NO_SUCH_TRIP and what `downloads.start` throws. */
  run: base.input(z.object({ folded: z.string() })).output(progressSchema),
  /** How trips are kept fresh on this computer. */
  fresh: base.output(freshStateSchema),
}
