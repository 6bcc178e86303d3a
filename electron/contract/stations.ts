import { z } from 'zod'
import { base } from './errors.ts'
import { STATION_FIELDS } from './fields/stations.ts'
import { shapeOf } from './fields/shape.ts'
import { eventMessageSchema } from './events.ts'
import { sortSchema, verbatimSchema, windowShape } from './common.ts'
import { STATION_FACETS } from './station-facets.ts'

/** Providers, consumers and stations as the tree, the table and the passport show them. */

const stationRowSchema = z.object({
  ...shapeOf(STATION_FIELDS),
  consumerName: z.string().nullable(),
  /** Unix ms of the newest session that the book knows of, whichever resource told it: the list of stations, the last session time, the sessions. */
  heardMs: z.number().nullable(),
  /** Unix ms since which the service no longer lists it; null while it does. */
  unlistedAtMs: z.number().nullable(),
  /** Readings or events of this station are in the book. */
  hasData: z.boolean(),
  /** Findings that nobody has explained or called wrong, and the worst flag of them; null where there are none. */
  findings: z.int(),
  worstFlag: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(9)]).nullable(),
})
export type StationRow = z.infer<typeof stationRowSchema>

export const facetConditionSchema = z.object({
  by: z.enum(STATION_FACETS),
  values: z.array(z.string().max(1000)).min(1).max(500),
  not: z.boolean().default(false),
})

export const stationFilterShape = {
  /** Found in name, serial number, uid, phone, brand, consumer name and inn, in any case. */
  text: z.string().max(200).optional(),
  providerId: z.int().optional(),
  consumerId: z.int().optional(),
  equipmentTypeId: z.int().optional(),
  ids: z.array(z.int()).optional(),
  conditions: z.array(facetConditionSchema).max(40).optional(),
}

/** `match`: the best match of the text first, then by name. The others are the table's columns, lowest first, none last. */
export const STATION_SORTS = [
  'match',
  'name',
  'equipmentSerialNumber',
  'equipmentBrandName',
  'statusNameValue',
  'consumerName',
  'lastSeanceEventMs',
  'volume',
  'pressure',
  'temperature',
  'hasData',
  'findings',
  'uid',
  'phone',
  'equipmentTypeVarname',
  'id',
  'equipmentId',
  'telemetryId',
  'unlistedAtMs',
] as const

export const stationSortSchema = sortSchema.extend({ by: z.enum(STATION_SORTS) })
export type StationSort = z.infer<typeof stationSortSchema>

/** Texts of a station that are searched. */
export const SEARCHED_FIELDS = ['name', 'serial', 'uid', 'phone', 'brand', 'consumer', 'inn', 'formerSerial'] as const
export type SearchedField = (typeof SEARCHED_FIELDS)[number]

/**
 * The text as it reads on the other keyboard layout, when it is searched too because what was typed finds nothing
 * (`also` false) or less (`also` true: both are shown); null when it is not.
 */
const shownForSchema = z.object({ text: z.string(), also: z.boolean() }).nullable()
export type ShownFor = z.infer<typeof shownForSchema>

const facetAnswerSchema = z.object({
  by: z.enum(STATION_FACETS),
  /** The most frequent first; judged facets in their own order. */
  values: z.array(
    z.object({
      value: z.string(),
      /** The name of a provider or consumer; null where it has none, and for the others. */
      name: z.string().nullable(),
      stations: z.int(),
    }),
  ),
  /** So many more values have stations and are not sent. */
  more: z.int(),
})
export type FacetAnswer = z.infer<typeof facetAnswerSchema>

const stationDetailSchema = stationRowSchema.extend({
  consumer: z
    .object({
      id: z.int(),
      name: z.string().nullable(),
      subdivisionTypeName: verbatimSchema,
      inn: verbatimSchema,
      contactNumber: verbatimSchema,
    })
    .nullable(),
  providerPath: z.array(z.string().nullable()),
  equipmentType: z
    .object({
      id: z.int(),
      name: z.string().nullable(),
      equipmentKindName: verbatimSchema,
      telemetryTypeName: verbatimSchema,
      resourceName: verbatimSchema,
      description: verbatimSchema,
    })
    .nullable(),
  characteristics: z
    .object({
      gasBoiler: verbatimSchema,
      gasStove: verbatimSchema,
      gasWaterHeater: verbatimSchema,
      residentCount: verbatimSchema,
      heatedArea: verbatimSchema,
    })
    .nullable(),
  /** From the service's 'last session time' operation, with the time it was asked. */
  lastSession: z.object({ lastSeanceEventMs: z.number().nullable(), fetchedAtMs: z.number() }).nullable(),
  seenAtMs: z.number(),
})
export type StationDetail = z.infer<typeof stationDetailSchema>

const stationDeviceSchema = z.object({
  equipmentId: z.int().nullable(),
  telemetryId: z.int().nullable(),
  equipmentTypeId: z.int().nullable(),
  /** The name of its type in the reference; null where that does not know it. */
  equipmentTypeName: z.string().nullable(),
  equipmentSerialNumber: verbatimSchema,
  /** Records stamped after this moment, up to and with `toMs`, are the station's; Unix ms; null: from its first, to its last. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  /** When the station's device before ended; null: there was none, or it is the same device with another telemetry unit. */
  sinceMs: z.number().nullable(),
  /** An engineer said that it was here, or from when to when. */
  given: z.boolean(),
  /** Records of readings that the book has of it in its time here. */
  records: z.int(),
})
export type StationDevice = z.infer<typeof stationDeviceSchema>

