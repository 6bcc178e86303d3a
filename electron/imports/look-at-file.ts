import { createHash } from 'node:crypto'
import type { Book } from '../book/index.ts'
import { MeterbookError } from '../contract/errors.ts'
import { foreignJson } from '../contract/foreign-json.ts'
import type { ImportMap, SourceTable } from '../contract/import-map.ts'
import { importMapSchema } from '../contract/import-map-schema.ts'
import type { OpenedImport } from '../contract/imports.ts'
import type { FileQuestion } from './bring-file.ts'
import { guessMap } from './guess.ts'
import { hintsOf, type Hints } from './station-hints.ts'
import { readFile } from './read-file.ts'
import { readSource } from './source.ts'

export type LookedAt = OpenedImport

/** Of each table so many rows are shown. */
const SHOWN_ROWS = 200

/**
 * What is in a file, and by which map it can be read: one that is kept for the type, else a known layout, else what its
 * headings tell.
 * @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE, NO_SUCH_STATION
 */
export async function lookAtFile(book: Book, question: FileQuestion): Promise<LookedAt> {
  const { name } = question
  const bytes = Buffer.from(question.bytes)
  const hints = hintsOf(book, question)
  const tables = await readSource(bytes, name, {}, SHOWN_ROWS)
  const kept = hints.kept.flatMap(({ name: called, map }) => {
    const parsed = importMapSchema.safeParse(foreignJson(map))
    return parsed.success ? [{ name: called, map: parsed.data }] : []
  })
  const found = await mapFor({ bytes, name, tables, hints, kept })
  const types = hints.equipmentTypeId === null ? book.equipmentTypes.list().map(({ id, name: called }) => ({ id, name: called })) : []
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    tables,
    ...found,
    equipmentTypeId: hints.equipmentTypeId,
    kept,
    channels: hints.channels,
    types,
    timeZone: question.timeZone,
  }
}

type Found = Pick<OpenedImport, 'map' | 'from' | 'fromName' | 'why'>

async function mapFor({
  bytes,
  name,
  tables,
  hints,
  kept,
}: {
  bytes: Buffer
  name: string
  tables: readonly SourceTable[]
  hints: Hints
  kept: readonly { name: string; map: ImportMap }[]
}): Promise<Found> {
  const guess = guessMap(tables, name, {
    channels: hints.channels.map(({ archiveType, channel, name: called, unit }) => ({
      channel_varname: channel,
      channel_name: called,
      unit_name: unit,
      archive_type_varname: archiveType,
    })),
    stationZone: hints.options.zoneOfStation,
  })
  if (guess.map && guess.by === 'own') return { map: guess.map, from: 'own', fromName: null, why: null }
  for (const one of kept)
    if (await isFitting(bytes, name, one.map, hints)) return { map: one.map, from: 'kept', fromName: one.name, why: null }
  if (guess.map === null) return { map: null, from: null, fromName: null, why: guess.fault }
  return { map: guess.map, from: guess.by, fromName: guess.layout, why: null }
}

/** Whether a map that was kept finds records in the file. */
async function isFitting(bytes: Buffer, name: string, map: ImportMap, { options }: Hints): Promise<boolean> {
  try {
    const { readings, events } = await readFile(bytes, name, map, options)
    return readings.some(({ records }) => records.length > 0) || events.some(({ events: some }) => some.length > 0)
  } catch (error) {
    if (error instanceof MeterbookError) return false
    throw error
  }
}
