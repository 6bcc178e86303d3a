import { defined } from '../../contract/defined.ts'
import type { EventsRequest } from '../request.ts'
import { fromPieces, type Block, type Column, type Pieces, type Table } from '../table.ts'
import { devicesOf as eventDevicesOf } from '../../analysis/events/log.ts'
import { eventPieces } from './event-pieces.ts'
import { aboutMoments, aboutStations, archiveColumn, column, directoryNames, stationsOf, type Source } from './source.ts'

/**
 * The event log as shown: the same filter, order and time zone. Codes stay as they came; beside them stands what the
 * message reference says of them.
 */
export function eventsTable(source: Source, { filter }: EventsRequest): Table {
  const { book, words } = source
  const { stationIds, archiveTypes, codes, messages, text, fromMs, toMs, desc = false } = filter
  const chosen = stationIds === undefined ? null : stationsOf(source, stationIds)
  const devices =
    chosen === null
      ? {}
      : eventDevicesOf(
          book,
          chosen.map(({ id }) => id),
        )
  const bookFilter = defined({ ...devices, archiveTypes, codes, messages, text, fromMs, toMs })

  function* pieces(): Generator<Pieces> {
    const events = eventPieces(source)
    for (const keys of book.events.keys(bookFilter, desc)) {
      events.prepare(keys)
      for (let nth = 0; nth < keys.atMs.length; nth++) {
        const row = events.pieces(nth)
        if (row) yield row
      }
    }
  }

  function* blocks(): Generator<Block> {
    const events = eventPieces(source)
    for (const keys of book.events.keys(bookFilter, desc)) {
      events.prepare(keys)
      yield events.block()
    }
  }

  return {
    title: words('events'),
    paper: 'by-station',
    expected: book.events.count(bookFilter),
    about: aboutEvents(source, filter),
    columns: eventColumns(source),
    ...fromPieces(pieces()),
    blocks: blocks(),
  }
}

/** The lines of 'about' that say which events. */
export function aboutEvents(source: Source, filter: EventsRequest['filter']): [string, string][] {
  const { words, names } = source
  const { stationIds, archiveTypes, codes, messages, text, fromMs, toMs } = filter
  return [
    stationIds === undefined ? [words('stations'), words('all')] : aboutStations(source, stationsOf(source, stationIds)),
    [words('archive_type'), archiveTypes === undefined ? words('all') : archiveTypes.map((code) => names.archive(code)).join(', ')],
    aboutMoments(source, fromMs, toMs),
    [words('filter'), [text?.trim(), ...(codes ?? []), ...(messages ?? []).map(saidMessage)].filter(Boolean).join(', ') || words('all')],
  ]
}

export const eventColumns = (source: Source): Column[] => [
  column(source, 'time', 'instant'),
  { ...column(source, 'station', 'text'), isOfStation: true },
  archiveColumn(source, directoryNames(source, [])),
  column(source, 'code', 'text'),
  column(source, 'message', 'text'),
  column(source, 'description', 'text'),
  { ...column(source, 'val_code', 'value'), unitKey: 'izm', hasCodes: true },
  column(source, 'izm', 'text'),
  // All of it stands in the columns before.
  { ...column(source, 'entries', 'object'), offPaper: true },
  { ...column(source, 'equipment_serial_number', 'text'), isOfStation: true },
  { ...column(source, 'station_id', 'code'), offPaper: true },
  { ...column(source, 'equipment_id', 'code'), offPaper: true },
  { ...column(source, 'unix_time', 'value'), offPaper: true },
]

/** A message of the filter, as people read it. */
export const saidMessage = ({ code, description }: { code: string | null; description: string | null }) =>
  [code, description].filter(Boolean).join(' ')
