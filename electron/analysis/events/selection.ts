import type { Book, PackedEvents } from '../../book/index.ts'
import type { LogFilter } from '../../contract/all-events.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { PART, type Pairs } from '../station/situations/pairs.ts'
import { devicesOf } from './log.ts'
import { eventPlaces, type EventPlaces } from '../station/places.ts'
import { situationsOf } from './situations.ts'

/** The events of the packed log that pass a filter. */

export interface Selection {
  packed: PackedEvents
  pairs: Pairs
  places: EventPlaces
  filter: LogFilter
  /** Which events pass, in order of time. */
  at: Uint32Array
  passing: Passing
}

/** The events that a filter lets pass, part by part. */
interface Passing {
  /** The first event of the filter's time, and the first after it. */
  from: number
  to: number
  /** By series: what the filter says against it, one bit each of AGAINST. */
  against: Uint8Array
  /** By series: the part of its log that the filter's stations have, of those that were elsewhere too; null: no such. */
  times: ReadonlyMap<number, { logAfterMs: number | null; logToMs: number | null }> | null
  /** By content, from 1 on: 1 where the filter's text is in it; null where all pass. */
  mask: Uint8Array | null
  /** By text: a bit for each archive in which the filter's messages let it pass; null where all pass. */
  allowed: Uint8Array | null
}

/** Parts of the filter that a series as a whole passes or not. */
export const AGAINST = { provider: 1, consumer: 2, station: 4, archive: 8 } as const

export const ARCHIVES = EVENT_ARCHIVES.length
/** How many filters keep their selection. */
const KEPT = 4

const kept = new WeakMap<PackedEvents, Map<string, Selection>>()

/** The selection of a filter; made once for all that is asked of it. */
export function selectionOf(book: Book, packed: PackedEvents, filter: LogFilter): Selection {
  const selections = kept.get(packed) ?? new Map<string, Selection>()
  kept.set(packed, selections)
  // Names of stations and consumers may change while the events stay.
  const places = eventPlaces(book)
  const question = JSON.stringify(filter)
  const known = selections.get(question)
  selections.delete(question)
  const selection = known?.places === places ? known : select(book, packed, filter, places)
  selections.set(question, selection)
  const oldest = selections.keys().next()
  if (selections.size > KEPT && !oldest.done) selections.delete(oldest.value)
  return selection
}

function select(book: Book, packed: PackedEvents, filter: LogFilter, places: EventPlaces): Selection {
  const { atMs, length } = packed
  const passing: Passing = {
    from: filter.fromMs === undefined ? 0 : firstAt(atMs, length, filter.fromMs),
    to: filter.toMs === undefined ? length : firstAt(atMs, length, filter.toMs + 1),
    against: againstSeries(book, packed, filter, places),
    times: timesOfSeries(book, packed, filter),
    mask: book.events.contentMask({
      ...(filter.text !== undefined && { text: filter.text }),
      ...(filter.codes && { codes: filter.codes }),
    }),
    allowed: allowedTexts(book, packed, filter),
  }
  const asked = { packed, pairs: situationsOf(book, packed), places, filter, passing }
  return { ...asked, at: passingOf(asked) }
}

/** By PART: 1 for the parts of a situation that the filter wants; null where it wants all events. */
function wantedParts({ situation }: LogFilter): Uint8Array | null {
  if (situation === undefined) return null
  const wanted = new Uint8Array(Object.keys(PART).length)
  wanted[PART.open] = 1
  wanted[PART.begin] = situation === 'begun' ? 1 : 0
  return wanted
}

/** The events that pass, in order of time. */
function passingOf({ packed, pairs, passing, filter }: Omit<Selection, 'at'>): Uint32Array {
  const { series, content, seriesOf, contentOf } = packed
  const { from, to, against, times, mask, allowed } = passing
  const { part } = pairs
  const { archive } = seriesOf
  const { text } = contentOf
  const hasSeries = against.some((objections) => objections !== 0)
  const hasContents = mask !== null || allowed !== null
  const wanted = wantedParts(filter)
  const at = new Uint32Array(Math.max(0, to - from))
  let passed = 0
  for (let place = from; place < to; place++) {
    if (hasSeries && against[series[place] ?? 0] !== 0) continue
    if (times !== null && isElsewhere(times.get(series[place] ?? 0), packed.atMs[place] ?? 0)) continue
    if (wanted !== null && wanted[part[place] ?? 0] !== 1) continue
    if (hasContents) {
      const said = content[place] ?? 0
      if (mask !== null && mask[said - 1] !== 1) continue
      if (allowed !== null && (((allowed[text[said] ?? 0] ?? 0) >> (archive[series[place] ?? 0] ?? 0)) & 1) === 0) continue
    }
    at[passed++] = place
  }
  return at.subarray(0, passed)
}

