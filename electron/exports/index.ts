import { bookInFiles } from '../contract/book-name.ts'
import type { Book } from '../book/book.ts'
import { refuseProtected } from '../book/file/protected.ts'
import { ofEachStation, type StationOfRequest } from './by-station.ts'
import { writeWhole } from './file.ts'
import { writerOf } from './format.ts'
import { kindOf } from './kinds/index.ts'
import { sourceOf } from './kinds/source.ts'
import type { ExportRequest } from './request.ts'
import type { Block, Table } from './table.ts'

export type { ExportRequest } from './request.ts'
export { fileName } from './file-name.ts'
export { namePart } from './name-part.ts'

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
  const { rows, isPersonal } = kindOf(request)
  const table = rows(source, request)
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
  function* apart(requests: Iterable<StationOfRequest>): Generator<Table> {
    for (const { stationId, title, request: one } of requests) {
      const timeZone = book.clocks.ofStation(stationId).timeZone
      const isLocal = table.paper === 'by-station' && request.format === 'pdf' && timeZone !== null
      const its = isLocal ? sourceOf(book, { ...one, timeZone }) : source
      const made = rows(its, one)
      const serials = new Set(book.stations.life(stationId).flatMap(({ equipmentSerialNumber }) => equipmentSerialNumber ?? []))
      const about = [...made.about, [words('equipment_serial_number'), [...serials].join(', ')] as const]
      const own = { ...made, ...(table.paper === 'by-station' && { about }), ...(isLocal && { clock: its.clock }) }
      yield { ...own, title, rows: counted(own.rows), ...(own.pieces && { pieces: counted(own.pieces) }) }
    }
  }

  const isByStation = request.format === 'pdf' ? table.paper === 'by-station' : request.sheets === 'station'
  const ofStations = isByStation ? ofEachStation(source, request) : null
  const whole: Table = {
    ...table,
    rows: counted(table.rows),
    ...(table.pieces && { pieces: counted(table.pieces) }),
    ...(table.blocks && { blocks: countedBlocks(table.blocks) }),
    ...(ofStations ? { apart: apart(ofStations) } : {}),
    about: [...table.about, [words('time_zone'), clock.timeZone], [words('made'), clock.wall(nowMs)], [words('book'), bookInFiles(book)]],
  }
  const replaced: string[] = []
  const how = { ...request, onReplaced: (character: string) => void replaced.push(character) }
  const bytes = await writeWhole(file, write(whole, clock, how), options.signal, { isPlain: isPersonal !== true })
  options.onProgress?.(written, table.expected)
  return { rows: written, bytes, replaced }
}
