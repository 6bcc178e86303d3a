import type { Book, SeriesKey } from '../book/index.ts'
import { dayNumberAt } from '../contract/time/day.ts'
import { stampBounds } from '../contract/time/stamps.ts'
import { SESSIONS_ARCHIVE, type Rejected, type Setting, type Span } from '../contract/records.ts'
import { operations, type Operation } from '../service/operations.ts'
import type { Page, Single } from '../service/page.ts'
import type { Lane } from '../service/lane.ts'
import { overlapOf } from './overlap.ts'
import type { ArchiveTarget, Target } from './target.ts'

/** One answer of the service, ready to be committed. */
export interface Answer {
  nextPage: number | null
  /** For progress only: the service's count may be wrong or missing. */
  totalPages: number | null
  records: number
  rejected: Rejected[]
  /** The key that tells one record from another: a key seen on an earlier page means that records shifted between pages. */
  keys: (string | number)[]
  /** A key may come twice although nothing shifted: events and settings have no id. */
  mayRepeat?: boolean
  /** UTC day numbers that have records. */
  days: Set<number>
  /** Records that the next page has to be stored with (see Cursor). */
  held?: Setting[]
  /** Writes the records. Call inside the page's transaction, once. */
  store(): { added: number; changed: number }
}

interface Asked {
  lane: Lane
  page: number
  span: Span | null
  /** Records that the pages before this one held back. */
  held: readonly Setting[]
  signal: AbortSignal
  /** Repeats after the first attempt; the account's limit by default. */
  retries?: number | undefined
}

/** Asks for one page of a target. Throws ServiceError. */
export type Source = (asked: Asked) => Promise<Answer>

/** `seenMs`: one moment for all pages of a list, by which stations that are no longer listed are found. */
export interface SourceContext {
  book: Book
  seenMs: number
  nowMs: () => number
}

/** How to fetch and store each kind of target (docs/service.md, 'Endpoints'). */
export function sourceOf(target: Exclude<Target, { kind: 'expand' }>, context: SourceContext): Source {
  const { book } = context
  switch (target.kind) {
    case 'energies':
      return list(
        (page) => operations.energies({ page }),
        ids,
        (records) => book.providers.put(records),
      )
    case 'customers': {
      const energyId = target.energyId
      return list(
        (page) => operations.customers({ page, energyId: energyId ?? undefined }),
        ids,
        (records) => book.consumers.put(records, { energyId }),
      )
    }
    case 'stations':
      return list(
        (page) => operations.stations({ page }),
        ids,
        (records, last) => {
          book.stations.put(records, context.seenMs)
          if (last) book.stations.markUnlisted(context.seenMs)
        },
      )
    case 'equipment_types':
      return list(
        (page) => operations.equipmentTypes({ page }),
        ids,
        (records) => book.equipmentTypes.put(records),
      )
    case 'channels':
      return list(
        (page) => operations.channels({ page, equipmentTypeId: target.equipmentTypeId }),
        (record) => `${record.equipmentTypeId} ${record.archiveTypeVarname} ${record.channelVarname}`,
        (records) => book.channels.put(records),
      )
    case 'messages':
      return list(
        (page) => operations.messages({ page }),
        ids,
        (records) => book.messages.put(records),
      )
    case 'characteristics':
      return single(operations.characteristics(target.stationId), (record) => book.characteristics.put(record, context.nowMs()))
    case 'last_session':
      return single(operations.lastSessionTime(target.stationId), (record) =>
        book.lastSessions.put(target.stationId, record, context.nowMs()),
      )
    case 'settings':
      return settingsSource(target.equipmentId, context)
    default:
      return archiveSource(target, context)
  }
}

const ids = (record: { id: number }) => record.id

function list<T extends object>(
  operation: (page: number) => Operation<Page<T>>,
  keyOf: (record: T) => string | number,
  put: (records: T[], last: boolean) => unknown,
): Source {
  return async ({ lane, page, signal }) => {
    const { records, rejected, nextPage, totalPages } = await lane.call(operation(page), { signal })
    return {
      nextPage,
      totalPages,
      records: records.length,
      rejected,
      keys: records.map(keyOf),
      days: new Set(),
      store: () => {
        put(records, nextPage === null)
        return { added: 0, changed: 0 }
      },
    }
  }
}

