import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { MeterbookError } from '../../contract/errors.ts'
import { readRegular } from '../../files/regular-file.ts'
import { asFileFailure, writeWhole } from '../file.ts'
import { placeIn } from './place-in.ts'

/** A file of the lake, and what it was made from. */
const madeSchema = z.object({
  /** A partition's signature: it changes when the records of the partition change. */
  signature: z.string().optional(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})
export type Made = z.infer<typeof madeSchema>

/** Another one, and every file is made anew: columns, order or encoding have changed. */
const LAYOUT = 2
const manifestSchema = z.object({
  layout: z.literal(LAYOUT),
  book: z.string(),
  files: z.record(z.string(), madeSchema),
})
/** All that is known of a file that a manifest of another layout names: that it is the book's. */
const OF_OTHER_LAYOUT: Made = { rows: 0, bytes: -1, sha256: '' }
const otherLayoutSchema = z.object({ layout: z.int(), files: z.record(z.string(), z.unknown()) })
/** Files by their path in the lake, with slashes. */
export type Files = ReadonlyMap<string, Made>

/** `_meterbook`: engines pass over names that begin with an underscore. */
const OWN = '_meterbook'
export const manifestsOf = (folder: string): string => join(folder, OWN)
export const manifestOf = (folder: string, book: string): string => join(manifestsOf(folder), `${book}.json`)
/** @throws as `placeIn`. */
export const placeOfManifest = (folder: string, book: string): Promise<string> => placeIn(folder, `${OWN}/${book}.json`)
/** Thousands of files have some hundred bytes each. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * The files that the book has in the lake; none where the manifest is missing or is no manifest.
 * @throws MeterbookError FILE_NOT_WRITABLE, FOLDER_GONE where it is there and cannot be read now: files that are not known
 * would never be taken away.
 */
export async function readManifest(folder: string, book: string): Promise<Files> {
  const file = await placeOfManifest(folder, book)
  const text = await readRegular(file, { most: MOST_BYTES }).catch((error: unknown) => {
    if (!(error instanceof MeterbookError)) throw error
    if (error.data['reason'] === 'ENOENT') return ''
    throw error.cause === undefined ? error : asFileFailure(error.cause, file)
  })
  const found = parsed(text.toString())
  const own = manifestSchema.safeParse(found)
  if (own.success) return new Map(Object.entries(own.data.files))
  const other = otherLayoutSchema.safeParse(found)
  if (!other.success || other.data.layout === LAYOUT) return new Map()
  return new Map(Object.keys(other.data.files).map((path) => [path, OF_OTHER_LAYOUT]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes the manifest; equal files give equal text, whatever their order. */
export const manifestText = (book: string, files: Files): string => {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ layout: LAYOUT, book, files: Object.fromEntries(sorted) }, null, 1)}\n`
}

export async function writeManifest(folder: string, book: string, files: Files): Promise<void> {
  const file = await placeOfManifest(folder, book)
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw asFileFailure(error, file)
  })
  await writeWhole(file, Readable.from([manifestText(book, files)], { objectMode: false }), undefined, { isPlain: true })
}
