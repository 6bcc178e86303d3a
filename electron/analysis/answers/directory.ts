import type { Book, StationRow as BookStation } from '../../book/index.ts'
import { compareArchives } from '../../contract/archives.ts'
import { MeterbookError } from '../../contract/errors.ts'
import type { Provider } from '../../contract/records.ts'
import type { StationDetail, StationRow } from '../../contract/stations.ts'

/** The directory as the window shows it: stations, and the tree of providers and consumers above them. */

/** A station by its key. Throws NO_SUCH_STATION. */
export function stationIn(book: Book, id: number): BookStation {
  const station = book.stations.get(id)
  if (!station) throw new MeterbookError('NO_SUCH_STATION', { id })
  return station
}

/** Throws NO_SUCH_STATION for the first that the book does not know. */
export function refuseUnknown(book: Book, ids: readonly number[] = []): void {
  for (const id of ids) stationIn(book, id)
}

/** Stations as the table shows them. */
export function withHeard(stations: readonly BookStation[], book: Book): StationRow[] {
  const heard = book.stations.heard(stations.map(({ id }) => id))
  return stations.map((station) => ({ ...station, ...(heard.get(station.id) ?? UNHEARD) }))
}
const UNHEARD = { heardMs: null, hasData: false, findings: 0, worstFlag: null }

/** A station with all that the directory says of it. */
export function detailOf(station: BookStation, book: Book): StationDetail {
  const { customerId, equipmentTypeId } = station
  const characteristics = book.characteristics.get(station.id)
  return {
    ...station,
    ...(book.stations.heard([station.id]).get(station.id) ?? UNHEARD),
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

/** Providers and consumers with how many stations lie below each; a consumer that several providers list counts once above them. */
export function treeOf(book: Book) {
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

/** Stations, consumers and events that a text finds. */
export function findIn(
  { search, consumers, stations }: Pick<Book, 'search' | 'consumers' | 'stations'>,
  { text, limit }: { text: string; limit: number },
) {
  const stationCounts = consumers.stationCounts()
  const found = search.understand(text, limit)
  return {
    ...found,
    stations: found.stations.map((station) => ({
      ...station,
      foundIn: station.foundIn.map((one) =>
        one.field === 'formerSerial' ? { ...one, untilMs: goneMs(stations, station.id, one.text) } : one,
      ),
    })),
    consumers: found.consumers.map((consumer) => ({ ...consumer, stations: stationCounts.get(consumer.id) ?? 0 })),
  }
}

/** When the newest device that a text of former serial numbers names was taken out, Unix ms; null: nobody knows it. */
export const goneMs = (stations: Pick<Book['stations'], 'stays'>, stationId: number, text: string): number | null =>
  stations
    .stays(stationId)
    .findLast(({ equipmentSerialNumber: serial }) => serial !== null && serial !== '' && text.includes(String(serial)))?.toMs ?? null

/** The channel directory by type and archive; of one type, or those in which every word of a text occurs. */
export function channelsIn({ channels }: Book, { equipmentTypeId, text = '' }: { equipmentTypeId?: number; text?: string }) {
  const found = equipmentTypeId === undefined ? channels.list() : channels.byType(equipmentTypeId)
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return found
    .filter((channel) => {
      const said = Object.values(channel).join('\n').toLocaleLowerCase()
      return words.every((word) => said.includes(word))
    })
    .sort((a, b) => a.equipmentTypeId - b.equipmentTypeId || compareArchives(a.archiveTypeVarname, b.archiveTypeVarname))
}
