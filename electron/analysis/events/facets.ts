import type { Book } from '../../book/index.ts'
import type { LogFacets, LogFilter } from '../../contract/all-events.ts'
import type { LongFacet } from '../../contract/event-log.ts'
import { finderOf } from '../../contract/folding.ts'
import { EVENT_ARCHIVES } from '../../contract/records.ts'
import { toldChoices } from '../../contract/told-choices.ts'
import { messageKey, messagesOfTexts } from './messages.ts'
import { countsOf, type FacetCounts } from './counts.ts'
import { AGAINST, ARCHIVES, type Selection } from './selection.ts'

export interface FacetWishes {
  find: { [Facet in LongFacet]?: string | undefined }
  limits: { [Facet in LongFacet]?: number | undefined }
}

/** Choices of a long facet that are given where nobody asks for more. */
const FEW = 8

/** How many events each choice of each facet would show. */
export function facetsOf(book: Book, selection: Selection, { find, limits }: FacetWishes): LogFacets {
  const { packed, places, filter, passing } = selection
  const counts = countsOf(selection)
  const { bySeries, situations } = counts
  const { against } = passing
  const { seriesOf } = packed
  const archives = new Map<number, number>()
  const providers = new Map<number, number>()
  const consumers = new Map<number, number>()
  const stations = new Map<number, number>()
  for (let id = 1; id < seriesOf.length; id++) {
    const events = bySeries[id] ?? 0
    if (events === 0) continue
    const objections = against[id] ?? 0
    const isBut = (facet: number) => (objections & ~facet) === 0
    if (isBut(AGAINST.archive)) add(archives, seriesOf.archive[id] ?? 0, events)
    const device = places.devices.get(seriesOf.equipmentId[id] ?? 0)
    if (!device) continue
    if (isBut(AGAINST.station)) add(stations, device.stationId, events)
    if (device.customerId === null) continue
    if (isBut(AGAINST.consumer)) add(consumers, device.customerId, events)
    if (isBut(AGAINST.provider)) for (const provider of places.providersOf.get(device.customerId) ?? []) add(providers, provider, events)
  }

  const named = (facet: 'consumers' | 'stations', counts: Map<number, number>, nameOf: (id: number) => string | null) =>
    longFacet(
      [...counts].map(([id, events]) => ({ id, name: nameOf(id), events })),
      {
        chosen: new Set(
          facet === 'consumers'
            ? [...(filter.consumerIds ?? []), ...(filter.exceptConsumerIds ?? [])]
            : [...(filter.stationIds ?? []), ...(filter.exceptStationIds ?? [])],
        ),
        empty: (id) => ({ id, name: nameOf(id), events: 0 }),
        keyOf: ({ id }) => id,
        textOf: ({ id, name }) => name ?? String(id),
        find: find[facet],
        limit: limits[facet],
      },
    )
  const stationName = (id: number) => book.stations.get(id)?.name ?? null
  const stationNames = new Map([...places.devices.values()].map((device) => [device.stationId, device.stationName]))

  return {
    events: selection.at.length,
    all: packed.length,
    situations,
    archives: EVENT_ARCHIVES.map((archiveType, at) => ({ archiveType, events: archives.get(at) ?? 0 })),
    providers: places.providers.map((provider) => ({ ...provider, events: providers.get(provider.id) ?? 0 })),
    consumers: named('consumers', consumers, (id) => places.consumerNames.get(id) ?? null),
    stations: named('stations', stations, (id) => stationNames.get(id) ?? stationName(id)),
    messages: messageFacet(book, filter, counts, find.messages, limits.messages),
  }
}

function messageFacet(book: Book, filter: LogFilter, { byMessage }: FacetCounts, find?: string, limit?: number) {
  const messages = messagesOfTexts(book)
  const counts = new Map<string, LogFacets['messages']['rows'][number]>()
  byMessage.forEach((events, at) => {
    if (events === 0) return
    const { key, message, messageName } = messages(Math.floor(at / ARCHIVES), at % ARCHIVES)
    if (!message.code && !message.description) return
    const known = counts.get(key)
    if (known) known.events += events
    else counts.set(key, { message, messageName, events })
  })
  const wished = [...(filter.messages ?? []), ...(filter.exceptMessages ?? [])]
  const chosen = new Map(wished.map((message) => [messageKey(message), message]))
  return longFacet([...counts.values()], {
    chosen: new Set(chosen.keys()),
    empty: (key) => ({
      message: chosen.get(key) ?? { code: null, description: null, archiveType: null },
      messageName: null,
      events: 0,
    }),
    keyOf: ({ message }) => messageKey(message),
    textOf: ({ message, messageName }) => [message.code, message.description, messageName].filter(Boolean).join(' '),
    find,
    limit,
  })
}

/** The most frequent choices first; chosen and left out ones are told although no event has them. */
function longFacet<Row extends { events: number }, Key>(
  rows: readonly Row[],
  wishes: {
    chosen: ReadonlySet<Key>
    /** A choice that no event has. */
    empty: (key: Key) => Row
    keyOf: (row: Row) => Key
    textOf: (row: Row) => string
    find: string | undefined
    limit: number | undefined
  },
): { total: number; rows: Row[] } {
  const { chosen, empty, keyOf, textOf, find = '', limit = FEW } = wishes
  const fits = finderOf(find)
  const known = new Set(rows.map(keyOf))
  const none = [...chosen].filter((key) => !known.has(key)).map(empty)
  return toldChoices([...rows, ...none], {
    fits: (row) => fits(textOf(row)),
    most: limit,
    isChosen: (row) => chosen.has(keyOf(row)),
    order: (a, b) => b.events - a.events || (textOf(a) < textOf(b) ? -1 : 1),
  })
}

function add(counts: Map<number, number>, key: number, events: number): void {
  counts.set(key, (counts.get(key) ?? 0) + events)
}
