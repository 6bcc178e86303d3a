import type { Book } from '../book/book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { ofEachStation, type StationOfRequest } from './by-station.ts'
import { writeWhole } from './file.ts'
import { writerOf } from './format.ts'
import { changesTable } from './kinds/changes.ts'
import { compareTable } from './kinds/compare.ts'
import { consumptionTable } from './kinds/consumption.ts'
import { coverageTable } from './kinds/coverage.ts'
import { isOfMany, logTable } from './kinds/all-events.ts'
import { eventsTable } from './kinds/events.ts'
import { findingsTable } from './kinds/findings.ts'
import { notesTable } from './kinds/notes.ts'
import { overlayTable } from './kinds/overlay.ts'
import { readingsTable } from './kinds/readings.ts'
import { sessionsTable } from './kinds/sessions.ts'
import { settingsTable } from './kinds/settings.ts'
import { sourceOf, type Source } from './kinds/source.ts'
import { stationsTable } from './kinds/stations.ts'
import { sumsTable } from './kinds/sums.ts'
import { valveTable } from './kinds/valve.ts'
import { visitsTable } from './kinds/visits.ts'
import type { ExportRequest } from './request.ts'
import type { Block, Table } from './table.ts'

export type { ExportRequest } from './request.ts'
export { fileName, namePart } from './file-name.ts'

export interface ExportOptions {
  signal?: AbortSignal
  /** Rows written so far, and how many there will be (null where that is not known); at most once in 1,000 rows. */
  onProgress?: (rows: number, expected: number | null) => void
  /** Unix ms, for the line that says when the file was made. */
  nowMs?: () => number
}

export interface ExportResult {
  rows: number
  bytes: number
  /** Characters that the file's encoding lacks and that were replaced by others, each once, in the order in which they came. */
  replaced: string[]
}

const TELL_ROWS = 1000

/**
 * Writes what the book holds to a file. Rows stream from the book into the file, which appears under its name only
 * when it is whole; the book may be written meanwhile.
 * @throws MeterbookError FILE_PROTECTED, FILE_NOT_WRITABLE, DISK_FULL, CANCELLED; RangeError for a zone that the runtime does not know.
 */
export async function exportTo(book: Book, request: ExportRequest, file: string, options: ExportOptions = {}): Promise<ExportResult> {
  refuseProtected(file)
  const source = sourceOf(book, request)
  const { clock, words } = source
  const write = await writerOf(request.format)
  const table = await tableOf(source, request)
  const nowMs = options.nowMs?.() ?? Date.now()
  let written = 0

  function* counted<Row>(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      yield row
      if (++written % TELL_ROWS === 0) options.onProgress?.(written, table.expected)
    }
  }
  function* countedBlocks(blocks: Iterable<Block>): Generator<Block> {
    for (const block of blocks) {
      yield block
      written += block.rows
      options.onProgress?.(written, table.expected)
    }
  }
  async function* apart(requests: Iterable<StationOfRequest>): AsyncGenerator<Table> {
    for (const { title, request: one } of requests) {
      const own = await tableOf(source, one)
      yield { ...own, title, rows: counted(own.rows), ...(own.pieces && { pieces: counted(own.pieces) }) }
    }
  }

  const ofStations = request.sheets === 'station' ? ofEachStation(source, request) : null
  const whole: Table = {
    ...table,
    rows: counted(table.rows),
    ...(table.pieces && { pieces: counted(table.pieces) }),
    ...(table.blocks && { blocks: countedBlocks(table.blocks) }),
    ...(ofStations ? { apart: apart(ofStations) } : {}),
    about: [...table.about, [words('time_zone'), clock.timeZone], [words('made'), clock.wall(nowMs)], [words('book'), book.file]],
  }
  const replaced: string[] = []
  const how = { ...request, onReplaced: (character: string) => void replaced.push(character) }
  const bytes = await writeWhole(file, write(whole, clock, how), options.signal)
  options.onProgress?.(written, table.expected)
  return { rows: written, bytes, replaced }
}

function tableOf(source: Source, request: ExportRequest): Table | Promise<Table> {
  switch (request.kind) {
    case 'stations':
      return stationsTable(source, request)
    case 'readings':
      return readingsTable(source, request)
    case 'sums':
      return sumsTable(source, request)
    case 'overlay':
      return overlayTable(source, request)
    case 'compare':
      return compareTable(source, request)
    case 'events':
      return isOfMany(request) ? logTable(source, request) : eventsTable(source, request)
    case 'settings':
      return settingsTable(source, request)
    case 'sessions':
      return sessionsTable(source, request)
    case 'coverage':
      return coverageTable(source, request)
    case 'notes':
      return notesTable(source, request)
    case 'visits':
      return visitsTable(source, request)
    case 'consumption':
      return consumptionTable(source, request)
    case 'findings':
      return findingsTable(source, request)
    case 'changes':
      return changesTable(source, request)
    case 'valve':
      return valveTable(source, request)
  }
}
