import { z } from 'zod'
import { readingViewSchema } from './common.ts'
import { IMPORT_CONTENTS, IMPORT_DECIMALS, IMPORT_ENCODINGS, IMPORT_FORMATS, IMPORT_STAMPS, type ImportMap } from './import-map.ts'
import { MOST_CODE, MOST_ENTRIES } from './record-bounds.ts'

const codeSchema = z.string().min(1).max(MOST_CODE)
const columnRefSchema = z.union([z.int().min(0).max(16_383), z.string().min(1).max(1000)])

/** The shape of a map: import-map.ts explains its fields. */
export const importMapSchema = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  encoding: z.enum(IMPORT_ENCODINGS).optional(),
  separator: z.string().length(1).optional(),
  sheet: z.string().min(1).max(200).optional(),
  skipRows: z.int().min(0).max(10_000).default(0),
  headings: z.boolean(),
  content: z.enum(IMPORT_CONTENTS),
  archiveType: codeSchema,
  view: readingViewSchema.default('general'),
  time: z.strictObject({
    columns: z.array(columnRefSchema).min(1).max(6),
    pattern: z.string().min(1).max(100),
    zone: z.string().min(1).max(100),
    stamp: z.enum(IMPORT_STAMPS).default('end'),
    clock: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)
      .optional(),
  }),
  decimal: z.enum(IMPORT_DECIMALS).default('auto'),
  columns: z
    .array(
      z.strictObject({
        column: columnRefSchema,
        channel: codeSchema,
        unit: z.string().max(100).optional(),
        sentUnit: z.string().max(100).optional(),
        empty: z.string().max(100).optional(),
      }),
    )
    .min(1)
    .max(MOST_ENTRIES),
  skipIf: z
    .array(z.strictObject({ column: columnRefSchema, matches: z.string().max(200) }))
    .max(100)
    .optional(),
  archive: z.strictObject({ column: columnRefSchema, names: z.record(z.string().max(1000), codeSchema).optional() }).optional(),
  owner: z.strictObject({ station: columnRefSchema.optional(), device: columnRefSchema.optional() }).optional(),
  verbatim: z.boolean().optional(),
}) satisfies z.ZodType<ImportMap>