const isElsewhere = (time: { logAfterMs: number | null; logToMs: number | null } | undefined, atMs: number): boolean =>
  time !== undefined && (atMs <= (time.logAfterMs ?? -Infinity) || atMs > (time.logToMs ?? Infinity))

function timesOfSeries(book: Book, { seriesOf }: PackedEvents, { stationIds }: LogFilter): Passing['times'] {
  const { logTimes = [] } = stationIds ? devicesOf(book, stationIds) : {}
  if (logTimes.length === 0) return null
  const byDevice = new Map(logTimes.map((one) => [one.equipmentId, one]))
  return new Map(
    seriesOf.equipmentId.flatMap((equipmentId, id) => (byDevice.has(equipmentId) ? [[id, byDevice.get(equipmentId) ?? EVER]] : [])),
  )
}
const EVER = { logAfterMs: null, logToMs: null }

/** Marks the parts of the filter that each series fails; a series without events has no mark. */
function againstSeries(book: Book, { seriesOf }: PackedEvents, filter: LogFilter, places: EventPlaces): Uint8Array {
  const against = new Uint8Array(seriesOf.length)
  const { devices, providersOf } = places
  const providers = setOf(filter.providerIds)
  const consumers = setOf(filter.consumerIds)
  const equipmentOf = (ids?: readonly number[]) => setOf(ids?.flatMap((id) => book.stations.life(id).map(({ equipmentId }) => equipmentId)))
  const chosen = equipmentOf(filter.stationIds)
  const exceptConsumers = setOf(filter.exceptConsumerIds)
  const except = equipmentOf(filter.exceptStationIds)
  const archives = setOf(filter.archiveTypes)
  for (let id = 1; id < seriesOf.length; id++) {
    const equipmentId = seriesOf.equipmentId[id] ?? 0
    const consumer = devices.get(equipmentId)?.customerId ?? null
    const listedBy = consumer === null ? undefined : providersOf.get(consumer)
    const archive = EVENT_ARCHIVES[seriesOf.archive[id] ?? 0]
    against[id] =
      (providers && !(listedBy && [...providers].some((one) => listedBy.has(one))) ? AGAINST.provider : 0) |
      (consumers && !(consumer !== null && consumers.has(consumer)) ? AGAINST.consumer : 0) |
      (exceptConsumers && consumer !== null && exceptConsumers.has(consumer) ? AGAINST.consumer : 0) |
      (chosen && !chosen.has(equipmentId) ? AGAINST.station : 0) |
      (except?.has(equipmentId) ? AGAINST.station : 0) |
      (archives && !(archive && archives.has(archive)) ? AGAINST.archive : 0)
  }
  return against
}

const setOf = <T>(list: readonly T[] | undefined) => (list === undefined ? null : new Set(list))

function allowedTexts(book: Book, packed: PackedEvents, filter: LogFilter): Uint8Array | null {
  const { messages, exceptMessages } = filter
  if (!messages && !exceptMessages) return null
  const allowed = new Uint8Array(packed.contentOf.texts).fill(messages ? 0 : ALL_ARCHIVES)
  for (const text of book.events.textsOf(messages ?? [])) {
    allowed[text.textId] = (allowed[text.textId] ?? 0) | archiveBits(text.archiveType)
  }
  for (const text of book.events.textsOf(exceptMessages ?? [])) {
    allowed[text.textId] = (allowed[text.textId] ?? 0) & ~archiveBits(text.archiveType)
  }
  return allowed
}

const ALL_ARCHIVES = 2 ** ARCHIVES - 1

/** A bit for each archive in which a message is meant: its own, or all. */
function archiveBits(archiveType: string | null): number {
  if (archiveType === null) return ALL_ARCHIVES
  const archive = EVENT_ARCHIVES.findIndex((name) => name === archiveType)
  return archive < 0 ? 0 : 1 << archive
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
