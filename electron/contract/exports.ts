import { z } from 'zod'
import { askingDays, daySchema, readingViewSchema, timeRangeShape, timeZoneSchema } from './common.ts'
import { base } from './errors.ts'
import { logFilterShape } from './all-events.ts'
import { GROUP_ORDERS, GROUPINGS } from './event-log.ts'
import { CSV_ENCODINGS, CSV_SEPARATORS, FILE_FORMATS, FILE_READERS, SHEETS } from './files.ts'
import { LANGUAGES } from '../words/index.ts'
import { balanceShape } from './balance.ts'
import { amountsShape } from './consumption.ts'
import { changeFilterShape, findingFilterShape } from './findings.ts'
import { FINDING_SORTS } from './fields/findings.ts'
import { fleetFilterShape } from './fleet.ts'
import { UNIT_CHOICES, type UnitChoices } from './shown-units.ts'
import { noteFilterShape } from './notes.ts'
import { stationFilterShape, stationSortSchema } from './stations.ts'
import { MEASURES } from './overlaid.ts'
import { overlayShape } from './overlay.ts'

/** Files made from the book. The host says where a file goes: a save dialog on the desktop, a download in the browser. */

const unitChoicesSchema: z.ZodType<UnitChoices> = z.object({
  pressureUnit: z.enum(UNIT_CHOICES.pressureUnit),
  differentialPressureUnit: z.enum(UNIT_CHOICES.differentialPressureUnit),
  volumeUnit: z.enum(UNIT_CHOICES.volumeUnit),
  counterUnit: z.enum(UNIT_CHOICES.counterUnit),
  flowUnit: z.enum(UNIT_CHOICES.flowUnit),
  temperatureUnit: z.enum(UNIT_CHOICES.temperatureUnit),
})

/** How a file is written, whatever is in it. */
export const exportHowShape = {
  format: z.enum(FILE_FORMATS),
  /** Whom CSV and XLSX are for; JSON is for programs always. */
  reader: z.enum(FILE_READERS).default('people'),
  timeZone: timeZoneSchema,
  language: z.enum(LANGUAGES),
  /** The units to convert measured values into, in CSV and XLSX for people; values as the service sent them when absent. */
  units: unitChoicesSchema.optional(),
  /** CSV: where it is to be spelled otherwise than its reader is used to. */
  encoding: z.enum(CSV_ENCODINGS).optional(),
  separator: z.enum(CSV_SEPARATORS).optional(),
  /** PDF: what its fonts lack and the user was told of. Other characters refuse the file; all are printed as codes when absent. */
  lettersSaid: z.array(z.string()).optional(),
  /** XLSX: one sheet, or one for each station. */
  sheets: z.enum(SHEETS).optional(),
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
    /** Characters that the file's encoding lacks and that were replaced, each once. */
    replaced: z.array(z.string()).default([]),
  })
  .nullable()
export type ExportDone = z.infer<typeof exportDoneSchema>

