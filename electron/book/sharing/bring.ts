import { SESSIONS_ARCHIVE } from '../../contract/records.ts'
import { eventCountsIn } from '../archives/event-counts.ts'
import { fromCell } from '../file/layout.ts'
import { fold } from '../search/text.ts'
import { mergeDirectory, unlistStations } from './merge-directory.ts'
import { coverageMergerIn, extendCalendar } from './merge-coverage.ts'
import { eventsMergerIn, mapContents } from './merge-events.ts'
import { mergeKeptTwice } from './keep-twice.ts'
import { mergeMarks, mergeNotes, mergeRejected } from './merge-notes.ts'
import { readingsMergerIn } from './merge-readings.ts'
import { importsMergerIn } from './merge-imports.ts'
import { mapSeries } from './series-map.ts'
import { mergeSessions } from './merge-sessions.ts'
import { mergeSettings } from './merge-settings.ts'
import type { Transfer } from './transfer.ts'

/**
 * Brings all that the temporary views describe from the attached book into the own one, inside the transaction that is
 * open. What was computed of the records (findings, health, consumption) is not taken: what changed is noted, and computed again.
 */
export function bringAll(transfer: Transfer): void {
  const { db, book } = transfer
  db.pragma('defer_foreign_keys = ON')
  const directory = mergeDirectory(transfer)
  unlistStations(transfer)
  const series = mapSeries(transfer)
  const [mergeReadings, mergeCoverage] = [readingsMergerIn(transfer), coverageMergerIn(transfer)]
  const imports = importsMergerIn(transfer)
  for (const one of series) {
    if (one.kind !== 'readings') continue
    imports.before(one)
    mergeReadings(one)
    imports.after(one)
  }
  mapContents(transfer)
  imports.beforeEvents()
  const mergeEvents = eventsMergerIn(transfer)
  for (const one of series) if (one.kind === 'events') mergeEvents(one)
  imports.afterEvents()
  eventCountsIn(db).recountAll()
  const units = mergeSessions(transfer)
  mergeSettings(transfer)
  for (const one of series) mergeCoverage(one)
  const told = new Set(series.map(({ telemetryId }) => telemetryId))
  for (const telemetryId of units) {
    const key = { telemetryId, archiveType: SESSIONS_ARCHIVE } as const
    const ownId = book.series.find(key)
    // Sessions come also where the other book says nothing of their days.
    if (ownId !== undefined && !told.has(telemetryId))
      mergeCoverage({ ...key, ownId, otherId: null, equipmentId: null, view: 'general', fromDay: 0, toDay: 0 })
  }
  extendCalendar(transfer)
  // Whatever came may tell when a device was exchanged: what a station had, and what it has of it.
  book.stationDevices.settle(db.prepare<[], number>('SELECT id FROM temp.chosen').pluck().all())
  mergeNotes(transfer)
  mergeMarks(transfer)
  mergeRejected(transfer)
  mergeKeptTwice(transfer)
  imports.end()
  const hasNotes = db.prepare('SELECT 1 FROM temp.src_note LIMIT 1').get() !== undefined
  if (directory === 0 && !hasNotes) return
  for (const id of db.prepare<[], number>('SELECT id FROM temp.chosen').pluck().all()) book.stationText.refresh(id)
  foldConsumers(transfer)
}

/** A tax number that one book lacked is found by search from now on, at the consumer and its stations. */
function foldConsumers({ db, book }: Transfer): void {
  const consumers = db
    .prepare<[], [id: number, name: unknown, inn: unknown]>(
      'SELECT id, name, inn FROM main.consumer WHERE id IN (SELECT id FROM temp.src_consumer)',
    )
    .raw()
  const set = db.prepare<[string, number, string]>('UPDATE main.consumer SET folded = ? WHERE id = ? AND folded <> ?')
  for (const [id, name, inn] of consumers.all()) {
    const folded = [name, inn].map((cell) => fold(fromCell(cell))).join('\n')
    set.run(folded, id, folded)
    book.stationText.refreshOfConsumer(id)
  }
}
