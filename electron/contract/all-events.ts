import { z } from 'zod'
import { eventArchiveSchema } from './common.ts'
import { base } from './errors.ts'
import { GROUP_ORDERS, GROUPINGS, LOG_ORDERS, LONG_FACETS, SITUATION_FILTERS, SITUATION_PARTS } from './event-log.ts'
import { eventFilterShape, eventMessageSchema, eventRowSchema } from './events.ts'

/** The event log of all stations: filtered, counted, grouped, with begins and ends of situations paired. */

export const logFilterShape = {
  ...eventFilterShape,
  /** Stations of the consumers that these providers' lists, or their branches', name. */
  providerIds: z.array(z.int()).optional(),
  consumerIds: z.array(z.int()).optional(),
  situation: z.enum(SITUATION_FILTERS).optional(),
  /** Left out: what says one of these messages, is of one of these stations, or of a station of one of these consumers. */
  exceptMessages: z.array(eventMessageSchema).max(1000).optional(),
  exceptStationIds: z.array(z.int()).optional(),
  exceptConsumerIds: z.array(z.int()).optional(),
}
const logFilterSchema = z.object(logFilterShape)
export type LogFilter = z.infer<typeof logFilterSchema>

const logSortSchema = z.object({ by: z.enum(LOG_ORDERS).default('atMs'), desc: z.boolean().default(true) })
const logWindowShape = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(200) }

const logRowSchema = eventRowSchema.extend({
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  /** Null for an event that begins and ends nothing. */
  situation: z
    .object({
      part: z.enum(SITUATION_PARTS),
      /** Unix ms of the end of a begun situation, of the begin of an ended one; null where the log has none. */
      otherMs: z.number().nullable(),
    })
    .nullable(),
})
export type LogRow = z.infer<typeof logRowSchema>

const logGroupSchema = z.object({
  /** Tells it from the others; to be named in `expanded`. */
  key: z.string(),
  /** The message, in a grouping by message. */
  message: eventMessageSchema.nullable(),
  /** The reference's name for the code; null where it has none, or where the event has a description of its own. */
  messageName: z.string().nullable(),
  /** The station, in a grouping by station; null for a device that no station of the book has. */
  stationId: z.int().nullable(),
  stationName: z.string().nullable(),
  consumerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  events: z.int(),
  /** Stations with the message; 1 in a grouping by station. */
  stations: z.int(),
  firstMs: z.number(),
  lastMs: z.number(),
  /** Situations that begin in the group, those of them that have not ended, and how long the ended ones lasted, ms. */
  begun: z.int(),
  open: z.int(),
  lastingMs: z.number(),
  longestMs: z.number(),
})
export type LogGroup = z.infer<typeof logGroupSchema>

const countsOf = <Row extends z.ZodRawShape>(shape: Row) =>
  z.object({ total: z.int(), rows: z.array(z.object({ ...shape, events: z.int() })) })
const namedShape = { id: z.int(), name: z.string().nullable() }

const logFacetsSchema = z.object({
  events: z.int(),
  /** Events of the whole log, without any filter. */
  all: z.int(),
  situations: z.object({ any: z.int(), begun: z.int(), open: z.int() }),
  archives: z.array(z.object({ archiveType: eventArchiveSchema, events: z.int() })),
  /** Flat, parents before their branches; counts include everything below. */
  providers: z.array(z.object({ ...namedShape, parentId: z.int().nullable(), events: z.int() })),
  consumers: countsOf(namedShape),
  stations: countsOf(namedShape),
  messages: countsOf({ message: eventMessageSchema, messageName: z.string().nullable() }),
})
export type LogFacets = z.infer<typeof logFacetsSchema>

export const allEvents = {
  /** A window of the log. `settled` is false while situations are still being looked for: they are null in all rows then. */
  page: base
    .input(z.object({ ...logFilterShape, ...logWindowShape, sort: logSortSchema.optional() }))
    .output(z.object({ total: z.int(), settled: z.boolean(), rows: z.array(logRowSchema) })),
  /**
   * Gives the same window with the log in groups: each group is a row, and its events follow it where it is expanded.
   */
  grouped: base
    .input(
      z.object({
        ...logFilterShape,
        ...logWindowShape,
        by: z.enum(GROUPINGS),
        sort: z.object({ by: z.enum(GROUP_ORDERS).default('events'), desc: z.boolean().default(true) }).optional(),
        expanded: z.array(z.string()).max(1000).default([]),
      }),
    )
    .output(
      z.object({
        /** Rows in all: groups and the events of expanded ones. */
        total: z.int(),
        groups: z.int(),
        events: z.int(),
        rows: z.array(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('group'), group: logGroupSchema, expanded: z.boolean() }),
            z.object({ kind: z.literal('event'), event: logRowSchema }),
          ]),
        ),
      }),
    ),
  /**
   * How many events each choice of each facet would show: under the whole filter but for the facet's own part. Long facets
   * are the most frequent first, `limit` at most, with what is chosen always among them.
   */
  facets: base
    .input(
      z.object({
        ...logFilterShape,
        /** Choices of long facets whose names have every word. */
        find: z.partialRecord(z.enum(LONG_FACETS), z.string().max(200)).default({}),
        /** The most choices of each long facet; 8 where it is not said. */
        limits: z.partialRecord(z.enum(LONG_FACETS), z.int().min(1).max(500)).default({}),
      }),
    )
    .output(logFacetsSchema),
  /** Counts over time for the strip above the log. */
  density: base.input(z.object({ ...logFilterShape, buckets: z.int().min(1).max(2000) })).output(
    z.object({
      fromMs: z.number(),
      toMs: z.number(),
      archives: z.array(z.object({ archiveType: z.string(), counts: z.array(z.int()) })),
    }),
  ),
  /** The place in the filtered log, in order of time, of the first event from a moment on (`desc`: back from it). */
  position: base
    .input(z.object({ ...logFilterShape, desc: z.boolean().default(true), atMs: z.number() }))
    .output(z.object({ offset: z.int() })),
}
