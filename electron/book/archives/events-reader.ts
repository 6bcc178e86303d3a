import type { Context } from '../context.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { eventKeysIn, type EventKeys } from './event-keys.ts'
import { eventScopesIn, type EventScope } from './event-filter.ts'
import type { EventFilter, EventMessage } from './event-question.ts'
import { eventRanksIn, type Stretch } from './event-ranks.ts'
import { eventRowsIn, type EventRow } from './event-rows.ts'
import { answersFor } from '../file/version.ts'

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

/** How many filters keep their counts, for the next page. */
const KEPT = 8
/** Unix ms, before and after every event. */
const FIRST_MS = Number.MIN_SAFE_INTEGER
const LAST_MS = Number.MAX_SAFE_INTEGER - 1

/** Everything that reads `event`. */
export function eventsReaderIn(book: Context) {
  const { statement, versions } = book
  const scopeOf = eventScopesIn(book)
  const ranks = eventRanksIn(book)
  const answered = answersFor<Prepared>(versions.data, KEPT)
  const reader = eventRowsIn(book)
  const { read: readKeys, said, places: placesOfSeries } = eventKeysIn(book)

  function prepare(filter: EventFilter): Prepared {
    const { equipmentIds, logTimes, archiveTypes, fromMs, toMs, text, codes, messages } = filter
    const question = JSON.stringify([equipmentIds, logTimes, archiveTypes, fromMs, toMs, text, codes, messages])
    return answered(question, () => {
      const scope = scopeOf(filter)
      const stretches = ranks.stretches(scope, fromMs ?? FIRST_MS, (toMs ?? LAST_MS) + 1)
      return { scope, stretches, total: stretches.reduce((sum, { events }) => sum + events, 0) }
    })
  }

  /** How many events pass, by content. Counted here, because SQLite would sort them all to group them. */
  function countsByContent(filter: EventFilter): Map<number, number> {
    const { scope, stretches } = prepare(filter)
    const contents = statement<number>(
      `SELECT content_id FROM ${scope.source}
       WHERE at_ms >= @fromMs AND at_ms < @toMs ${scope.ofSeries} ${scope.ofContent}`,
      'pluck',
    )
    const counts = new Map<number, number>()
    for (const { fromMs, toMs } of stretches)
      for (const id of contents.all({ ...scope.values, fromMs, toMs })) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }

  return {
    /** How many events pass, and a window of them in order of time. Any window of a long log costs about the same. */
    query({ desc = false, offset = 0, limit = 100, ...filter }: EventQuery): { total: number; rows: EventRow[] } {
      const { scope, stretches, total } = prepare(filter)
      const { read } = reader()
      const rows: EventRow[] = []
      for (const { stretch, skip } of ranks.from(scope, stretches, offset, desc)) {
        if (rows.length >= limit) break
        rows.push(...read(scope, stretch, { desc, skip, limit: limit - rows.length }))
      }
      return { total, rows }
    },

    count: (filter: EventFilter): number => prepare(filter).total,

    /** The offset of the first event at or after a moment (`desc`: at or before it). */
    offsetAt(filter: EventFilter, atMs: number, desc = false): number {
      const { scope, stretches, total } = prepare(filter)
      return desc ? total - ranks.rank(scope, stretches, atMs + 1) : ranks.rank(scope, stretches, atMs)
    },

    /** Every event that passes, in order of time. The book can be written meanwhile. */
    *iterate(filter: EventFilter, desc = false): Generator<EventRow> {
      const { scope, stretches } = prepare(filter)
      const { read } = reader()
      for (const { stretch } of ranks.from(scope, stretches, 0, desc)) yield* read(scope, stretch, { desc, skip: 0, limit: -1 })
    },
    /**
     * Yields the same events as ids, a few thousand at a time; `said` and `placesOfSeries` say what the ids stand for.
     */
    *keys(filter: EventFilter, desc = false): Generator<EventKeys> {
      const { scope, stretches } = prepare(filter)
      for (const { stretch } of ranks.from(scope, stretches, 0, desc)) yield readKeys(scope, stretch, desc)
    },
    said,
    placesOfSeries,

    /** How many events pass in each of `parts` equal parts of a time (`toMs` included), by archive type. */
    density(filter: EventFilter & { fromMs: number; toMs: number }, parts: number): Record<string, number[]> {
      const { fromMs, toMs, archiveTypes = EVENT_ARCHIVES } = filter
      const width = (toMs + 1 - fromMs) / parts
      const edges = Array.from({ length: parts + 1 }, (_, part) => Math.ceil(fromMs + part * width))
      const byArchive: Record<string, number[]> = {}
      for (const archiveType of archiveTypes) {
        const scope = scopeOf({ ...filter, archiveTypes: [archiveType] })
        if (scope.buckets.length > 0) byArchive[archiveType] = edges.slice(1).map((to, part) => ranks.count(scope, edges[part] ?? 0, to))
      }
      return byArchive
    },

    /** The codes that pass, with how often; the most frequent first. */
    codes(filter: EventFilter): { code: string | null; description: string | null; events: number }[] {
      const scope = scopeOf(filter)
      // The book keeps how often each series says each text: only a time or contents make it necessary to count.
      const isCounted = scope.ofContent === '' && filter.fromMs === undefined && filter.toMs === undefined
      const counted = isCounted
        ? `SELECT text_id, events FROM event_code WHERE true ${scope.ofSeries}`
        : `SELECT c.text_id, n.value ->> 1 AS events FROM json_each(@counts) n JOIN event_content c ON c.id = n.value ->> 0`
      const rows = statement<[string | null, string | null, number]>(
        `SELECT t.code, t.description, sum(events) FROM (${counted}) k JOIN event_text t ON t.id = k.text_id
         GROUP BY t.id ORDER BY 3 DESC, 1, 2`,
        'raw',
      ).all(isCounted ? scope.values : { counts: JSON.stringify([...countsByContent(filter)]) })
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
  /** Only devices of this type, for which a code without a description means the same. */
  equipmentTypeId?: number
  limit?: number
}
