import type { Book, StationRow } from '../../book/index.ts'
import { isInDeviceTime } from '../../contract/device-time.ts'
import type { ImportedFile } from '../../contract/import-words.ts'
import { byUnits } from './canonical.ts'
import type { ContextRow } from './context-tables.ts'
import type { RecordChoice } from './records.ts'
import { isoTime } from './tables.ts'

/** The files that records of these stations are of, of those that the book inside names. */
export function filesOf(book: Book, inner: Book, stations: readonly Pick<StationRow, 'id'>[]): ImportedFile[] {
  const ids = stations.map(({ id }) => id)
  const named = new Set(inner.imports.files(ids).map(({ sha256, stationId }) => `${stationId} ${sha256}`))
  return book.imports
    .files(ids)
    .filter(({ sha256, stationId }) => named.has(`${stationId} ${sha256}`))
    .sort((a, b) => byUnits(a.sha256, b.sha256) || a.stationId - b.stationId)
}

/** A file, and how it was read. */
export const fileRow = (book: Book, { id, sha256, stationId, name, bytes, author, importedAtMs }: ImportedFile): ContextRow => [
  'imported_files',
  sha256,
  stationId,
  name,
  bytes,
  book.imports.mapOf(id),
  author,
  isoTime(importedAtMs),
]

/** Which records are a file's. */
export function* sourceRows(book: Book, devices: readonly StationRow[], choice: RecordChoice): Generator<ContextRow> {
  if (!book.imports.isAny()) return
  const { fromMs = -Number.MAX_SAFE_INTEGER, toMs = Number.MAX_SAFE_INTEGER } = choice
  for (const { equipmentId, time } of devices) {
    if (equipmentId === null) continue
    for (const { archiveType, view, atMs, sha256, entries } of book.imports.sources(equipmentId, { fromMs, toMs }))
      if (isInDeviceTime(atMs, time)) yield ['record_sources', equipmentId, archiveType, view, isoTime(atMs), sha256, entries]
  }
}
