import type { Book, EventKeys } from '../../book/index.ts'
import type { LogFacets, LogFilter, LogRow } from '../../contract/all-events.ts'
import { firstWhere } from '../../contract/bisect.ts'
import type { Grouping, GroupOrder, LogOrder } from '../../contract/event-log.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { stampBounds } from '../../contract/time/stamps.ts'
import { facetsOf, type FacetWishes } from './facets.ts'
import { groupedBy, sortedGroups } from './groups.ts'
import { decoderOf, pageOf } from './log.ts'
import { orderedBy, situationAt } from './order.ts'
import { eventPlaces, type EventPlaces } from '../station/places.ts'
import { firstAt, selectionOf, type Selection } from './selection.ts'

/** The log of all stations, answered from the events in memory. */

interface LogSort {
  by: LogOrder
  desc: boolean
}
interface GroupSort {
  by: GroupOrder
  desc: boolean
}
interface Window {
  offset: number
  limit: number
}

const NEWEST: LogSort = { by: 'atMs', desc: true }
const FREQUENT: GroupSort = { by: 'events', desc: true }
/** The events that pass a filter. */
const selected = (book: Book, filter: LogFilter): Selection => selectionOf(book, book.events.pack(), filter)

/** A window of the log. */
export function logPage(book: Book, filter: LogFilter, { offset, limit, sort = NEWEST }: Window & { sort?: LogSort }) {
  const selection = selected(book, filter)
  const { at, packed } = selection
  const places = orderedBy(selection, sort.by)
  const total = at.length
  const window = sort.desc
    ? places.subarray(Math.max(0, total - offset - limit), Math.max(0, total - offset)).toReversed()
    : places.subarray(offset, offset + limit)
  return { total, settled: true, rows: logRows(book, selection)(book.events.rowsAt(packed), window) }
}

/**
 * A window of the log, in order of time, from the file: without situations, and null where the filter asks for what the file
 * cannot tell.
 */
export function logPageOfFile(book: Book, filter: LogFilter, { sort = NEWEST, ...window }: Window & { sort?: LogSort }) {
  const { situation, exceptMessages, exceptStationIds, exceptConsumerIds } = filter
  const needsColumns = [situation, exceptMessages, exceptStationIds, exceptConsumerIds].some((part) => part !== undefined)
  if (needsColumns || sort.by !== 'atMs') return null
  const { total, rows } = pageOf(book, withStations(book, filter), { ...window, desc: sort.desc })
  const places = eventPlaces(book)
  return {
    total,
    settled: false,
    rows: rows.map((row): LogRow => {
      // Numbers of another kind than the places among all events, which these rows have once they are in memory.
      return { ...row, id: -1 - row.id, ...consumerAt(places, row.equipmentId), situation: null }
    }),
  }
}

/** Providers and consumers of a filter as the stations that they have. */
function withStations(book: Book, filter: LogFilter) {
  const { providerIds, consumerIds, situation: _none, stationIds, ...others } = filter
  if (!providerIds && !consumerIds) return { ...others, ...(stationIds && { stationIds }) }
  const { devices, providersOf } = eventPlaces(book)
  const [consumers, stations] = [consumerIds && new Set(consumerIds), stationIds && new Set(stationIds)]
  const ids = [...devices.values()].flatMap(({ stationId, customerId }) => {
    const listedBy = customerId === null ? undefined : providersOf.get(customerId)
    return (!stations || stations.has(stationId)) &&
      (!consumers || (customerId !== null && consumers.has(customerId))) &&
      (!providerIds || providerIds.some((one) => listedBy?.has(one)))
      ? stationId
      : []
  })
  return { ...others, stationIds: ids }
}

/** The consumer whose station has a device. */
function consumerAt({ devices, consumerNames }: EventPlaces, equipmentId: number) {
  const consumerId = devices.get(equipmentId)?.customerId ?? null
  return { consumerId, consumerName: consumerId === null ? null : (consumerNames.get(consumerId) ?? null) }
}

/** Stations and messages are looked up once for all windows of one version of the book. */
const decoders = new WeakMap<EventPlaces, ReturnType<typeof decoderOf>>()

function decoderIn(book: Book, places: EventPlaces): ReturnType<typeof decoderOf> {
  const decode = decoders.get(places) ?? decoderOf(book)
  decoders.set(places, decode)
  return decode
}

type Reader = ReturnType<Book['events']['rowsAt']>

/** Makes rows of events, joined with their stations, messages and situations. */
function logRows(book: Book, { packed, pairs, places }: Selection) {
  const decode = decoderIn(book, places)
  return (read: Reader, window: Uint32Array): LogRow[] =>
    decode(read(window)).map((row, nth) => {
      const place = window[nth] ?? 0
      return {
        ...row,
        id: place,
        ...consumerAt(places, row.equipmentId),
        situation: situationAt(packed, pairs, place),
      }
    })
}

