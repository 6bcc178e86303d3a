import type { DeviceEvent } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { arrivalsIn, CHANGES_ARCHIVE } from '../digest/arrivals.ts'
import { deviceEventsIn } from './device-events.ts'
import { eventContentIn } from './event-content.ts'
import { ALL_SERIES, BUCKET_MS } from './event-buckets.ts'
import { eventsReaderIn } from './events-reader.ts'
import { packedEventsIn } from './packed-events.ts'
import { packedReaderIn } from './packed-reader.ts'

/** One event archive of a device. */
export interface EventKey {
  equipmentId: number
  archiveType: string
}

/** All SQL that writes `event` and its counts. The service gives events no id: device, archive, time and content identify one. */
export function eventsIn(book: Context) {
  const { db, atOnce, series, changed } = book
  const content = eventContentIn(book)
  const arrivals = arrivalsIn(book)
  const write = db.prepare<[number, number, number]>(
    'INSERT INTO event (series_id, at_ms, content_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const countBucket = db.prepare<[number, number, number]>(`
    INSERT INTO event_bucket (series_id, bucket, events) VALUES (?, ?, ?)
    ON CONFLICT (series_id, bucket) DO UPDATE SET events = events + excluded.events`)
  const countCode = db.prepare<[number, number, number, number, number]>(`
    INSERT INTO event_code (text_id, series_id, events, first_ms, last_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (text_id, series_id) DO UPDATE SET events = events + excluded.events,
      first_ms = min(first_ms, excluded.first_ms), last_ms = max(last_ms, excluded.last_ms)`)

  function add(key: EventKey, records: readonly DeviceEvent[]): number {
    const id = series.idOf(key)
    const buckets = new Map<number, Count>()
    const codes = new Map<number, Count>()
    const all = { events: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }
    for (const { atMs, entries } of records) {
      const { id: contentId, textId } = content.of(entries)
      if (write.run(id, atMs, contentId).changes === 0) continue
      note(all, atMs)
      note(countOf(buckets, Math.floor(atMs / BUCKET_MS)), atMs)
      note(countOf(codes, textId), atMs)
    }
    for (const [bucket, { events }] of buckets) {
      countBucket.run(id, bucket, events)
      countBucket.run(ALL_SERIES, bucket, events)
    }
    for (const [textId, { events, firstMs, lastMs }] of codes) countCode.run(textId, id, events, firstMs, lastMs)
    if (all.events > 0) {
      if (key.archiveType === CHANGES_ARCHIVE) arrivals.noteChanges(key.equipmentId, id, all)
      series.count(id, all.events, all.firstMs, all.lastMs)
      changed.note('events', key.equipmentId, { fromMs: all.firstMs, toMs: all.lastMs })
    }
    return all.events
  }

  return {
    /** Adds what is new and returns how many that was. Two events of one millisecond are both kept; a page read twice adds none. */
    add: (key: EventKey, records: readonly DeviceEvent[]): number => atOnce(() => add(key, records)),
    ...eventsReaderIn(book),
    /** The events as columns in memory; see packed-events.ts. */
    pack: packedEventsIn(book),
    ...packedReaderIn(book),
    ...deviceEventsIn(book),
  }
}

/** Events counted, with the first and the last time of them. */
interface Count {
  events: number
  firstMs: number
  lastMs: number
}

function note(count: Count, atMs: number): void {
  count.events++
  if (atMs < count.firstMs) count.firstMs = atMs
  if (atMs > count.lastMs) count.lastMs = atMs
}

function countOf(counts: Map<number, Count>, name: number): Count {
  let count = counts.get(name)
  if (!count) counts.set(name, (count = { events: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }))
  return count
}
