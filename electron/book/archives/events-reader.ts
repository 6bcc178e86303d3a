import type { Verbatim } from '../../contract/records.ts'
import type { Context } from '../context.ts'
import { shown } from './event-content.ts'
import { eventScopesIn, type EventFilter, type EventMessage, type EventScope } from './event-filter.ts'
import { BUCKET_MS, eventRanksIn, type Stretch } from './event-ranks.ts'
import { answersFor } from '../file/version.ts'
import { isObject, parseStored } from '../file/stored.ts'

/** An event as it is listed. `code`.. are entries as text, null where the event has none; `entries` are all, verbatim. */
export interface EventRow {
  /** Its identity: archive, time and content. Stable as long as the book is. */
  id: string
  equipmentId: number
  archiveType: string
  atMs: number
  code: string | null
  codeDescription: string | null
  valCode: string | null
  izm: string | null
  entries: Record<string, Verbatim>
}

export interface EventQuery extends EventFilter {
  /** The newest first. */
  desc?: boolean
  offset?: number
  limit?: number
}

/** How often a device said a message, and when last. */
export interface MessagePlace {
  equipmentId: number
  events: number
  lastMs: number
}

interface Prepared {
  scope: EventScope
  stretches: Stretch[]
  total: number
}

/** Filters whose counts are kept for the next page. */
const KEPT = 8

