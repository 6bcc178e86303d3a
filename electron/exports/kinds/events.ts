import type { Message, Verbatim } from '../../contract/records.ts'
import type { EventsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import {
  aboutMoments,
  aboutStations,
  archiveColumn,
  column,
  directoryNames,
  stationsOf,
  type ExportStation,
  type Source,
} from './source.ts'

/**
 * The event log as shown: the same filter, order and time zone. Codes stay as they came; beside them stands what the
 * message reference says of them.
 */
export function eventsTable(source: Source, { filter }: EventsRequest): Table {
  const { book, words, names } = source
  const { stationIds, archiveTypes, codes, messages, text, fromMs, toMs, desc = false } = filter
  const chosen = stationIds === undefined ? null : stationsOf(source, stationIds)
  const bookFilter = {
    ...(chosen === null ? {} : { equipmentIds: chosen.flatMap(({ equipmentId }) => equipmentId ?? []) }),
    ...(archiveTypes === undefined ? {} : { archiveTypes }),
    ...(codes === undefined ? {} : { codes }),
    ...(messages === undefined ? {} : { messages }),
    ...(text === undefined ? {} : { text }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  }
  const { stationOf, messageOf, cellsOf } = lookUps(source)

  function* rows(): Generator<Cell[]> {
    for (const { atMs, equipmentId, archiveType, code, entries } of book.events.iterate(bookFilter, desc)) {
      const station = stationOf(equipmentId)
      const message = messageOf(station, archiveType, code)
      const cells = cellsOf(entries)
      yield [
        atMs,
        station?.name ?? null,
        archiveType,
        cells.code,
        message?.name ?? null,
        cells.description ?? message?.description ?? null,
        cells.valCode,
        cells.izm,
        cells.others,
        station?.equipmentSerialNumber ?? null,
        station?.id ?? null,
        equipmentId,
        atMs / 1000,
      ]
    }
  }

  return {
    title: words('events'),
    expected: book.events.count(bookFilter),
    about: [
      chosen === null ? [words('stations'), words('all')] : aboutStations(source, chosen),
      [
        words('archive_type'),
        archiveTypes === undefined ? words('all') : archiveTypes.map((code) => names.archive(code)).join(', '),
      ],
      aboutMoments(source, fromMs, toMs),
      [
        words('filter'),
        [text?.trim(), ...(codes ?? []), ...(messages ?? []).map(said)].filter(Boolean).join(', ') || words('all'),
      ],
    ],
    columns: [
      column(source, 'time', 'instant'),
      column(source, 'station', 'text'),
      archiveColumn(source, directoryNames(source, [])),
      column(source, 'code', 'text'),
      column(source, 'message', 'text'),
      column(source, 'description', 'text'),
      { ...column(source, 'val_code', 'value'), unitKey: 'izm' },
      column(source, 'izm', 'text'),
      column(source, 'entries', 'object'),
      column(source, 'equipment_serial_number', 'text'),
      column(source, 'station_id', 'code'),
      column(source, 'equipment_id', 'code'),
      column(source, 'unix_time', 'value'),
    ],
    rows: rows(),
  }
}

/** Looks up what many events share, once each: stations, messages of the reference, and the cells of their entries. */
function lookUps({ book }: Source) {
  const messagesOf = (typeId: number) =>
    remembering((archiveType: string) => remembering((code: string) => book.messages.decode(typeId, archiveType, code)))
  const messages = remembering(messagesOf)
  const said = new WeakMap<Entries, ReturnType<typeof cellsIn>>()
  return {
    stationOf: remembering((equipmentId: number) => book.stations.byEquipment(equipmentId)),
    messageOf(station: ExportStation | undefined, archiveType: string, code: string | null): Message | undefined {
      if (!station || station.equipmentTypeId === null || code === null) return undefined
      return messages(station.equipmentTypeId)(archiveType)(code)
    },
    cellsOf(entries: Entries) {
      const known = said.get(entries)
      if (known) return known
      const cells = cellsIn(entries)
      said.set(entries, cells)
      return cells
    },
  }
}

/** Calls `find` once for each key. */
function remembering<K, V>(find: (key: K) => V): (key: K) => V {
  const found = new Map<K, V>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined || found.has(key)) return known as V
    const value = find(key)
    found.set(key, value)
    return value
  }
}

type Entries = Readonly<Record<string, Verbatim>>

function cellsIn(entries: Entries) {
  const { Code: code, CodeDescription: description, ValCode: valCode, Izm: izm, ...rest } = entries
  const others: Cell = Object.keys(rest).length === 0 ? undefined : rest
  return { code, description, valCode, izm, others }
}

/** A message of the filter, as people read it. */
const said = ({ code, description }: { code: string | null; description: string | null }) =>
  [code, description].filter(Boolean).join(' ')
