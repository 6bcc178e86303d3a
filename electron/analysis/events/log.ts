import type { Book, EventFilter } from '../../book/index.ts'
import type { EventMessage, EventRow } from '../../contract/events.ts'
import { eventReferences } from './references.ts'
import { defined } from '../../contract/defined.ts'
import { EVENT_ARCHIVES, type EventArchive } from '../../contract/records.ts'
import { believedPart, stampBounds } from '../../contract/time/stamps.ts'

/** The event log as the window shows it: events joined with their stations and with what the message reference says. */

/** The book's filter, but for stations where the book knows devices. */
type AskedFilter = Omit<EventFilter, 'equipmentIds' | 'logTimes' | 'archiveTypes'> & {
  stationIds?: number[]
  archiveTypes?: EventArchive[]
}

export function filterOf(book: Book, { stationIds, ...filter }: AskedFilter): EventFilter {
  return stationIds ? { ...filter, ...devicesOf(book, stationIds) } : filter
}

/** The devices that stations had, and of those that were elsewhere too which part of their log. */
export function devicesOf(book: Book, stationIds: readonly number[]): Pick<EventFilter, 'equipmentIds' | 'logTimes'> {
  const byDevice = Map.groupBy(
    stationIds.flatMap((id) => book.stations.devices(id)),
    ({ equipmentId }) => equipmentId,
  )
  const logTimes = [...byDevice].flatMap(([equipmentId, [row, another]]) => {
    const { logAfterMs = null, logToMs = null } = row?.time ?? {}
    return another || (logAfterMs === null && logToMs === null) ? [] : [{ equipmentId, logAfterMs, logToMs }]
  })
  return { equipmentIds: [...byDevice.keys()], ...(logTimes.length > 0 ? { logTimes } : {}) }
}

/** A window of the log. `id` is the place of a row in the whole log. */
export function pageOf(book: Book, asked: AskedFilter, window: { desc: boolean; offset: number; limit: number }) {
  const { total, rows } = book.events.query({ ...filterOf(book, asked), ...window })
  return { total, rows: decoderOf(book)(rows).map((row, at) => ({ ...row, id: window.offset + at })) }
}

/** How many events of each archive lie in each of `buckets` equal parts of the filter's time. */
export function densityOf(book: Book, asked: AskedFilter, { buckets, nowMs }: { buckets: number; nowMs: number }) {
  const filter = filterOf(book, asked)
  const [fromMs, toMs] = rangeOf(filter, book, nowMs)
  const counts = fromMs === null || toMs === null ? {} : book.events.density({ ...filter, fromMs, toMs }, buckets)
  const archives = Object.entries(counts).map(([archiveType, list]) => ({ archiveType, counts: list }))
  return { fromMs: fromMs ?? 0, toMs: toMs ?? 0, archives }
}

/** The codes that occur, archive by archive; one without a description of its own has the name of the reference. */
export function codesOf(book: Book, asked: AskedFilter) {
  const filter = filterOf(book, asked)
  const typeId = typeOf(asked.stationIds, book)
  return (asked.archiveTypes ?? EVENT_ARCHIVES).flatMap((archiveType) =>
    book.events.codes({ ...filter, archiveTypes: [archiveType] }).map(({ code, description, events }) => ({
      archiveType,
      code,
      description,
      messageName: description ? null : nameOf(book, typeId, archiveType, code),
      events,
    })),
  )
}

/** Other stations that have had the same message; a code without a description means the same on devices of one type only. */
export function placesOf(
  book: Book,
  { message, exceptStationId, limit }: { message: EventMessage; exceptStationId?: number; limit: number },
) {
  const except = exceptStationId === undefined ? null : book.stations.get(exceptStationId)
  const type = message.description ? null : except?.equipmentTypeId
  const places = book.events.places(message, {
    ...(except?.equipmentId ? { exceptEquipmentId: except.equipmentId } : {}),
    ...(type ? { equipmentTypeId: type } : {}),
    limit,
  })
  const stations = book.stations.byEquipment(places.map(({ equipmentId }) => equipmentId))
  return places.flatMap(({ equipmentId, events, lastMs }) => {
    const station = stations.get(equipmentId)
    return station ? [{ stationId: station.id, stationName: station.name, events, lastMs }] : []
  })
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
  return [message?.name, message?.description].find((text) => typeof text === 'string' && text !== '')?.toString() ?? null
}

/** The filter's times; where it is open, those of the first and last event that pass and whose stamps are believed. */
function rangeOf(filter: EventFilter, book: Book, nowMs: number): [number | null, number | null] {
  const believed = { ...filter, ...believedPart(defined(filter), stampBounds({ nowMs })) }
  const edge = (desc: boolean) => book.events.query({ ...believed, desc, limit: 1 }).rows[0]?.atMs ?? null
  return [filter.fromMs ?? edge(false), filter.toMs ?? edge(true)]
}

type BookEvent = ReturnType<Book['events']['query']>['rows'][number]

/** Puts station and message reference to events; looks each device and code up once. */
export function decoderOf(book: Book) {
  const { meet, stationOf, messageOf } = eventReferences(book)
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

  return (rows: readonly BookEvent[]): EventRow[] => {
    meet(rows.map(({ equipmentId }) => equipmentId))
    return rows.map((row) => {
      const station = stationOf(row.equipmentId, row.atMs)
      const message = messageOf(station, row.archiveType, row.code)
      return {
        ...row,
        entries: Object.entries(row.entries),
        id: 0,
        stationId: station?.id ?? null,
        stationName: station?.name ?? null,
        messageName: text(message?.name),
        messageDescription: text(message?.description),
        channelVarname: text(message?.channelVarname),
      }
    })
  }
}
