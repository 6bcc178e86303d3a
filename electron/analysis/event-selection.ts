import { setImmediate as breath } from 'node:timers/promises'
import type { Book, PackedEvents } from '../book/index.ts'
import type { LogFilter } from '../contract/all-events.ts'
import { EVENT_ARCHIVES } from '../contract/records.ts'
import { PART, type Pairs } from './event-pairs.ts'
import { eventPlaces, type EventPlaces } from './event-places.ts'
import { situationsOf } from './event-situations.ts'

/** The events of the packed log that pass a filter, and what each facet counts on the way. */

export interface Selection {
  packed: PackedEvents
  pairs: Pairs
  places: EventPlaces
  filter: LogFilter
  /** Which events pass, in order of time. */
  at: Uint32Array
  /** By series: events that pass all but what the filter says of stations and archives. */
  bySeries: Uint32Array
  /** By series: what the filter says against it, one bit each of AGAINST. */
  against: Uint8Array
  /** By text and archive (text × 7 + archive): events that pass all but what the filter says of messages. */
  byMessage: Uint32Array
  /** Events that pass all but what the filter says of situations. */
  situations: { any: number; begun: number; open: number }
}

/** Parts of the filter that a series as a whole passes or not. */
export const AGAINST = { provider: 1, consumer: 2, station: 4, archive: 8 } as const

export const ARCHIVES = EVENT_ARCHIVES.length
/** Events that are looked at before other work of the thread has its turn: some milliseconds. */
const AT_ONCE = 250_000
/** How many filters keep their selection. */
const KEPT = 4

const kept = new WeakMap<PackedEvents, Map<string, Promise<Selection>>>()

/** The selection of a filter; made once for all that is asked of it. */
export function selectionOf(book: Book, packed: PackedEvents, filter: LogFilter): Promise<Selection> {
  const selections = kept.get(packed) ?? new Map<string, Promise<Selection>>()
  kept.set(packed, selections)
  // Names of stations and consumers may change while the events stay.
  const places = eventPlaces(book)
  const question = JSON.stringify(filter)
  const known = selections.get(question)
  selections.delete(question)
  const selection =
    known?.then((one) => (one.places === places ? one : select(book, packed, filter, places))) ??
    select(book, packed, filter, places)
  selections.set(question, selection)
  selection.catch(() => selections.delete(question))
  const oldest = selections.keys().next()
  if (selections.size > KEPT && !oldest.done) selections.delete(oldest.value)
  return selection
}

async function select(book: Book, packed: PackedEvents, filter: LogFilter, places: EventPlaces): Promise<Selection> {
  const pairs = await situationsOf(book, packed)
  const { atMs, series, content, seriesOf, contentOf, length } = packed
  const { text: texts } = contentOf
  const against = againstSeries(book, packed, filter, places)
  const mask = book.events.contentMask({
    ...(filter.text !== undefined && { text: filter.text }),
    ...(filter.codes && { codes: filter.codes }),
  })
  const allowed = allowedTexts(book, packed, filter)
  const from = filter.fromMs === undefined ? 0 : firstAt(atMs, length, filter.fromMs)
  const to = filter.toMs === undefined ? length : firstAt(atMs, length, filter.toMs + 1)
  const { situation } = filter

  const at = new Uint32Array(Math.max(0, to - from))
  let passed = 0
  const bySeries = new Uint32Array(seriesOf.length)
  const byMessage = new Uint32Array(contentOf.texts * ARCHIVES)
  const situations = { any: 0, begun: 0, open: 0 }
  for (let place = from; place < to; place++) {
    if ((place - from) % AT_ONCE === AT_ONCE - 1) await breath()
    const said = content[place] ?? 0
    if (mask && mask[said - 1] !== 1) continue
    const id = series[place] ?? 0
    const archive = seriesOf.archive[id] ?? 0
    const text = texts[said] ?? 0
    const isSaid = allowed === null || (((allowed[text] ?? 0) >> archive) & 1) === 1
    const part = pairs.part[place]
    const isOpen = part === PART.open
    const isBegun = isOpen || part === PART.begin
    const isThere = against[id] === 0
    if (isSaid && isThere) {
      situations.any++
      if (isBegun) situations.begun++
      if (isOpen) situations.open++
    }
    if (situation !== undefined && !(situation === 'open' ? isOpen : isBegun)) continue
    if (isSaid) bySeries[id] = (bySeries[id] ?? 0) + 1
    if (!isThere) continue
    const key = text * ARCHIVES + archive
    byMessage[key] = (byMessage[key] ?? 0) + 1
    if (isSaid) at[passed++] = place
  }
  return { packed, pairs, places, filter, at: at.subarray(0, passed), bySeries, against, byMessage, situations }
}

/** What the filter says against each series; a series without events says nothing. */
function againstSeries(book: Book, { seriesOf }: PackedEvents, filter: LogFilter, places: EventPlaces): Uint8Array {
  const against = new Uint8Array(seriesOf.length)
  const { devices, providersOf } = places
  const providers = setOf(filter.providerIds)
  const consumers = setOf(filter.consumerIds)
  const chosen = setOf(filter.stationIds?.map((id) => book.stations.get(id)?.equipmentId ?? null))
  const archives = setOf(filter.archiveTypes)
  for (let id = 1; id < seriesOf.length; id++) {
    const equipmentId = seriesOf.equipmentId[id] ?? 0
    const consumer = devices.get(equipmentId)?.customerId ?? null
    const listedBy = consumer === null ? undefined : providersOf.get(consumer)
    const archive = EVENT_ARCHIVES[seriesOf.archive[id] ?? 0]
    against[id] =
      (providers && !(listedBy && [...providers].some((one) => listedBy.has(one))) ? AGAINST.provider : 0) |
      (consumers && !(consumer !== null && consumers.has(consumer)) ? AGAINST.consumer : 0) |
      (chosen && !chosen.has(equipmentId) ? AGAINST.station : 0) |
      (archives && !(archive && archives.has(archive)) ? AGAINST.archive : 0)
  }
  return against
}

const setOf = <T>(list: readonly T[] | undefined) => (list === undefined ? null : new Set(list))

/** By text: a bit for each archive in which the filter's messages let it pass; null where all pass. */
function allowedTexts(book: Book, packed: PackedEvents, { messages }: LogFilter): Uint8Array | null {
  if (!messages) return null
  const allowed = new Uint8Array(packed.contentOf.texts)
  for (const { textId, archiveType } of book.events.textsOf(messages)) {
    const archive = EVENT_ARCHIVES.findIndex((name) => name === archiveType)
    allowed[textId] = (allowed[textId] ?? 0) | (archiveType === null ? 2 ** ARCHIVES - 1 : archive < 0 ? 0 : 1 << archive)
  }
  return allowed
}

/** The first place with a time at or after `ms`. */
export function firstAt(atMs: Float64Array, length: number, ms: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((atMs[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}
