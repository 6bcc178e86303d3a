import { importSource } from '../../contract/import-words.ts'
import { parseStored } from '../file/stored.ts'
import { correctionsIn } from '../archives/corrections.ts'
import type { Context } from '../context.ts'
import { parseRecord } from '../archives/reading-record.ts'
import type { ReadingView, Verbatim } from '../../contract/records.ts'
import { dayNumberAt } from '../../contract/time/day.ts'
import { LAKE_TABLES, type LakeTable } from './tables.ts'
import { monthSpan, partitionsIn, type FetchedRun, type LakePartition, type LakeSeries } from './partitions.ts'

export type { LakePartition } from './partitions.ts'
export type { LakeKind, LakeTable } from './tables.ts'

/** A value as the public views show it. */
export type ViewValue = string | number | null

/** The values of one channel of one device in one month, in order of time. */
export interface LakeReadings {
  equipmentId: number
  view: ReadingView
  channel: string
  atMs: number[]
  values: ViewValue[]
  /** When the record's day was fetched last; null where that is not known. */
  fetchedAtMs: (number | null)[]
  /** The file that the record is of, as `v_reading.source` calls it; null: the service. */
  sources: (string | null)[]
}

export interface LakeEvent {
  equipmentId: number
  atMs: number
  content: LakeContent
  fetchedAtMs: number | null
  /** As in the view. */
  source: string | null
}
/** What an event says: shared by all events that say the same. */
export interface LakeContent {
  code: ViewValue
  description: ViewValue
  valCode: ViewValue
  izm: ViewValue
  entries: string
}

/** Rows that are read at once: a few milliseconds. */
const STEP = 2000
/** Distinct contents of events that are kept at hand. */
const CONTENTS = 20_000

