import type { Book, EventFilter } from '../../book/index.ts'
import type { EventMessage, EventRow } from '../../contract/events.ts'
import { EVENT_ARCHIVES, type EventArchive } from '../../contract/records.ts'
import { api, type Parts } from '../base.ts'
import { defined } from './stations.ts'

interface AskedFilter {
  stationIds?: number[] | undefined
  archiveTypes?: EventArchive[] | undefined
  codes?: string[] | undefined
  messages?: EventMessage[] | undefined
  text?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
}

export function eventRoutes({ desk }: Parts) {
  return {
    page: api.events.page.handler(({ input: { desc, offset, limit, ...filter } }) => {
      const book = desk.book()
      const { total, rows } = book.events.query({ ...filterOf(filter, book), desc, offset, limit })
      const decode = decoderOf(book)
      return { total, rows: rows.map((row, at) => ({ ...decode(row), id: offset + at })) }
    }),
    density: api.events.density.handler(({ input: { buckets, ...asked } }) => {
      const book = desk.book()
      const filter = filterOf(asked, book)
      const [fromMs, toMs] = rangeOf(filter, book)
      const counts = fromMs === null || toMs === null ? {} : book.events.density({ ...filter, fromMs, toMs }, buckets)
      return {
        fromMs: fromMs ?? 0,
        toMs: toMs ?? 0,
        archives: Object.entries(counts).map(([archiveType, list]) => ({ archiveType, counts: list })),
      }
    }),
    codes: api.events.codes.handler(({ input }) => {
      const book = desk.book()
      const filter = filterOf(input, book)
      const typeId = typeOf(input.stationIds, book)
      return (input.archiveTypes ?? EVENT_ARCHIVES).flatMap((archiveType) =>
        book.events.codes({ ...filter, archiveTypes: [archiveType] }).map(({ code, description, events }) => ({
          archiveType,
          code,
          description,
          messageName: description ? null : nameOf(book, typeId, archiveType, code),
          events,
        })),
      )
    }),
    places: api.events.places.handler(({ input: { message, exceptStationId, limit } }) => {
      const book = desk.book()
      const except = exceptStationId === undefined ? null : book.stations.get(exceptStationId)
      const type = message.description ? null : except?.equipmentTypeId
      return book.events
        .places(message, {
          ...(except?.equipmentId ? { exceptEquipmentId: except.equipmentId } : {}),
          ...(type ? { equipmentTypeId: type } : {}),
          limit,
        })
        .flatMap(({ equipmentId, events, lastMs }) => {
          const station = book.stations.byEquipment(equipmentId)
          return station ? [{ stationId: station.id, stationName: station.name, events, lastMs }] : []
        })
    }),
    position: api.events.position.handler(({ input: { desc, atMs, ...filter } }) => {
      const book = desk.book()
      return { offset: book.events.offsetAt(filterOf(filter, book), atMs, desc) }
    }),
  }
}

/** The book's filter: stations become their devices. */
function filterOf({ stationIds, ...filter }: AskedFilter, book: Book): EventFilter {
  const devices = stationIds?.flatMap((id) => book.stations.get(id)?.equipmentId ?? [])
  return { ...defined(filter), ...(devices ? { equipmentIds: devices } : {}) }
}

/** The type of the stations' devices, where all are of one. */
function typeOf(stationIds: readonly number[] | undefined, book: Book): number | null {
  const types = new Set(stationIds?.map((id) => book.stations.get(id)?.equipmentTypeId ?? null))
  const [only = null] = types
  return types.size === 1 ? only : null
}

/** What the reference says of a code. */
function nameOf(book: Book, typeId: number | null, archiveType: string, code: string | null): string | null {
  const message = typeId === null || code === null ? undefined : book.messages.decode(typeId, archiveType, code)
  return (
    [message?.name, message?.description].find((text) => typeof text === 'string' && text !== '')?.toString() ?? null
  )
}

/** The filter's times; where it is open, those of the first and last event that pass. */
function rangeOf(filter: EventFilter, book: Book): [number | null, number | null] {
  const edge = (desc: boolean) => book.events.query({ ...filter, desc, limit: 1 }).rows[0]?.atMs ?? null
  return [filter.fromMs ?? edge(false), filter.toMs ?? edge(true)]
}

/** Puts station and message reference to events; looks each device and code up once. */
function decoderOf(book: Book) {
  const stations = new Map<number, { id: number; name: string | null; equipmentTypeId: number | null } | null>()
  const messages = new Map<string, { name: string | null; description: string | null; channel: string | null } | null>()
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

  function messageOf(typeId: number | null | undefined, archiveType: string, code: string | null) {
    if (typeId === null || typeId === undefined || code === null) return null
    const key = `${typeId}/${archiveType}/${code}`
    const known = messages.get(key)
    if (known !== undefined) return known
    const message = book.messages.decode(typeId, archiveType, code)
    const found = message
      ? { name: text(message.name), description: text(message.description), channel: text(message.channelVarname) }
      : null
    messages.set(key, found)
    return found
  }

  return (row: ReturnType<Book['events']['query']>['rows'][number]): EventRow => {
    let station = stations.get(row.equipmentId)
    if (station === undefined) {
      station = book.stations.byEquipment(row.equipmentId) ?? null
      stations.set(row.equipmentId, station)
    }
    const message = messageOf(station?.equipmentTypeId, row.archiveType, row.code)
    return {
      ...row,
      entries: Object.entries(row.entries),
      id: 0,
      stationId: station?.id ?? null,
      stationName: station?.name ?? null,
      messageName: message?.name ?? null,
      messageDescription: message?.description ?? null,
      channelVarname: message?.channel ?? null,
    }
  }
}
