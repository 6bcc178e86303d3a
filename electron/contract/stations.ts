import { z } from 'zod'
import { base } from './errors.ts'
import { eventMessageSchema } from './events.ts'
import { sortSchema, verbatimSchema, windowShape } from './common.ts'

/** Providers, consumers and stations as the tree, the table and the passport show them. */

const stationRowSchema = z.object({
  id: z.int(),
  /** Null where the service names none, here and below. */
  name: z.string().nullable(),
  equipmentId: z.int().nullable(),
  telemetryId: z.int().nullable(),
  customerId: z.int().nullable(),
  consumerName: z.string().nullable(),
  equipmentTypeId: z.int().nullable(),
  equipmentTypeVarname: verbatimSchema,
  equipmentBrandName: verbatimSchema,
  equipmentSerialNumber: verbatimSchema,
  phone: verbatimSchema,
  uid: verbatimSchema,
  statusNameValue: verbatimSchema,
  volumeValue: verbatimSchema,
  volumeUnit: verbatimSchema,
  pressureValue: verbatimSchema,
  pressureUnit: verbatimSchema,
  temperatureValue: verbatimSchema,
  temperatureUnit: verbatimSchema,
  lastSeanceEventMs: z.number().nullable(),
  /** Unix ms of the newest session that the book knows of, whichever resource told it: the list of stations, the last session time, the sessions. */
  heardMs: z.number().nullable(),
  /** Unix ms since which the service no longer lists it; null while it does. */
  unlistedMs: z.number().nullable(),
  /** Readings or events of this station are in the book. */
  hasData: z.boolean(),
})
export type StationRow = z.infer<typeof stationRowSchema>

export const stationFilterShape = {
  /** Found in name, serial number, uid, phone, brand, consumer name and inn, in any case. */
  text: z.string().max(200).optional(),
  providerId: z.int().optional(),
  consumerId: z.int().optional(),
  equipmentTypeId: z.int().optional(),
  ids: z.array(z.int()).optional(),
}

export const STATION_SORTS = [
  'name',
  'equipmentSerialNumber',
  'equipmentBrandName',
  'statusNameValue',
  'consumerName',
  'lastSeanceEventMs',
] as const

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
  lastSession: z.object({ lastSeanceEventMs: z.number().nullable(), fetchedMs: z.number() }).nullable(),
  seenMs: z.number(),
})
export type StationDetail = z.infer<typeof stationDetailSchema>

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
  tree: base.output(
    z.object({ providers: z.array(treeProviderSchema), consumers: z.array(treeConsumerSchema), stations: z.int() }),
  ),
  /** A window of the station table. Names sort naturally ('ГРП-2' before 'ГРП-10'). */
  list: base
    .input(
      z.object({
        ...stationFilterShape,
        ...windowShape,
        sort: sortSchema.extend({ by: z.enum(STATION_SORTS) }).optional(),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(stationRowSchema) })),
  /** Every id that matches, in table order: for 'select all' and for plans. */
  ids: base.input(z.object({ ...stationFilterShape })).output(z.array(z.int())),
  get: base.input(z.object({ id: z.int() })).output(stationDetailSchema),
  /** Ctrl+K: the best matches as you type. */
  find: base.input(z.object({ text: z.string().max(200), limit: z.int().min(1).max(100).default(20) })).output(
    z.object({
      stations: z.array(
        z.object({
          id: z.int(),
          name: z.string().nullable(),
          consumerName: z.string().nullable(),
          equipmentSerialNumber: verbatimSchema,
          equipmentBrandName: verbatimSchema,
        }),
      ),
      consumers: z.array(z.object({ id: z.int(), name: z.string().nullable(), stations: z.int() })),
      /** Messages, each with the number of events that the log shows when it is filtered by the message. */
      events: z.array(eventMessageSchema.extend({ count: z.int() })),
    }),
  ),
}
