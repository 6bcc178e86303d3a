import { z } from 'zod'
import { readingViewSchema } from './common.ts'
import { base } from './errors.ts'
import { exportDoneSchema } from './exports.ts'
import { GUESS_FAULTS, IMPORT_ENCODINGS, IMPORT_FORMATS, SKIP_REASONS, type ImportMap } from './import-map.ts'
import { importMapSchema } from './import-map-schema.ts'
import { MOST_MAP_NAME } from './import-words.ts'
import { MOST_NAME } from './note-words.ts'

/** Files by cable: looked at, compared with the book, brought in, taken away. */

/** A window may hand over a list that it does not change. */
const mapSchema = importMapSchema as z.ZodType<ImportMap, ImportMap>

const fileShape = { name: z.string().trim().min(1).max(MOST_NAME), blob: z.instanceof(Blob) }
const aboutShape = {
  ...fileShape,
  stationId: z.int(),
  /** Of which type the station's device is, where the service names none. */
  equipmentTypeId: z.int().nullable().default(null),
}

const tableSchema = z.object({
  format: z.enum(IMPORT_FORMATS),
  sheet: z.string().nullable(),
  encoding: z.enum(IMPORT_ENCODINGS).nullable(),
  separator: z.string().nullable(),
  rows: z.array(
    z.object({
      row: z.int(),
      cells: z.array(
        z.object({
          text: z.string(),
          kind: z.enum(['text', 'number', 'date', 'truth', 'nothing']),
          quoted: z.literal(true).optional(),
        }),
      ),
    }),
  ),
  isCut: z.boolean(),
})

const keptMapSchema = z.object({ name: z.string(), map: mapSchema })

const openedSchema = z.object({
  sha256: z.string(),
  bytes: z.int(),
  /** The beginning of the file, or of each of its sheets. */
  tables: z.array(tableSchema),
  /** The map by which it can be read; null: none was found by itself. */
  map: mapSchema.nullable(),
  /** Where that map is from: the file is Meterbook's `own`, it was `kept` for this type, it is of a known `layout`, or a `guess` from the headings. */
  from: z.enum(['own', 'kept', 'layout', 'guess']).nullable(),
  /** The name of the kept map or of the layout. */
  fromName: z.string().nullable(),
  why: z.enum(GUESS_FAULTS).nullable(),
  /** The type of the station's device; null: it has none that is known. */
  equipmentTypeId: z.int().nullable(),
  /** Maps that are kept for that type. */
  kept: z.array(keptMapSchema),
  /** Channels that the type has, by archive. */
  channels: z.array(z.object({ archiveType: z.string(), channel: z.string(), name: z.string().nullable(), unit: z.string().nullable() })),
  /** Types to choose from, where the station's device has none. */
  types: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
  /** The station's zone, which times of the file are read by where the map says `station`. */
  timeZone: z.string(),
})
export type OpenedImport = z.infer<typeof openedSchema>

const outcomeSchema = z.object({
  archives: z.array(
    z.object({
      archiveType: z.string(),
      view: readingViewSchema.nullable(),
      equipmentId: z.int(),
      fromMs: z.number(),
      toMs: z.number(),
      added: z.int(),
      same: z.int(),
      twice: z.int(),
    }),
  ),
  differences: z.array(
    z.object({
      archiveType: z.string(),
      view: readingViewSchema,
      atMs: z.number(),
      channelVarname: z.string(),
      file: z.string(),
      book: z.string(),
    }),
  ),
  isDryRun: z.boolean(),
  sha256: z.string(),
  isNewDevice: z.boolean(),
  /** Rows that became no record: how many for each reason, and the first of them. */
  skipped: z.array(z.object({ why: z.enum(SKIP_REASONS), rows: z.int() })),
  skippedRows: z.array(z.object({ row: z.int(), why: z.enum(SKIP_REASONS), text: z.string() })),
  /** Cells that should be numbers and are none, by channel: they were left out. */
  noNumbers: z.array(z.object({ channel: z.string(), cells: z.int(), example: z.string() })),
  /** Columns that the map does not name, by their heading or their place from 1, and how many of their cells have a text. */
  unread: z.array(z.object({ column: z.string(), cells: z.int() })),
  /** The first records as they were read. */
  first: z.array(
    z.object({ archiveType: z.string(), atMs: z.number(), values: z.array(z.object({ channel: z.string(), text: z.string() })) }),
  ),
  timeZone: z.string(),
})
export type ImportOutcome = z.infer<typeof outcomeSchema>

const mapKeyShape = { equipmentTypeId: z.int(), name: z.string().trim().min(1).max(MOST_MAP_NAME) }

export const imports = {
  /** What is in a file, and how it could be read. Throws IMPORT_UNREADABLE, IMPORT_TOO_LARGE, NO_SUCH_STATION. */
  open: base.input(z.object(aboutShape)).output(openedSchema),
  /** What reading it by a map would bring; nothing is written. Throws as `open`, and IMPORT_MAP_UNFIT. */
  compare: base.input(z.object({ ...aboutShape, map: mapSchema })).output(outcomeSchema),
  /** Brings it in. Throws as `compare`, and READ_ONLY_BOOK. */
  run: base.input(z.object({ ...aboutShape, map: mapSchema, author: z.string().trim().max(MOST_NAME) })).output(outcomeSchema),
  /** The files that were read for a station. */
  files: base.input(z.object({ stationId: z.int() })).output(
    z.array(
      z.object({
        id: z.int(),
        stationId: z.int(),
        sha256: z.string(),
        name: z.string(),
        bytes: z.int(),
        author: z.string(),
        importedAtMs: z.number(),
        /** Records that the book has from it alone. */
        records: z.int(),
      }),
    ),
  ),
  /** Takes a file away with all that came from it alone. Throws READ_ONLY_BOOK. */
  remove: base.input(z.object({ id: z.int() })).output(z.object({ records: z.int() })),
  /** Keeps a map for a device type; one of the same name gives way. Throws READ_ONLY_BOOK. */
  keepMap: base.input(z.object({ ...mapKeyShape, map: mapSchema, author: z.string().trim().max(MOST_NAME) })).output(z.null()),
  /** Throws READ_ONLY_BOOK. */
  forgetMap: base.input(z.object(mapKeyShape)).output(z.null()),
  /** Saves a map as a YAML file, to be given to others; null: the user changed their mind. Throws as files that are written do. */
  saveMap: base.input(z.object({ map: mapSchema, name: z.string().min(1).max(MOST_NAME) })).output(exportDoneSchema),
  /** The map that such a file says. Throws IMPORT_MAP_BROKEN. */
  mapOfText: base.input(z.object({ text: z.string().max(1_000_000) })).output(z.object({ map: mapSchema })),
}