/** The questions that each kind of file is asked by; the usual answer stands in exports/request.ts as absent. */
export const EXPORT_SHAPES = {
  /**
   * The event log as shown: stations, span, filter, time zone; of all stations with `situations` (how long they lasted),
   * in groups with `grouped`.
   */
  events: {
    filter: z.object({
      ...logFilterShape,
      desc: z.boolean().default(true),
      situations: z.boolean().default(false),
      byLasting: z.boolean().default(false),
      grouped: z.object({ by: z.enum(GROUPINGS), sort: z.object({ by: z.enum(GROUP_ORDERS), desc: z.boolean() }) }).optional(),
    }),
  },
  readings: {
    stationIds: z.array(z.int()).min(1),
    archiveTypes: z.array(z.string()).min(1),
    view: readingViewSchema,
    /** The channels that are shown, in their order; all when absent. */
    channels: z.array(z.string()).min(1).optional(),
    /** One of the devices that a station had; all of them when absent. */
    equipmentId: z.int().optional(),
    /** The newest first. */
    desc: z.boolean().optional(),
    /** The gas days of a span between two moments: the file is named after them. */
    from: daySchema.optional(),
    to: daySchema.optional(),
    /** From one moment to another, both included, whatever the days say. */
    ...timeRangeShape,
  },
  /** The answer of `readings.sums` to the same question. */
  sums: {
    stationId: z.int(),
    archiveType: z.string().min(1),
    view: readingViewSchema,
    channelVarname: z.string(),
    fromMs: z.number(),
    toMs: z.number(),
    /** The gas days of the span: the file is named after them. */
    from: daySchema.optional(),
    to: daySchema.optional(),
    by: z.enum(['day', 'month']),
    contractHour: z.int().min(0).max(23),
  },
  /** The answer of `overlay.lines` to the same question, not thinned: the lines that are shown, in the measure that is shown. */
  overlay: {
    ...overlayShape,
    measure: z.enum(MEASURES).default('value'),
    /** Places of lines that are switched off. */
    hidden: z.array(z.int().min(0)).default([]),
    /** Each line's difference from the baseline beside it. */
    differences: z.boolean().default(true),
  },
  /** Stations side by side: passports and newest values, as the comparison shows them. */
  compare: {
    stationIds: overlayShape.stationIds,
    /** Without what is the same for all. */
    onlyDifferent: z.boolean().default(false),
  },
  stations: { filter: z.object({ ...stationFilterShape }), sort: stationSortSchema.optional() },
  settings: { stationIds: z.array(z.int()).min(1) },
  sessions: { stationIds: z.array(z.int()).min(1), from: daySchema.optional(), to: daySchema.optional() },
  /** The answer of `valve.spans` to the same question. */
  valve: { stationId: z.int() },
  /** Notes as shown; of all stations when none are named. Photographs are counted, and named in JSON. */
  notes: { filter: z.object({ ...noteFilterShape, desc: z.boolean().default(true) }) },
  /** The visit list as shown, in the order of its rank: what passes the filter, or the stations that were chosen. */
  /** `trip`: the stations of the trip in its order, whatever the filter. */
  visits: { filter: z.object(fleetFilterShape), trip: z.boolean().default(false) },
  /** The answer of `consumption.amounts` to the same question. */
  consumption: amountsShape,
  /** The answer of `balance.ofBranch` to the same question. */
  balance: balanceShape,
  /** All that `findings.page` gives to the same question. */
  findings: { filter: z.object(findingFilterShape), sort: z.enum(FINDING_SORTS).default('from'), desc: z.boolean().default(true) },
  /** All that `findings.changes` gives to the same question. */
  changes: { filter: z.object(changeFilterShape) },
  /** The answer of `digest.news`. */
  digest: {},
}

/** Writes what is asked for. Null when the user cancelled the save dialog. */
const writes = <Shape extends z.ZodRawShape>(shape: Shape) => base.input(asked(shape)).output(exportDoneSchema)
const asked = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...exportHowShape, ...shape })

export const exports_ = {
  events: writes(EXPORT_SHAPES.events),
  readings: writes(EXPORT_SHAPES.readings),
  sums: writes(EXPORT_SHAPES.sums),
  overlay: writes(EXPORT_SHAPES.overlay),
  compare: writes(EXPORT_SHAPES.compare),
  stations: writes(EXPORT_SHAPES.stations),
  settings: writes(EXPORT_SHAPES.settings),
  sessions: writes(EXPORT_SHAPES.sessions),
  valve: writes(EXPORT_SHAPES.valve),
  notes: writes(EXPORT_SHAPES.notes),
  visits: writes(EXPORT_SHAPES.visits),
  consumption: base.input(askingDays(asked(EXPORT_SHAPES.consumption))).output(exportDoneSchema),
  balance: base.input(askingDays(asked(EXPORT_SHAPES.balance))).output(exportDoneSchema),
  findings: writes(EXPORT_SHAPES.findings),
  changes: writes(EXPORT_SHAPES.changes),
  digest: writes(EXPORT_SHAPES.digest),
  /** Bytes made by the view itself (a chart's PNG or SVG), saved where the host says. */
  image: base.input(z.object({ name: z.string().min(1).max(200), blob: z.instanceof(Blob) })).output(exportDoneSchema),
}
