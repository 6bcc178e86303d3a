import type { Book, StationRow as BookStation } from '../../book/index.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { Provider } from '../../contract/records.ts'
import type { StationDetail, StationRow } from '../../contract/stations.ts'
import { api, type Parts } from '../base.ts'

export function stationRoutes({ desk }: Parts) {
  return {
    tree: api.stations.tree.handler(() => treeOf(desk.book())),
    list: api.stations.list.handler(({ input: { sort, offset, limit, ...filter } }) => {
      const book = desk.book()
      const { total, rows } = book.stations.list({ ...defined({ ...filter, sort }), offset, limit })
      return { total, rows: rows.map((row) => shown(row, book)) }
    }),
    ids: api.stations.ids.handler(({ input }) => desk.book().stations.ids(defined(input))),
    get: api.stations.get.handler(({ input }) => detailOf(stationIn(desk.book(), input.id), desk.book())),
    find: api.stations.find.handler(({ input: { text, limit } }) => {
      const { search, consumers } = desk.book()
      const stationCounts = consumers.stationCounts()
      return {
        stations: search.find(text, limit),
        consumers: search
          .findConsumers(text, limit)
          .map(({ id, name }) => ({ id, name, stations: stationCounts.get(id) ?? 0 })),
        events: search.findEventTexts(text, limit),
      }
    }),
  }
}

/** A station by its key. Throws NO_SUCH_STATION. */
export function stationIn(book: Book, id: number): BookStation {
  const station = book.stations.get(id)
  if (!station) throw new MeterbookError('NO_SUCH_STATION', { id })
  return station
}

/** The filter without the fields that are merely undefined. */
export function defined<T extends object>(filter: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

function shown(station: BookStation, book: Book): StationRow {
  const { equipmentId, telemetryId } = station
  return {
    ...station,
    heardMs: heardMs(station, book),
    hasData: book.stations.hasData(equipmentId, telemetryId),
  }
}

/** The list, the station's own answer and its sessions are fetched at different times: the newest of them counts. */
function heardMs({ id, telemetryId, lastSeanceEventMs }: BookStation, book: Book) {
  const known = [
    lastSeanceEventMs,
    book.lastSessions.get(id)?.lastSeanceEventMs ?? null,
    telemetryId === null ? null : (book.sessions.latest(telemetryId)?.atMs ?? null),
  ].filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function detailOf(station: BookStation, book: Book): StationDetail {
  const { customerId, equipmentTypeId } = station
  const characteristics = book.characteristics.get(station.id)
  return {
    ...shown(station, book),
    consumer: customerId === null ? null : (book.consumers.get(customerId) ?? null),
    providerPath: customerId === null ? [] : providerPath(customerId, book),
    equipmentType: equipmentTypeId === null ? null : (book.equipmentTypes.get(equipmentTypeId) ?? null),
    characteristics: characteristics ?? null,
    lastSession: book.lastSessions.get(station.id) ?? null,
    seenAtMs: station.seenAtMs,
  }
}

/** Names from the root to the deepest provider whose list has the consumer. */
function providerPath(consumerId: number, book: Book): (string | null)[] {
  const seenIn = new Set(
    book.consumers
      .seenIn()
      .filter((link) => link.consumerId === consumerId)
      .map(({ providerId }) => providerId),
  )
  const deepest = (nodes: readonly Provider[], above: (string | null)[]): (string | null)[] =>
    nodes.reduce<(string | null)[]>((best, { id, name, children }) => {
      const below = deepest(children, [...above, name])
      const here = below.length > 0 ? below : seenIn.has(id) ? [...above, name] : []
      return here.length > best.length ? here : best
    }, [])
  return deepest(book.providers.tree(), [])
}

function treeOf(book: Book) {
  const counts = book.consumers.stationCounts()
  const seenIn = Map.groupBy(book.consumers.seenIn(), ({ consumerId }) => consumerId)
  const consumers = book.consumers.list().map(({ id, name }) => ({
    id,
    name,
    providerIds: (seenIn.get(id) ?? []).map(({ providerId }) => providerId),
    stations: counts.get(id) ?? 0,
  }))
  const byProvider = new Map<number, Set<number>>()
  for (const { id, providerIds } of consumers) {
    for (const providerId of providerIds) {
      const members = byProvider.get(providerId) ?? new Set()
      byProvider.set(providerId, members.add(id))
    }
  }
  const providers: { id: number; name: string | null; parentId: number | null; stations: number }[] = []
  const walk = (nodes: readonly Provider[], parentId: number | null): Set<number> => {
    const all = new Set<number>()
    for (const { id, name, children } of nodes) {
      const row = { id, name, parentId, stations: 0 }
      providers.push(row)
      const members = new Set([...(byProvider.get(id) ?? []), ...walk(children, id)])
      for (const consumerId of members) {
        row.stations += counts.get(consumerId) ?? 0
        all.add(consumerId)
      }
    }
    return all
  }
  walk(book.providers.tree(), null)
  return { providers, consumers, stations: book.stations.count() }
}
