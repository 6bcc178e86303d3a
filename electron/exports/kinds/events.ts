import { eventReferences } from '../../analysis/event-references.ts'
import { defined } from '../../contract/defined.ts'
import type { Verbatim } from '../../contract/records.ts'
import type { EventsRequest } from '../request.ts'
import type { Cell, Column, Table } from '../table.ts'
import {
  aboutMoments,
  aboutStations,
  archiveColumn,
  column,
  directoryNames,
  stationsOf,
  type Source,
} from './source.ts'

/**
 * The event log as shown: the same filter, order and time zone. Codes stay as they came; beside them stands what the
 * message reference says of them.
 */
export function eventsTable(source: Source, { filter }: EventsRequest): Table {
  const { book, words } = source
  const { stationIds, archiveTypes, codes, messages, text, fromMs, toMs, desc = false } = filter
  const chosen = stationIds === undefined ? null : stationsOf(source, stationIds)
  const equipmentIds = chosen?.flatMap(({ equipmentId }) => equipmentId ?? [])
  const bookFilter = defined({ equipmentIds, archiveTypes, codes, messages, text, fromMs, toMs })
  const cellsOf = eventCells(source)

  function* rows(): Generator<Cell[]> {
    for (const event of book.events.iterate(bookFilter, desc)) yield cellsOf(event)
  }

  return {
    title: words('events'),
    expected: book.events.count(bookFilter),
    about: aboutEvents(source, filter),
    columns: eventColumns(source),
    rows: rows(),
  }
}

/** The lines of 'about' that say which events. */
export function aboutEvents(source: Source, filter: EventsRequest['filter']): [string, string][] {
  const { words, names } = source
  const { stationIds, archiveTypes, codes, messages, text, fromMs, toMs } = filter
  return [
    stationIds === undefined
      ? [words('stations'), words('all')]
      : aboutStations(source, stationsOf(source, stationIds)),
    [
      words('archive_type'),
      archiveTypes === undefined ? words('all') : archiveTypes.map((code) => names.archive(code)).join(', '),
    ],
    aboutMoments(source, fromMs, toMs),
    [
      words('filter'),
      [text?.trim(), ...(codes ?? []), ...(messages ?? []).map(saidMessage)].filter(Boolean).join(', ') || words('all'),
    ],
  ]
}

export const eventColumns = (source: Source): Column[] => [
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
]

/** Makes the cells of events, in the order of their columns. */
export function eventCells({ book }: Source) {
  const { stationOf, messageOf } = eventReferences(book)
  const cellsOf = cellsOfEntries()
  return ({ atMs, equipmentId, archiveType, code, entries }: BookEvent): Cell[] => {
    const station = stationOf(equipmentId)
    const message = messageOf(station, archiveType, code)
    const cells = cellsOf(entries)
    return [
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
type BookEvent = ReturnType<Source['book']['events']['query']>['rows'][number]

/** The cells of entries, made once for all events that share them. */
function cellsOfEntries() {
  const said = new WeakMap<Entries, ReturnType<typeof cellsIn>>()
  return (entries: Entries) => {
    const known = said.get(entries)
    if (known) return known
    const cells = cellsIn(entries)
    said.set(entries, cells)
    return cells
  }
}

type Entries = Readonly<Record<string, Verbatim>>

function cellsIn(entries: Entries) {
  const { Code: code, CodeDescription: description, ValCode: valCode, Izm: izm, ...rest } = entries
  const others: Cell = Object.keys(rest).length === 0 ? undefined : rest
  return { code, description, valCode, izm, others }
}

/** A message of the filter, as people read it. */
export const saidMessage = ({ code, description }: { code: string | null; description: string | null }) =>
  [code, description].filter(Boolean).join(' ')
