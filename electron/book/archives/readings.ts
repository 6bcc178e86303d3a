import type { Reading } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { arrivalsIn } from '../digest/arrivals.ts'
import { correctionsIn } from './corrections.ts'
import type { ReadingKey } from './reading-key.ts'
import { readingsReaderIn } from './readings-reader.ts'
import { encodeRecord, unknownChannels } from './reading-record.ts'
import { recordMinutesIn } from './record-minutes.ts'
import { importedReadingsIn } from '../imports/imported-readings.ts'

/** How many records of a page were new, changed by the service since the last download, or unchanged. */
export interface PutResult {
  added: number
  changed: number
  same: number
}

/** Who brings records: an answer of the service, or a file by cable. */
type From = 'service' | 'file'

/** Rows per INSERT. It takes a third less CPU time than one row per statement; larger batches gain nothing. */
const ROWS = 40

/** Writes `reading`. The queries are in readings-reader.ts. */
export function readingsIn(book: Context) {
  const { db, atOnce, series, changed, stationDevices } = book
  const write = (rows: number) =>
    db.prepare<[(number | string)[]]>(`
      INSERT INTO reading (series_id, at_ms, record) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}
      ON CONFLICT (series_id, at_ms) DO UPDATE SET record = excluded.record WHERE record <> excluded.record`)
  const writeOne = write(1)
  const writeMany = write(ROWS)
  const any = db
    .prepare<[number, number, number], number>('SELECT 1 FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ? LIMIT 1')
    .pluck()
  const count = db
    .prepare<[number, number, number], number>('SELECT count(*) FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?')
    .pluck()

  const minutes = recordMinutesIn(book)
  const corrections = correctionsIn(book)
  const imported = importedReadingsIn(book)
  const arrivals = arrivalsIn(book)

  function put(key: ReadingKey, records: readonly Reading[], from: From): PutResult {
    const id = series.idOf(key)
    const { firstMs, lastMs, ordered } = timesOf(records)
    // An upsert does not tell an insert from an update. If the page's time range was empty and no time repeats, every
    // written row is new; otherwise the rows of that range are counted before and after.
    const fresh = ordered && any.get(id, firstMs, lastMs) === undefined
    const before = fresh ? 0 : (count.get(id, firstMs, lastMs) ?? 0)
    // What a file brings is no late answer of the service.
    const asked = from === 'file' ? null : arrivals.askedBefore(id, { fromMs: firstMs, toMs: lastMs })
    const inAsked = asked && !fresh ? (count.get(id, asked.fromMs, asked.toMs) ?? 0) : 0
    const minutesBefore = minutes.before(key, id, { firstMs, lastMs, fresh })
    const taken = fresh ? 0 : imported.give(key, id, records, { firstMs, lastMs })
    let channels = series.ownChannels(id)
    let written = 0
    let cells: (number | string)[] = []
    for (const { atMs, values } of records) {
      let record = encodeRecord(values, channels)
      if (record === null) {
        for (const name of unknownChannels(values, channels)) channels = series.addChannel(id, name)
        record = encodeRecord(values, channels)
      }
      cells.push(id, atMs, record as string)
      if (cells.length < 3 * ROWS) continue
      written += writeMany.run(cells).changes
      cells = []
    }
    for (let at = 0; at < cells.length; at += 3) written += writeOne.run(cells.slice(at, at + 3)).changes
    const added = fresh ? written : (count.get(id, firstMs, lastMs) ?? 0) - before
    if (added > 0) {
      const late = asked ? (count.get(id, asked.fromMs, asked.toMs) ?? 0) - inAsked : 0
      if (asked && late > 0) arrivals.note('late', key.equipmentId, { ...asked, records: late }, key)
      series.count(id, added, firstMs, lastMs)
      if (minutesBefore) minutes.add(id, records, minutesBefore)
    }
    if (taken > 0) corrections.noteSources(key.archiveType, { fromMs: firstMs, toMs: lastMs })
    // That the service says otherwise than a file is no correction of its own.
    if (written > added + taken) {
      corrections.note(key.archiveType, { fromMs: firstMs, toMs: lastMs })
      arrivals.note('corrected', key.equipmentId, { fromMs: firstMs, toMs: lastMs, records: written - added - taken }, key)
    }
    if (written > 0) {
      changed.note('readings', key.equipmentId, { fromMs: firstMs, toMs: lastMs })
      stationDevices.wrote(key.equipmentId)
    }
    return { added, changed: written - added, same: records.length - written }
  }

  return {
    /**
     * Inserts records and replaces those of the same time whose values differ. Writing a page twice changes nothing.
     * Records may be in any order and have any channels.
     */
    put: (key: ReadingKey, records: readonly Reading[], from: From = 'service'): PutResult =>
      records.length === 0 ? { added: 0, changed: 0, same: 0 } : atOnce(() => put(key, records, from)),
    ...readingsReaderIn(book),
  }
}

function timesOf(records: readonly Reading[]): { firstMs: number; lastMs: number; ordered: boolean } {
  let firstMs = Number.POSITIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  let up = true
  let down = true
  let previous: number | undefined
  for (const { atMs } of records) {
    if (previous !== undefined) {
      if (atMs <= previous) up = false
      if (atMs >= previous) down = false
    }
    previous = atMs
    if (atMs < firstMs) firstMs = atMs
    if (atMs > lastMs) lastMs = atMs
  }
  return { firstMs, lastMs, ordered: up || down }
}
