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

/** Entries that have a column of their own; what else an event has goes into 'other entries'. */
const OWN_COLUMNS = new Set(['Code', 'CodeDescription', 'ValCode', 'Izm'])

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
  const { stationOf, messageOf } = lookUps(source)

  function* rows(): Generator<Cell[]> {
    for (const event of book.events.iterate(bookFilter, desc)) {
      const station = stationOf(event.equipmentId)
      const message = messageOf(station, event.archiveType, event.code)
      yield [
        event.atMs,
        station?.name ?? null,
        event.archiveType,
        event.entries['Code'],
        message?.name ?? null,
        event.entries['CodeDescription'] ?? message?.description ?? null,
        event.entries['ValCode'],
        event.entries['Izm'],
        others(event.entries),
        station?.equipmentSerialNumber ?? null,
        station?.id ?? null,
        event.equipmentId,
        event.atMs / 1000,
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

/** Stations and messages are looked up once each: a log of a million events has a few hundred of them. */
function lookUps({ book }: Source) {
  const stations = new Map<number, ExportStation | undefined>()
  const messages = new Map<string, Message | undefined>()
  return {
    stationOf(equipmentId: number): ExportStation | undefined {
      if (!stations.has(equipmentId)) stations.set(equipmentId, book.stations.byEquipment(equipmentId))
      return stations.get(equipmentId)
    },
    messageOf(station: ExportStation | undefined, archiveType: string, code: string | null): Message | undefined {
      if (!station || station.equipmentTypeId === null || code === null) return undefined
      const name = `${station.equipmentTypeId}\n${archiveType}\n${code}`
      if (!messages.has(name)) messages.set(name, book.messages.decode(station.equipmentTypeId, archiveType, code))
      return messages.get(name)
    },
  }
}

/** A message of the filter as people read it. */
const said = ({ code, description }: { code: string | null; description: string | null }) =>
  [code, description].filter(Boolean).join(' ')

function others(entries: Record<string, Verbatim>): Cell {
  const rest = Object.entries(entries).filter(([name]) => !OWN_COLUMNS.has(name))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