/** What reads `event`. */
export function eventsReaderIn(book: Context) {
  const { db, statement, version } = book
  const scopeOf = eventScopesIn(book)
  const ranks = eventRanksIn(book)
  const answered = answersFor<Prepared>(version, KEPT)
  const buckets = db
    .prepare<{ series: string; from: number; to: number }, [number, number]>(
      `SELECT bucket, sum(events) FROM event_bucket WHERE series_id IN (SELECT value FROM json_each(@series))
         AND bucket BETWEEN @from AND @to GROUP BY bucket ORDER BY bucket`,
    )
    .raw()

  function prepare(filter: EventFilter): Prepared {
    const { equipmentIds, archiveTypes, fromMs, toMs, text, codes, messages } = filter
    const question = JSON.stringify([equipmentIds, archiveTypes, fromMs, toMs, text, codes, messages])
    return answered(question, () => count(filter))
  }

  function count(filter: EventFilter): Prepared {
    const scope = scopeOf(filter)
    const fromMs = filter.fromMs ?? Number.MIN_SAFE_INTEGER
    const endMs = (filter.toMs ?? Number.MAX_SAFE_INTEGER - 1) + 1
    const series = JSON.stringify([...scope.series.keys()])
    const rows = buckets.all({ series, from: Math.floor(fromMs / BUCKET_MS), to: Math.floor((endMs - 1) / BUCKET_MS) })
    const stretches = rows
      .map(([bucket, events]): Stretch => {
        const whole = { fromMs: bucket * BUCKET_MS, toMs: (bucket + 1) * BUCKET_MS, events }
        const cut = { fromMs: Math.max(whole.fromMs, fromMs), toMs: Math.min(whole.toMs, endMs) }
        if (scope.condition === '' && cut.fromMs === whole.fromMs && cut.toMs === whole.toMs) return whole
        return { ...cut, events: ranks.count(scope, cut.fromMs, cut.toMs) }
      })
      .filter(({ events }) => events > 0)
    return { scope, stretches, total: stretches.reduce((sum, { events }) => sum + events, 0) }
  }

  function read(scope: EventScope, stretch: Stretch, desc: boolean, skip: number, limit: number): EventRow[] {
    const direction = desc ? 'DESC' : 'ASC'
    const one = scope.series.size === 1
    const order = one
      ? `at_ms ${direction}, content_id ${direction}`
      : `at_ms ${direction}, series_id ${direction}, content_id ${direction}`
    const rows = statement<[number, number, number, string]>(
      `SELECT k.series_id, k.at_ms, k.content_id, c.entries FROM (
         SELECT e.series_id, e.at_ms, e.content_id FROM event e
         WHERE e.series_id ${one ? '= @series' : 'IN (SELECT value FROM json_each(@series))'}
           AND e.at_ms >= @fromMs AND e.at_ms < @toMs ${scope.condition}
         ORDER BY ${order} LIMIT @limit OFFSET @skip
       ) k JOIN event_content c ON c.id = k.content_id ORDER BY ${order}`,
      'raw',
    ).all({
      ...scope.values,
      series: one ? ([...scope.series.keys()][0] ?? 0) : JSON.stringify([...scope.series.keys()]),
      fromMs: stretch.fromMs,
      toMs: stretch.toMs,
      skip,
      limit,
    })
    return rows.map(([seriesId, atMs, contentId, json]) => {
      const entries = parseStored<Record<string, Verbatim>>(json, 'event_content', isObject)
      const series = scope.series.get(seriesId)
      return {
        id: `${seriesId}.${atMs}.${contentId}`,
        equipmentId: series?.equipmentId ?? 0,
        archiveType: series?.archiveType ?? '',
        atMs,
        code: shown(entries.Code),
        codeDescription: shown(entries.CodeDescription),
        valCode: shown(entries.ValCode),
        izm: shown(entries.Izm),
        entries,
      }
    })
  }

  return {
    /** A window of the events that pass, by time, and how many pass. Any window of a long log costs about the same. */
    query({ desc = false, offset = 0, limit = 100, ...filter }: EventQuery): { total: number; rows: EventRow[] } {
      const { scope, stretches, total } = prepare(filter)
      const rows: EventRow[] = []
      for (const { stretch, skip } of ranks.from(scope, stretches, offset, desc)) {
        if (rows.length >= limit) break
        rows.push(...read(scope, stretch, desc, skip, limit - rows.length))
      }
      return { total, rows }
    },

    count: (filter: EventFilter): number => prepare(filter).total,

    /** At which offset of the window the first event at or after a moment is (`desc`: at or before it). */
    offsetAt(filter: EventFilter, atMs: number, desc = false): number {
      const { scope, stretches, total } = prepare(filter)
      return desc ? total - ranks.rank(scope, stretches, atMs + 1) : ranks.rank(scope, stretches, atMs)
    },

    /** Every event that passes, by time. The book can be written meanwhile. */
    *iterate(filter: EventFilter, desc = false): Generator<EventRow> {
      const { scope, stretches } = prepare(filter)
      for (const { stretch } of ranks.from(scope, stretches, 0, desc)) yield* read(scope, stretch, desc, 0, -1)
    },

    /** How many events pass in each of `buckets` equal parts of a time (`toMs` included), by archive type. */
    density(filter: EventFilter & { fromMs: number; toMs: number }, parts: number): Record<string, number[]> {
      const { scope } = prepare(filter)
      const width = (filter.toMs + 1 - filter.fromMs) / parts
      const byArchive: Record<string, number[]> = {}
      for (const series of scope.series.values()) {
        const counts = (byArchive[series.archiveType] ??= new Array<number>(parts).fill(0))
        const alone = { ...scope, series: new Map([[series.id, series]]) }
        for (let part = 0; part < parts; part++) {
          const fromMs = Math.ceil(filter.fromMs + part * width)
          const toMs = Math.ceil(filter.fromMs + (part + 1) * width)
          counts[part] = (counts[part] ?? 0) + ranks.count(alone, fromMs, toMs)
        }
      }
      return byArchive
    },

    /** The codes that pass, with how often; the most frequent first. */
    codes(filter: EventFilter): { code: string | null; description: string | null; events: number }[] {
      const { scope } = prepare(filter)
      const ofSeries = 'series_id IN (SELECT value FROM json_each(@series))'
      // Every event of a series is counted by code already; only a time or contents make a count of them necessary.
      const counted =
        scope.condition === '' && filter.fromMs === undefined && filter.toMs === undefined
          ? `SELECT text_id, events FROM event_code WHERE ${ofSeries}`
          : `SELECT c.text_id, n AS events FROM (
               SELECT e.content_id, count(*) AS n FROM event e
               WHERE e.${ofSeries} AND e.at_ms BETWEEN @fromMs AND @toMs ${scope.condition} GROUP BY e.content_id
             ) k JOIN event_content c ON c.id = k.content_id`
      const rows = statement<[string | null, string | null, number]>(
        `SELECT t.code, t.description, sum(events) FROM (${counted}) k JOIN event_text t ON t.id = k.text_id
         GROUP BY t.id ORDER BY 3 DESC, 1, 2`,
        'raw',
      ).all({
        ...scope.values,
        series: JSON.stringify([...scope.series.keys()]),
        fromMs: filter.fromMs ?? Number.MIN_SAFE_INTEGER,
        toMs: filter.toMs ?? Number.MAX_SAFE_INTEGER,
      })
      return rows.map(([code, description, events]) => ({ code, description, events }))
    },

    /** The devices whose logs have a message, the most recent first. */
    places(message: EventMessage, { limit = 100, ...only }: PlacesQuery = {}): MessagePlace[] {
      return statement<MessagePlace>(
        `SELECT s.equipment_id AS equipmentId, sum(k.events) AS events, max(k.last_ms) AS lastMs
         FROM event_text t JOIN event_code k ON k.text_id = t.id JOIN series s ON s.id = k.series_id
         WHERE t.code IS @code AND t.description IS @description
           AND (@archiveType IS NULL OR s.archive_type = @archiveType)
           AND (@except IS NULL OR s.equipment_id <> @except)
           AND (@type IS NULL OR s.equipment_id IN (SELECT equipment_id FROM station WHERE equipment_type_id = @type))
         GROUP BY s.equipment_id ORDER BY lastMs DESC, equipmentId LIMIT @limit`,
      ).all({
        code: message.code,
        description: message.description,
        archiveType: message.archiveType,
        limit,
        except: only.exceptEquipmentId ?? null,
        type: only.equipmentTypeId ?? null,
      })
    },
  }
}

export interface PlacesQuery {
  exceptEquipmentId?: number
  /** Devices of this type only: they mean the same by a code without a description. */
  equipmentTypeId?: number
  limit?: number
}
