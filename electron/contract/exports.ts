import { z } from 'zod'
import { daySchema, timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { eventFilterShape } from './events.ts'
import { stationFilterShape } from './stations.ts'

/** Files made from the book. The host says where a file goes: a save dialog on the desktop, a download in the browser. */

const common = {
  timeZone: timeZoneSchema,
  language: z.enum(['en', 'ru']),
}

export const exportDoneSchema = z
  .object({
    /** Where the file lies (desktop), or the name it is downloaded under (browser). */
    file: z.string(),
    /** Browser only: address on the same origin to download it from, once. */
    href: z.string().nullable(),
    /** Null for a picture, which has none. */
    rows: z.int().nullable(),
    bytes: z.number(),
  })
  .nullable()
export type ExportDone = z.infer<typeof exportDoneSchema>

export const exports_ = {
  /** The event log as shown: stations, span, filter, time zone. Null when the user cancelled the save dialog. */
  events: base
    .input(
      z.object({
        ...common,
        format: z.enum(['csv', 'xlsx', 'json']),
        filter: z.object({ ...eventFilterShape, desc: z.boolean().default(true) }),
      }),
    )
    .output(exportDoneSchema),
  readings: base
    .input(
      z.object({
        ...common,
        format: z.enum(['csv', 'xlsx', 'json']),
        stationIds: z.array(z.int()).min(1),
        archiveTypes: z.array(z.string()).min(1),
        view: z.enum(['general', 'unified']),
        from: daySchema.optional(),
        to: daySchema.optional(),
      }),
    )
    .output(exportDoneSchema),
  stations: base
    .input(
      z.object({ ...common, format: z.enum(['csv', 'xlsx', 'json']), filter: z.object({ ...stationFilterShape }) }),
    )
    .output(exportDoneSchema),
  settings: base
    .input(z.object({ ...common, format: z.enum(['csv', 'xlsx', 'json']), stationIds: z.array(z.int()).min(1) }))
    .output(exportDoneSchema),
  sessions: base
    .input(
      z.object({
        ...common,
        format: z.enum(['csv', 'xlsx', 'json']),
        stationIds: z.array(z.int()).min(1),
        from: daySchema.optional(),
        to: daySchema.optional(),
      }),
    )
    .output(exportDoneSchema),
  /** Bytes made by the view itself (a chart's PNG or SVG), saved where the host says. */
  image: base.input(z.object({ name: z.string().min(1).max(200), blob: z.instanceof(Blob) })).output(exportDoneSchema),
}
