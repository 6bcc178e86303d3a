import { deflateRawSync } from 'node:zlib'
import {
  fileAsBook,
  MOST_DIFFERENCES,
  ownDeviceOf,
  type FileEvents,
  type FileReadings,
  type ImportDifference,
  type Imported,
  type ImportedArchive,
} from '../../contract/import-words.ts'
import { isInDeviceTime } from '../../contract/device-time.ts'
import { eventContentIn } from '../archives/event-content.ts'
import { eventsIn } from '../archives/events.ts'
import { readingsIn } from '../archives/readings.ts'
import type { Context } from '../context.ts'
import { keeperIn } from '../sharing/keep-twice.ts'
import { comparedEvents, comparedReadings, spanOf } from './compare.ts'

/** A file that was read, and what is in it. */
export interface FileAsked {
  stationId: number
  /** Of which type the station's device is, where the service names none. */
  equipmentTypeId: number | null
  name: string
  sha256: string
  content: Uint8Array
  /** JSON: how it was read. */
  map: string
  author: string
  readings: readonly FileReadings[]
  events: readonly FileEvents[]
  /** Counts and compares only. */
  isDryRun: boolean
}

/**
 * Puts what a file has into the book, in the transaction that is open: each record goes to the device that the station had at
 * its time. What the book lacks is added and its source noted; what it has otherwise is kept twice. Whatever the service says stays.
 */
export function putFile(book: Context, asked: FileAsked): Imported {
  const { stationId, isDryRun, sha256 } = asked
  const { db, stationDevices, now, changed } = book
  const [readings, events, contents] = [readingsIn(book), eventsIn(book), eventContentIn(book)]
  const keep = keeperIn({ db, bookId: fileAsBook(sha256), nowMs: now() })
  const sourceOfReading = db.prepare<[number, number, number]>('INSERT INTO reading_source VALUES (?, ?, ?)')
  const sourceOfEvent = db.prepare<[number, number, number, number]>('INSERT INTO event_source VALUES (?, ?, ?, ?)')
  const [compareReadings, compareEvents] = [comparedReadings(book), comparedEvents(book)]
  const isNewDevice = stationDevices.of(stationId).length === 0
  if (isNewDevice && !isDryRun) giveDevice(book, asked)
  const devices = stationDevices.of(stationId)
  // Its type may be said with a later file.
  const own = devices.find(({ equipmentId }) => equipmentId === ownDeviceOf(stationId))
  if (own?.equipmentTypeId === null && asked.equipmentTypeId !== null && !isDryRun) giveDevice(book, asked)
  const deviceAt = (atMs: number): number =>
    (devices.find(({ time }) => isInDeviceTime(atMs, time)) ?? devices.at(-1))?.equipmentId ?? ownDeviceOf(stationId)
  const deviceOf = (named: number | null) => (named === null ? deviceAt : () => named)
  const differences: ImportDifference[] = []
  const archives: ImportedArchive[] = []
  let fileId: number | null = null
  const keepFile = (): number => (fileId ??= writeFile(book, asked))

  for (const { archiveType, view, records, tolerances, equipmentId: named } of asked.readings)
    for (const [equipmentId, some] of byDevice(records, deviceOf(named))) {
      const key = { equipmentId, archiveType, view }
      const { fresh, same, twice } = compareReadings(key, some, tolerances)
      for (const { atMs, found } of twice)
        for (const one of found) if (differences.length < MOST_DIFFERENCES) differences.push({ archiveType, view, atMs, ...one })
      archives.push({ archiveType, view, equipmentId, ...spanOf(some), added: fresh.length, same, twice: twice.length })
      if (isDryRun || fresh.length + twice.length === 0) continue
      const file = keepFile()
      readings.put(key, fresh, 'file')
      const seriesId = book.series.idOf(key)
      for (const { atMs } of fresh) sourceOfReading.run(seriesId, atMs, file)
      for (const { atMs, values } of twice) keep.reading(key, atMs, values)
      if (twice.length > 0) changed.note('readings', equipmentId, spanOf(twice))
    }
  for (const { archiveType, events: list, equipmentId: named } of asked.events)
    for (const [equipmentId, some] of byDevice(list, deviceOf(named))) {
      const key = { equipmentId, archiveType }
      const { fresh, same } = compareEvents(key, some)
      archives.push({ archiveType, view: null, equipmentId, ...spanOf(some), added: fresh.length, same, twice: 0 })
      if (isDryRun || fresh.length === 0) continue
      const file = keepFile()
      events.add(key, fresh)
      const seriesId = book.series.idOf(key)
      for (const { atMs, entries } of fresh) sourceOfEvent.run(seriesId, atMs, contents.of(entries).id, file)
    }
  return { archives, differences, isDryRun, sha256, isNewDevice }
}

/** Records by the device that they are of, in the order of the file. */
function byDevice<T extends { atMs: number }>(records: readonly T[], deviceAt: (atMs: number) => number): Map<number, T[]> {
  return Map.groupBy(records, ({ atMs }) => deviceAt(atMs))
}

function giveDevice({ stationDevices, now }: Context, { stationId, equipmentTypeId }: FileAsked): void {
  const said = { stationId, equipmentId: ownDeviceOf(stationId), equipmentTypeId, equipmentSerialNumber: null, fromMs: null, toMs: null }
  stationDevices.give(said, now())
}

/** Keeps the file itself. Returns its id in this book. */
function writeFile({ db, now }: Context, { stationId, name, sha256, content, map, author, readings }: FileAsked): number {
  db.prepare('INSERT INTO import_content VALUES (?, ?) ON CONFLICT DO NOTHING').run(sha256, deflateRawSync(content))
  const tolerances = Object.fromEntries(readings.flatMap((one) => Object.entries(one.tolerances)))
  const write = db
    .prepare<[string, number, string, number, string, string, string, number], number>(
      `INSERT INTO import_file (sha256, station_id, name, bytes, map, tolerances, author, imported_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (station_id, sha256) DO UPDATE SET map = excluded.map,
         tolerances = json_patch(tolerances, excluded.tolerances), imported_at_ms = excluded.imported_at_ms RETURNING id`,
    )
    .pluck()
  const id = write.get(sha256, stationId, name, content.byteLength, map, JSON.stringify(tolerances), author, now())
  if (id === undefined) throw new Error('A file was not added')
  return id
}
