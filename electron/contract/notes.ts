import { z } from 'zod'
import { timeRangeShape } from './common.ts'
import { base } from './errors.ts'
import { isBelieved, stampBounds } from './time/stamps.ts'
import { isMeterReading, type MeterReading } from './meter-reading.ts'
import { MOST_NAME, MOST_NOTE_TEXT, MOST_PHOTOS, NOTE_KINDS, type NoteKind } from './note-words.ts'

/** Notes of engineers: on a station, a moment or a span. They are the book's own; the service never learns of them. */

const idSchema = z.string().min(1).max(100)
const kindSchema = z.enum(NOTE_KINDS)
const meterReadingSchema = z.custom<MeterReading>(isMeterReading)

const photoRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type PhotoRow = z.infer<typeof photoRowSchema>

const noteRowSchema = z.object({
  id: idSchema,
  stationId: z.int(),
  stationName: z.string().nullable(),
  /** Null: about the station as a whole. */
  fromMs: z.number().nullable(),
  /** Null: about a moment. */
  toMs: z.number().nullable(),
  kind: kindSchema,
  author: z.string(),
  text: z.string(),
  /** What was read at the meter: of a note of the kind 'reading' about a moment. */
  reading: meterReadingSchema.nullable(),
  writtenAtMs: z.number(),
  editedAtMs: z.number().nullable(),
  deletedAtMs: z.number().nullable(),
  photos: z.array(photoRowSchema),
})
export type NoteRow = z.infer<typeof noteRowSchema>

export const noteFilterShape = {
  stationIds: z.array(z.int()).optional(),
  kinds: z.array(kindSchema).optional(),
  /** Every word is found in text or author, in any case. */
  text: z.string().max(200).optional(),
  /** Notes that touch this time; those of a station as a whole are left out then. */
  ...timeRangeShape,
}

/** What is written: an absent end is a moment, an absent start the station as a whole. */
const contentShape = {
  fromMs: z.int().nullable(),
  toMs: z.int().nullable(),
  kind: kindSchema,
  author: z.string().trim().max(MOST_NAME),
  text: z.string().trim().max(MOST_NOTE_TEXT),
  reading: meterReadingSchema.nullable().default(null),
  /** Re-encoded by the window; the backend takes JPEG only and keeps nothing of it but the picture. */
  photos: z
    .array(z.object({ name: z.string().trim().min(1).max(MOST_NAME), jpeg: z.instanceof(Blob), thumb: z.instanceof(Blob) }))
    .max(MOST_PHOTOS),
}
interface Content {
  kind: NoteKind
  reading: MeterReading | null
  fromMs: number | null
  toMs: number | null
  text: string
  photos: readonly unknown[]
  keptPhotoIds?: readonly string[]
}
const isInOrder = ({ fromMs, toMs }: Content) => toMs === null || (fromMs !== null && toMs > fromMs)
const isNear = ({ fromMs, toMs }: Content) => {
  const bounds = stampBounds({ nowMs: Date.now() })
  return [fromMs, toMs].every((atMs) => atMs === null || isBelieved(atMs, bounds))
}
/** A dial is read at one moment. */
const isOfMoment = ({ kind, reading, fromMs, toMs }: Content) =>
  reading === null || (kind === 'reading' && fromMs !== null && toMs === null)
const saysSomething = ({ text, reading, photos, keptPhotoIds = [] }: Content) =>
  text !== '' || reading !== null || photos.length + keptPhotoIds.length > 0
const isFew = ({ photos, keptPhotoIds = [] }: Content) => photos.length + keptPhotoIds.length <= MOST_PHOTOS

export const notes = {
  /** The newest first, by the time that they are about. `deleted`: those that can still be brought back. */
  page: base
    .input(
      z.object({
        ...noteFilterShape,
        deleted: z.boolean().default(false),
        desc: z.boolean().default(true),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(100),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(noteRowSchema) })),
  /** How many notes of each kind pass the rest of the filter, and how many deleted ones can be brought back. */
  counts: base.input(z.object({ ...noteFilterShape })).output(z.object({ kinds: z.record(kindSchema, z.int()), deleted: z.int() })),
  /** Ctrl+K: the notes that have every word, the newest first. */
  find: base.input(z.object({ text: z.string().max(200), limit: z.int().min(1).max(100).default(20) })).output(z.array(noteRowSchema)),
  get: base.input(z.object({ id: idSchema })).output(noteRowSchema),
  /** Everybody who has written here, the latest first. */
  authors: base.output(z.array(z.string())),
  write: base
    .input(
      z
        .object({ stationId: z.int(), ...contentShape })
        .refine(isNear, { message: 'TIME_TOO_FAR', path: ['fromMs'] })
        .refine(isInOrder, { message: 'SPAN_REVERSED', path: ['toMs'] })
        .refine(isOfMoment, { path: ['reading'] })
        .refine(saysSomething, { path: ['text'] }),
    )
    .output(noteRowSchema),
  /** Replaces what a note says. Photographs that are neither kept nor new are taken away. */
  change: base
    .input(
      z
        .object({ id: idSchema, ...contentShape, keptPhotoIds: z.array(idSchema) })
        .refine(isNear, { message: 'TIME_TOO_FAR', path: ['fromMs'] })
        .refine(isInOrder, { message: 'SPAN_REVERSED', path: ['toMs'] })
        .refine(isOfMoment, { path: ['reading'] })
        .refine(saysSomething, { path: ['text'] })
        .refine(isFew, { path: ['photos'] }),
    )
    .output(noteRowSchema),
  remove: base.input(z.object({ id: idSchema })).output(z.null()),
  /** Brings a deleted note back. */
  restore: base.input(z.object({ id: idSchema })).output(noteRowSchema),
  /** The picture, `image/jpeg`: whole, or small for lists. */
  photo: base.input(z.object({ id: idSchema, size: z.enum(['whole', 'thumb']).default('whole') })).output(z.instanceof(Blob)),
}
