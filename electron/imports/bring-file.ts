import { createHash } from 'node:crypto'
import { putFileInto, type Book } from '../book/index.ts'
import type { ImportMap, SkipReason } from '../contract/import-map.ts'
import type { ImportOutcome } from '../contract/imports.ts'
import { hintsOf } from './station-hints.ts'
import { readFile, type ReadRecords } from './read-file.ts'

/** A file to be read for a station. */
export interface FileQuestion {
  stationId: number
  /** The type of the station's device, where the service names none. */
  equipmentTypeId: number | null
  name: string
  bytes: Uint8Array
  /** The station's zone, by which times without one are read. */
  timeZone: string
  nowMs: number
}

export interface BringQuestion extends FileQuestion {
  map: ImportMap
  author: string
  isDryRun: boolean
  /** Nobody has confirmed the map: where a column of the file is not read, nothing is written. */
  isGuess?: boolean
}

/** Rows that became no record, and records, that are shown. */
const SHOWN_SKIPPED = 100
const SHOWN_FIRST = 20

/**
 * Reads a file by a map, and brings its records into the book at `file`, or only compares. One transaction: all of it or nothing.
 * @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE, IMPORT_MAP_UNFIT, NO_SUCH_STATION, and those of writing a book
 */
export async function bringFile(book: Book, question: BringQuestion): Promise<ImportOutcome> {
  const { stationId, name, map, author, timeZone, nowMs } = question
  const bytes = Buffer.from(question.bytes)
  const { options, equipmentTypeId } = hintsOf(book, question)
  const read = await readFile(bytes, name, map, options)
  const isDryRun = question.isDryRun || (question.isGuess === true && read.unread.length > 0)
  const tolerances = map.verbatim ? {} : halfDigits(read.decimals)
  const imported = putFileInto(
    book.db.name,
    {
      stationId,
      equipmentTypeId,
      name,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      content: bytes,
      map: JSON.stringify(map),
      author,
      readings: read.readings.map((one) => ({ ...one, tolerances })),
      events: read.events,
      isDryRun,
    },
    nowMs,
  )
  return { ...imported, ...saidOf(read), timeZone }
}

/** What a rounded number may differ by: half of its last digit. */
const halfDigits = (decimals: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(decimals).map(([channel, digits]) => [channel, 0.5 * 10 ** -digits]))

type Said = Pick<ImportOutcome, 'skipped' | 'skippedRows' | 'first' | 'noNumbers' | 'unread'>

function saidOf({ readings, events, skipped, skippedBy, noNumbers, unread }: ReadRecords): Said {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const first = [
    ...readings.flatMap(({ archiveType, records }) =>
      records.slice(0, SHOWN_FIRST).map(({ atMs, values }) => ({ archiveType, atMs, values })),
    ),
    ...events.flatMap(({ archiveType, events: some }) =>
      some.slice(0, SHOWN_FIRST).map(({ atMs, entries }) => ({ archiveType, atMs, values: entries })),
    ),
  ]
  return {
    noNumbers,
    unread,
    skipped: Object.entries(skippedBy).map(([why, rows]) => ({ why: why as SkipReason, rows })),
    skippedRows: skipped.slice(0, SHOWN_SKIPPED).map(({ row, why, text }) => ({ row, why, text })),
    first: first.slice(0, SHOWN_FIRST).map(({ archiveType, atMs, values }) => ({
      archiveType,
      atMs,
      values: Object.entries(values).map(([channel, value]) => ({ channel, text: textOf(value) })),
    })),
  }
}