function single<T extends object>(operation: Operation<Single<T>>, put: (record: T) => unknown): Source {
  return async ({ lane, signal }) => {
    const { record, rejected } = await lane.call(operation, { signal })
    return {
      nextPage: null,
      totalPages: null,
      records: record === null ? 0 : 1,
      rejected,
      keys: [],
      days: new Set(),
      store: () => {
        if (record !== null) put(record)
        return { added: 0, changed: 0 }
      },
    }
  }
}

/** A configuration is stored as a whole, with its last page. */
function settingsSource(equipmentId: number, { book, nowMs }: SourceContext): Source {
  return async ({ lane, page, held, signal }) => {
    const answer = await lane.call(operations.settings({ page, equipmentId }), { signal })
    const items = [...held, ...answer.records.slice(overlapOf(held.map(settingText), answer.records.map(settingText)))]
    return {
      nextPage: answer.nextPage,
      totalPages: answer.totalPages,
      records: answer.records.length,
      rejected: answer.rejected,
      keys: answer.records.map(settingText),
      days: new Set(),
      mayRepeat: true,
      held: items,
      store: () => {
        if (answer.nextPage !== null) return { added: 0, changed: 0 }
        const { stored } = book.settings.putSnapshot(equipmentId, nowMs(), items)
        return { added: stored ? 1 : 0, changed: 0 }
      },
    }
  }
}

const settingText = (item: Setting): string => JSON.stringify([item.channelName, item.channelDataValue, item.unitName])

function archiveSource(target: ArchiveTarget, { book, nowMs }: SourceContext): Source {
  return async ({ lane, page, span, signal, retries }) => {
    const { from, to } = span ?? target
    const how = { signal, retries }
    const believed = stampBounds({ nowMs: nowMs(), from, to })
    switch (target.kind) {
      case 'readings': {
        const answer = await lane.call(operations.readings({ ...target, from, to, page, believed }), how)
        return timed(
          answer,
          (record) => record.atMs,
          () => book.readings.put(target, answer.records),
        )
      }
      case 'events': {
        const { archiveType, equipmentId, by } = target
        const answer = await lane.call(operations.events({ archiveType, ...(by ?? { equipmentId }), from, to, page, believed }), how)
        const read = timed(
          answer,
          // Entries come in any order, another one on another page.
          (record) => `${record.atMs} ${JSON.stringify(Object.entries(record.entries).sort())}`,
          () => ({ added: book.events.add(target, answer.records), changed: 0 }),
        )
        return Object.assign(read, { mayRepeat: true })
      }
      case 'sessions': {
        const { telemetryId } = target
        const answer = await lane.call(operations.sessions({ telemetryId, from, to, page, believed }), how)
        return timed(answer, ids, () => book.sessions.put(answer.records))
      }
    }
  }
}

function timed<T extends { atMs: number }>(answer: Page<T>, keyOf: (record: T) => string | number, store: Answer['store']): Answer {
  const days = new Set<number>()
  let last = Number.NaN
  for (const { atMs } of answer.records) {
    const day = dayNumberAt(atMs)
    // Records come in order of time: the set is changed once a day, not once a record.
    if (day !== last) days.add(day)
    last = day
  }
  return {
    nextPage: answer.nextPage,
    totalPages: answer.totalPages,
    records: answer.records.length,
    rejected: answer.rejected,
    // Only chunks of several pages need keys (to notice shifts), so they are made on demand.
    get keys() {
      return answer.records.map(keyOf)
    },
    days,
    store: () => {
      const stored = store()
      // Empties the page: the promise chain keeps it alive until the next major collection.
      answer.records.length = 0
      return stored
    },
  }
}

/** The book's key of an archive target. Sessions are kept like an archive, by telemetry unit. */
export function seriesOf(target: ArchiveTarget): SeriesKey {
  switch (target.kind) {
    case 'readings':
      return { equipmentId: target.equipmentId, archiveType: target.archiveType, view: target.view }
    case 'events':
      return { equipmentId: target.equipmentId, archiveType: target.archiveType }
    case 'sessions':
      return { telemetryId: target.telemetryId, archiveType: SESSIONS_ARCHIVE }
  }
}