/** Reads a book for a lake: in order, in parts, so that it can be written meanwhile. Yields null where nothing came of a part. */
export function lakeIn(book: Context) {
  const { db, statement, series: channelsOf } = book
  const partitions = partitionsIn(book, correctionsIn(book).all)
  const readings = db
    .prepare<[number, number, number, number], [number, string]>(
      'SELECT at_ms, record FROM reading WHERE series_id = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms LIMIT ?',
    )
    .raw()
  const events = db
    .prepare<[number, number, number, number, number], [number, number]>(
      `SELECT at_ms, content_id FROM event WHERE series_id = ? AND (at_ms, content_id) > (?, ?) AND at_ms < ?
       ORDER BY at_ms, content_id LIMIT ?`,
    )
    .raw()
  const content = db.prepare<[number], LakeContent>(`
    SELECT json_extract(entries, '$.Code') AS code, json_extract(entries, '$.CodeDescription') AS description,
      json_extract(entries, '$.ValCode') AS valCode, json_extract(entries, '$.Izm') AS izm, entries
    FROM event_content WHERE id = ?`)

  const sourced = (table: string, key: string) =>
    db.prepare<[number, number, number], { key: string; name: string; sha256: string }>(
      `SELECT ${key} AS key, f.name, f.sha256 FROM ${table} o JOIN import_file f ON f.id = o.file_id
         WHERE o.series_id = ? AND o.at_ms >= ? AND o.at_ms < ?`,
    )
  const readingSources = sourced('reading_source', 'CAST(o.at_ms AS TEXT)')
  const eventSources = sourced('event_source', "o.at_ms || ' ' || o.content_id")

  function* readingsOf(series: LakeSeries, month: string): Generator<LakeReadings | null> {
    const { fromMs, endMs } = monthSpan(month)
    const fetchedAt = fetchedIn(partitions.runs(series.id))
    const channels = channelsOf.channels(series.id)
    const sources = sourcesIn(readingSources.all(series.id, fromMs, endMs))
    const all = new Map<string, LakeReadings>()
    for (let from = fromMs; ;) {
      const step = readings.all(series.id, from, endMs, STEP)
      for (const [atMs, record] of step) {
        const fetchedAtMs = fetchedAt(atMs)
        const source = sources.size > 0 ? (sources.get(String(atMs)) ?? null) : null
        for (const [position, value] of Object.entries(parseRecord(record))) {
          const channel = channels[Number(position)]
          if (channel === undefined) continue
          let one = all.get(channel)
          if (!one) {
            const { equipmentId, view } = series
            all.set(channel, (one = { equipmentId, view, channel, atMs: [], values: [], fetchedAtMs: [], sources: [] }))
          }
          one.atMs.push(atMs)
          one.values.push(asShown(value))
          one.fetchedAtMs.push(fetchedAtMs)
          one.sources.push(source)
        }
      }
      const last = step.at(-1)
      if (!last || step.length < STEP) break
      from = last[0] + 1
      yield null
    }
    for (const channel of [...all.keys()].toSorted()) yield all.get(channel) as LakeReadings
  }

  function* eventsOf(series: LakeSeries, month: string, contentOf: (id: number) => LakeContent): Generator<LakeEvent | null> {
    const { fromMs, endMs } = monthSpan(month)
    const fetchedAt = fetchedIn(partitions.runs(series.id))
    const sources = sourcesIn(eventSources.all(series.id, fromMs, endMs))
    for (let [from, id] = [fromMs - 1, Number.MAX_SAFE_INTEGER]; ;) {
      const step = events.all(series.id, from, id, endMs, STEP)
      for (const [atMs, contentId] of step) {
        const source = sources.size > 0 ? (sources.get(`${atMs} ${contentId}`) ?? null) : null
        yield { equipmentId: series.equipmentId, atMs, content: contentOf(contentId), fetchedAtMs: fetchedAt(atMs), source }
      }
      const last = step.at(-1)
      if (!last || step.length < STEP) return
      ;[from, id] = last
      yield null
    }
  }

  /** The series that a partition may have records of. */
  const seriesIn = ({ archiveType }: LakePartition) => partitions.series().filter((series) => series.archiveType === archiveType)

  return {
    tables: LAKE_TABLES,
    /** Fills `found` with all partitions, in order. */
    partitions: (found: LakePartition[]): Generator<void> => partitions.all(found),

    /** Rows of a table as its view shows them. */
    *rows(table: LakeTable): Generator<readonly ViewValue[] | null> {
      const keys = statement<ViewValue>(table.keys, 'pluck').all({})
      const some = statement<ViewValue[]>(table.rows('BETWEEN @from AND @to'), 'raw')
      for (let at = 0; at < keys.length;) {
        if (keys[at] === null) {
          yield* statement<ViewValue[]>(table.rows('IS NULL'), 'raw').all({})
          at++
          continue
        }
        const step = keys.slice(at, at + table.step)
        yield* some.all({ from: step[0], to: step.at(-1) })
        at += step.length
        yield null
      }
    },

    /** Records of a partition of readings: by device, view, channel and time. */
    *readings(partition: LakePartition): Generator<LakeReadings | null> {
      for (const series of seriesIn(partition)) {
        yield* readingsOf(series, partition.month)
        yield null
      }
    },

    /** Records of a partition of events: by device and time. */
    *events(partition: LakePartition): Generator<LakeEvent | null> {
      const contents = new Map<number, LakeContent>()
      const contentOf = (id: number): LakeContent => {
        let known = contents.get(id)
        if (known) return known
        known = content.get(id)
        if (!known) return parseStored<LakeContent>('', `event_content ${id}`)
        if (contents.size >= CONTENTS) contents.clear()
        contents.set(id, known)
        return known
      }
      for (const series of seriesIn(partition)) {
        yield* eventsOf(series, partition.month, contentOf)
        yield null
      }
    },
  }
}

const sourcesIn = (rows: readonly { key: string; name: string; sha256: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.key, importSource(row)]))

/** As `json_each` shows it: a boolean is 1 or 0, what is nested is its JSON. */
function asShown(value: Verbatim): ViewValue {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
}

/** When the day of a record was fetched; asked in order of time. */
function fetchedIn(runs: readonly FetchedRun[]): (atMs: number) => number | null {
  let at = 0
  return (atMs) => {
    const day = dayNumberAt(atMs)
    while (at < runs.length && (runs[at]?.[1] ?? 0) < day) at++
    const run = runs[at]
    return run && run[0] <= day ? run[3] : null
  }
}