/** The exchange of one meter for another: what every screen, report and file says of a seam. */
const exchangeSchema = z.object({
  /** The last record of the old device and the first of the new one lie on both sides; Unix ms. */
  sinceMs: z.number().nullable(),
  atMs: z.number(),
  serialBefore: z.string().nullable(),
  serialAfter: z.string().nullable(),
  /** The last counter of the old device, the first of the new one, in m³ where their units are known; null where nothing tells it. */
  counterBefore: z.number().nullable(),
  counterAfter: z.number().nullable(),
})
export type StationExchange = z.infer<typeof exchangeSchema>

const homelessDeviceSchema = z.object({
  equipmentId: z.int(),
  /** Records and events that the book has of it. */
  records: z.int(),
  firstMs: z.number().nullable(),
  lastMs: z.number().nullable(),
  /** As its settings say; null where they do not. */
  serial: z.string().nullable(),
})
export type HomelessDevice = z.infer<typeof homelessDeviceSchema>

const treeProviderSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  parentId: z.int().nullable(),
  stations: z.int(),
})
const treeConsumerSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  providerIds: z.array(z.int()),
  stations: z.int(),
})

export const stations = {
  /** Providers flat with `parentId`, consumers with the providers whose lists named them; station counts include everything below. */
  tree: base.output(z.object({ providers: z.array(treeProviderSchema), consumers: z.array(treeConsumerSchema), stations: z.int() })),
  /** A window of the station table. Names sort naturally ('ГРП-2' before 'ГРП-10'). */
  list: base
    .input(
      z.object({
        ...stationFilterShape,
        ...windowShape,
        sort: stationSortSchema.optional(),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(stationRowSchema), shownFor: shownForSchema.optional() })),
  /** How many stations have each value of some facets; each facet counts those that pass everything but its own conditions. */
  facets: base
    .input(
      z.object({
        ...stationFilterShape,
        of: z.array(z.enum(STATION_FACETS)).min(1),
        /** So many values of a facet, and those that are chosen. */
        most: z.int().min(1).max(1000).default(12),
        /** Only values of this facet whose texts have every word. */
        find: z.object({ by: z.enum(STATION_FACETS), text: z.string().max(200) }).optional(),
      }),
    )
    .output(z.array(facetAnswerSchema)),
  /** Every id that matches, in table order: for 'select all' and for plans. */
  ids: base.input(z.object({ ...stationFilterShape, sort: stationSortSchema.optional() })).output(z.array(z.int())),
  get: base.input(z.object({ id: z.int() })).output(stationDetailSchema),
  /** The devices that a station had, the oldest first, with every exchange between them. */
  devices: base
    .input(z.object({ id: z.int() }))
    .output(z.object({ devices: z.array(stationDeviceSchema), exchanges: z.array(exchangeSchema) })),
  /** Devices that have records in the book and are at no station, now or before. */
  homeless: base.output(z.array(homelessDeviceSchema)),
  /** Says that a device was at a station, from when to when; what was concluded of it there gives way. Null: as its records and listings tell. */
  giveDevice: base
    .input(
      z
        .object({
          stationId: z.int(),
          equipmentId: z.int(),
          equipmentTypeId: z.int().nullable(),
          equipmentSerialNumber: z.string().max(100).nullable(),
          fromMs: z.number().nullable(),
          toMs: z.number().nullable(),
        })
        .refine(({ fromMs, toMs }) => fromMs === null || toMs === null || fromMs < toMs),
    )
    .output(z.null()),
  /** Takes that word back: the device is where listings and records say. */
  takeDevice: base.input(z.object({ stationId: z.int(), equipmentId: z.int() })).output(z.null()),
  /**
   * The stations that have, or had, a device of exactly this serial number: those that have it first, by name. Numbers are
   * equal as search has it; zeros in front count.
   */
  bySerial: base.input(z.object({ serial: z.string().max(200) })).output(
    z.array(
      z.object({
        id: z.int(),
        name: z.string().nullable(),
        consumerName: z.string().nullable(),
        serial: z.string(),
        /** The device is one that it had. */
        formerly: z.boolean(),
        /** When that was taken out, Unix ms; null: it is there, or nobody knows when. */
        untilMs: z.number().nullable(),
      }),
    ),
  ),
  /** Ctrl+K: the best matches as you type; names first, a number inside a serial number last. */
  find: base.input(z.object({ text: z.string().max(200), limit: z.int().min(1).max(100).default(20) })).output(
    z.object({
      stations: z.array(
        z.object({
          id: z.int(),
          name: z.string().nullable(),
          consumerName: z.string().nullable(),
          equipmentSerialNumber: verbatimSchema,
          equipmentBrandName: verbatimSchema,
          /** Where its words were found, besides the name, and what stands there. */
          foundIn: z.array(
            z.object({
              field: z.enum(SEARCHED_FIELDS),
              text: z.string(),
              /** Of `formerSerial`: when that device was taken out, Unix ms; null: nobody knows it. */
              untilMs: z.number().nullable().optional(),
            }),
          ),
        }),
      ),
      consumers: z.array(z.object({ id: z.int(), name: z.string().nullable(), inn: z.string(), stations: z.int() })),
      /** Messages, each with as many events as the logs show that are filtered by it. */
      events: z.array(eventMessageSchema.extend({ events: z.int() })),
      shownFor: shownForSchema,
    }),
  ),
}
