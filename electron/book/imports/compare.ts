import { recordPeriod } from '../../contract/archives.ts'
import type { DeviceEvent, Reading } from '../../contract/records.ts'
import { MINUTE_MS } from '../../contract/time/units.ts'
import type { EventKey } from '../archives/events.ts'
import { saidIn } from '../archives/event-rows.ts'
import { decodeRecord, type Values } from '../archives/reading-record.ts'
import type { ReadingKey } from '../archives/reading-key.ts'
import type { Context } from '../context.ts'
import { textOf } from '../search/text.ts'
import { disagreements, type Disagreement } from './agree.ts'

/** A record of a file beside the book's of the same time. */
interface Twice extends Reading {
  found: readonly Disagreement[]
}

export interface ComparedReadings {
  fresh: Reading[]
  same: number
  twice: Twice[]
}

/**
 * Compares a file's readings with the book's. Files print no seconds: a record of hours, days or months at a full minute is the
 * book's of that minute.
 */
export function comparedReadings({ db, series }: Context) {
  const stored = db
    .prepare<[number, number, number], [number, string]>('SELECT at_ms, record FROM reading WHERE series_id = ? AND at_ms BETWEEN ? AND ?')
    .raw()

  return function compare(key: ReadingKey, records: readonly Reading[], tolerances: Readonly<Record<string, number>>): ComparedReadings {
    const id = series.find(key)
    const channels = id === undefined ? [] : series.channels(id)
    const { fromMs, toMs } = spanOf(records)
    const own = new Map<number, () => Values>()
    const ofMinute = new Map<number, number>()
    const byMinute = recordPeriod(key.archiveType) !== null
    for (const [atMs, record] of id === undefined ? [] : stored.all(id, fromMs, toMs + MINUTE_MS)) {
      own.set(atMs, () => decodeRecord(record, channels))
      if (byMinute) ofMinute.set(minuteOf(atMs), atMs)
    }
    const found: ComparedReadings = { fresh: [], same: 0, twice: [] }
    for (const { atMs, values } of records) {
      const at = own.has(atMs) || atMs % MINUTE_MS !== 0 ? atMs : (ofMinute.get(minuteOf(atMs)) ?? atMs)
      const there = own.get(at)
      if (!there) {
        found.fresh.push({ atMs, values })
        // A file may say a time twice.
        own.set(atMs, () => values)
        continue
      }
      const different = disagreements(values, there(), tolerances)
      if (different.length === 0) found.same++
      else found.twice.push({ atMs: at, values, found: different })
    }
    return found
  }
}

const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS)

const SECOND_MS = 1_000

/**
 * Compares a file's events with the log. One of the same second of which the log says all that the file says is the same
 * event: files leave out what the service adds. Any other is an event of its own.
 */
export function comparedEvents({ db, series }: Context) {
  const stored = db
    .prepare<[number, number, number], [number, string]>(
      `SELECT e.at_ms, c.entries FROM event e JOIN event_content c ON c.id = e.content_id
       WHERE e.series_id = ? AND e.at_ms BETWEEN ? AND ?`,
    )
    .raw()

  return function compare(key: EventKey, events: readonly DeviceEvent[]): { fresh: DeviceEvent[]; same: number } {
    const id = series.find(key)
    const { fromMs, toMs } = spanOf(events)
    const own = new Map<number, Values[]>()
    const add = (atMs: number, entries: Values) => {
      const second = Math.floor(atMs / SECOND_MS)
      const there = own.get(second)
      if (there) there.push(entries)
      else own.set(second, [entries])
    }
    for (const [atMs, entries] of id === undefined ? [] : stored.all(id, fromMs - SECOND_MS, toMs + SECOND_MS))
      add(atMs, saidIn(entries).entries)
    const fresh: DeviceEvent[] = []
    for (const event of events) {
      const there = own.get(Math.floor(event.atMs / SECOND_MS)) ?? []
      if (there.some((entries) => saysAll(entries, event.entries))) continue
      fresh.push(event)
      add(event.atMs, event.entries)
    }
    return { fresh, same: events.length - fresh.length }
  }
}

const saysAll = (own: Values, file: Values): boolean => Object.entries(file).every(([name, value]) => textOf(own[name]) === textOf(value))

/** From the first to the last of some records, one at least. */
export function spanOf(records: readonly { atMs: number }[]): { fromMs: number; toMs: number } {
  const span = { fromMs: Number.MAX_SAFE_INTEGER, toMs: Number.MIN_SAFE_INTEGER }
  for (const { atMs } of records) {
    span.fromMs = Math.min(span.fromMs, atMs)
    span.toMs = Math.max(span.toMs, atMs)
  }
  return span
}