/** A window of the log in groups, each followed by its events where it is expanded. */
export function groupedPage(
  book: Book,
  filter: LogFilter,
  wishes: Window & { by: Grouping; sort?: GroupSort; expanded: readonly string[] },
) {
  const { by, sort = FREQUENT, expanded, offset, limit } = wishes
  const selection = selected(book, filter)
  const grouped = groupedBy(book, selection, by)
  const wanted = new Set(expanded)
  const read = book.events.rowsAt(selection.packed)
  const rowsOf = logRows(book, selection)
  const groups = sortedGroups(grouped, sort)
  type Line = { kind: 'group'; group: (typeof groups)[number]; expanded: boolean } | { kind: 'event'; event: LogRow }
  const rows: Line[] = []
  const end = offset + limit
  let total = 0
  for (const group of groups) {
    const isExpanded = wanted.has(group.key)
    if (total >= offset && total < end) rows.push({ kind: 'group', group, expanded: isExpanded })
    total++
    if (!isExpanded) continue
    const from = Math.max(0, offset - total)
    const to = Math.min(group.events, end - total)
    if (from < to) {
      // The newest first, as in the log.
      const window = grouped
        .eventsOf(group)
        .subarray(group.events - to, group.events - from)
        .toReversed()
      for (const event of rowsOf(read, window)) rows.push({ kind: 'event', event })
    }
    total += group.events
  }
  return { total, groups: groups.length, events: selection.at.length, rows }
}

export const logFacets = (book: Book, filter: LogFilter, wishes: FacetWishes): LogFacets => facetsOf(book, selected(book, filter), wishes)

/**
 * How many events of each archive lie in each of `buckets` equal parts of the filter's time, else of the time of those
 * events whose stamps are believed at `nowMs`.
 */
export function logDensity(book: Book, filter: LogFilter, { buckets, nowMs }: { buckets: number; nowMs: number }) {
  const { at, packed } = selected(book, filter)
  const { atMs, series, seriesOf } = packed
  const timeOf = (place: number) => atMs[at[place] ?? 0] ?? 0
  const believed = stampBounds({ nowMs })
  // The events are in order of time.
  const first = filter.fromMs === undefined ? firstWhere(0, at.length, (nth) => timeOf(nth) >= believed.fromMs) : 0
  const end = filter.toMs === undefined ? firstWhere(first, at.length, (nth) => timeOf(nth) > believed.toMs) : at.length
  if (first === end) return { fromMs: 0, toMs: 0, archives: [] }
  const { fromMs = timeOf(first), toMs = timeOf(end - 1) } = filter
  const width = (toMs + 1 - fromMs) / buckets
  const counts = new Uint32Array(EVENT_ARCHIVES.length * buckets)
  // Each bucket is a stretch of the events: no division for each of them.
  let nth = first
  for (let bucket = 0; bucket < buckets; bucket++) {
    const endMs = fromMs + (bucket + 1) * width
    for (; nth < end && timeOf(nth) < endMs; nth++) {
      const key = (seriesOf.archive[series[at[nth] ?? 0] ?? 0] ?? 0) * buckets + bucket
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  const archives = EVENT_ARCHIVES.flatMap((archiveType, archive) => {
    const list = counts.subarray(archive * buckets, (archive + 1) * buckets)
    return list.some((count) => count > 0) ? [{ archiveType, counts: [...list] }] : []
  })
  return { fromMs, toMs, archives }
}

/** The place in the log, in order of time, of the first event from a moment on (`desc`: back from it). */
export function logPosition(book: Book, filter: LogFilter, { atMs, desc }: { atMs: number; desc: boolean }) {
  const { at, packed } = selected(book, filter)
  const before = (ms: number) => {
    const place = firstAt(packed.atMs, packed.length, ms)
    let [low, high] = [0, at.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((at[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }
  return { offset: desc ? at.length - before(atMs + 1) : before(atMs) }
}

/** Events that are read from the book at once while the log is written to a file. */
const WINDOW = 2_000

/** Every event that passes, in an order, as blocks of ids, with what the log adds to it. */
export function logOf(book: Book, filter: LogFilter, sort: LogSort) {
  const selection = selected(book, filter)
  const { packed, pairs, places } = selection
  const ordered = orderedBy(selection, sort.by)
  const { atMs, series, content, seriesOf } = packed
  const { length } = ordered
  function* blocks() {
    for (let from = 0; from < length; from += WINDOW) {
      const window = sort.desc
        ? ordered.subarray(Math.max(0, length - from - WINDOW), length - from).toReversed()
        : ordered.subarray(from, from + WINDOW)
      const at = (column: ArrayLike<number>) => Array.from(window, (place) => column[place] ?? 0)
      const keys: EventKeys = { atMs: at(atMs), seriesIds: at(series), contentIds: at(content) }
      yield { keys, places: window }
    }
  }
  /** The words that the log adds to the event at a place. */
  const addedAt = (place: number) => ({
    ...consumerAt(places, seriesOf.equipmentId[series[place] ?? 0] ?? 0),
    situation: situationAt(packed, pairs, place),
  })
  /** The events themselves, for what prints a few thousand. */
  function* rows() {
    const read = book.events.rowsAt(packed)
    for (const block of blocks())
      for (const [nth, event] of read(block.places).entries()) yield { event, ...addedAt(block.places[nth] ?? 0) }
  }
  return { total: length, blocks, rows, addedAt }
}

/** Every group of the log, in an order. */
export const groupsOf = (book: Book, filter: LogFilter, { by, sort }: { by: Grouping; sort: GroupSort }) =>
  sortedGroups(groupedBy(book, selected(book, filter), by), sort)
