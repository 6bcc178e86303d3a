import { z } from 'zod'
import { base } from './errors.ts'
import { eventArchiveSchema, timeRangeShape, verbatimSchema } from './common.ts'

/** The seven event archives, decoded with the message reference; the raw code is always there. */

/**
 * What an event says: its code and its own description together. The code alone is not enough: with another description,
 * or in another archive, it means something else.
 */
export const eventMessageSchema = z.object({
  code: z.string().nullable(),
  description: z.string().nullable(),
  /** In this archive only, for events without a description of their own; null: in any. */
  archiveType: eventArchiveSchema.nullable(),
})
export type EventMessage = z.infer<typeof eventMessageSchema>

export const eventFilterShape = {
  stationIds: z.array(z.int()).optional(),
  archiveTypes: z.array(eventArchiveSchema).optional(),
  codes: z.array(z.string()).optional(),
  messages: z.array(eventMessageSchema).max(1000).optional(),
  /** Found in code, description and every other entry, in any case. */
  text: z.string().max(200).optional(),
  ...timeRangeShape,
}

export const eventRowSchema = z.object({
  id: z.number(),
  stationId: z.int().nullable(),
  stationName: z.string().nullable(),
  equipmentId: z.int(),
  archiveType: z.string(),
  atMs: z.number(),
  code: verbatimSchema,
  codeDescription: verbatimSchema,
  valCode: verbatimSchema,
  izm: verbatimSchema,
  /** Name from the message reference, when the code is in it. */
  messageName: z.string().nullable(),
  messageDescription: z.string().nullable(),
  channelVarname: z.string().nullable(),
  /** All entries as they came: name and value. Pairs, because an object would lose an entry named `__proto__` in transport. */
  entries: z.array(z.tuple([z.string(), verbatimSchema])),
})
export type EventRow = z.infer<typeof eventRowSchema>

export const events = {
  page: base
    .input(
      z.object({
        ...eventFilterShape,
        desc: z.boolean().default(true),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(eventRowSchema) })),
  /** Counts over time for the strip above the log. */
  density: base.input(z.object({ ...eventFilterShape, buckets: z.int().min(1).max(2000) })).output(
    z.object({
      fromMs: z.number(),
      toMs: z.number(),
      archives: z.array(z.object({ archiveType: z.string(), counts: z.array(z.int()) })),
    }),
  ),
  /** The messages of the events that pass the filter, by archive, the most frequent first. */
  codes: base.input(z.object({ ...eventFilterShape })).output(
    z.array(
      z.object({
        archiveType: eventArchiveSchema,
        code: z.string().nullable(),
        description: z.string().nullable(),
        /** What the reference says of a code without a description, where all the devices are of one type. */
        messageName: z.string().nullable(),
        events: z.int(),
      }),
    ),
  ),
  /** The stations whose logs have a message, the most recent first. */
  places: base
    .input(
      z.object({
        message: eventMessageSchema,
        /** The station to leave out. For events without a description only devices of its type count: to others the code may mean something else. */
        exceptStationId: z.int().optional(),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .output(z.array(z.object({ stationId: z.int(), stationName: z.string().nullable(), events: z.int(), lastMs: z.number() }))),
  /** Where an event lies in the filtered log, so that a click elsewhere can scroll to it. */
  position: base
    .input(z.object({ ...eventFilterShape, desc: z.boolean().default(true), atMs: z.number() }))
    .output(z.object({ offset: z.int() })),
}
