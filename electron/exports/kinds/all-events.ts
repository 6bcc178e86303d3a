import { groupsOf, logOf } from '../../analysis/events/all.ts'
import type { LogFilter, LogGroup } from '../../contract/all-events.ts'
import { SITUATION_PARTS, type SituationPart } from '../../contract/event-log.ts'
import { calledBy } from '../../contract/called.ts'
import { defined } from '../../contract/defined.ts'
import { OF_FILTER, type ExportKind } from '../kind.ts'
import type { EventsRequest } from '../request.ts'
import { fromPieces, type Pieces, type Table } from '../table.ts'
import { eventPieces } from './event-pieces.ts'
import { aboutEvents, eventColumns, eventsTable, saidMessage } from './events.ts'
import { column, filled, providersCalled, type Field, type Source } from './source.ts'

type Filter = EventsRequest['filter']

export const events: ExportKind<'events'> = {
  ...OF_FILTER,
  rows: (source, request) => (isOfMany(request) ? logTable(source, request) : eventsTable(source, request)),
  apart: (request) => (request.filter.grouped ? null : OF_FILTER.apart(request)),
  title: ({ words }, { filter: { grouped, archiveTypes } }, archive) => {
    if (grouped) return [words(grouped.by === 'message' ? 'events_by_message' : 'events_by_station')]
    return [archive(archiveTypes) || words('events')]
  },
}

/** Whether a request needs the log of all stations: whose events, of which situations, or in groups. */
const isOfMany = ({ filter }: EventsRequest): boolean =>
  [
    filter.providerIds,
    filter.consumerIds,
    filter.situation,
    filter.grouped,
    filter.exceptMessages,
    filter.exceptStationIds,
    filter.exceptConsumerIds,
  ].some((part) => part !== undefined) ||
  filter.situations === true ||
  filter.byLasting === true

/** The log of all stations as shown: event by event with how long situations lasted, or its groups. */
function logTable(source: Source, { filter }: EventsRequest): Table {
  const { desc = false, byLasting, grouped, situations: _shown, ...asked } = filter
  const question: LogFilter = defined(asked)
  if (grouped) return groupTable(source, filter, groupsOf(source.book, question, grouped))
  const sort = { by: byLasting ? ('lastingMs' as const) : ('atMs' as const), desc }
  const { total, blocks, addedAt } = logOf(source.book, question, sort)
  const words = (part: SituationPart) => source.words(`situation_${part}`)
  function* pieces(): Generator<Pieces> {
    const events = eventPieces(source)
    for (const { keys, places } of blocks()) {
      events.prepare(keys)
      for (let nth = 0; nth < keys.atMs.length; nth++) {
        const event = events.pieces(nth)
        if (!event) continue
        const { consumerName, situation } = addedAt(places[nth] ?? 0)
        const lasting = situation?.part === 'begin' && situation.otherMs !== null ? situation.otherMs - event[0] : null
        yield [...event, consumerName, situation?.part ?? null, situation?.otherMs ?? null, lasting === null ? null : lasting / 1000]
      }
    }
  }
  return {
    title: source.words('events'),
    paper: 'by-station',
    expected: total,
    about: about(source, filter),
    columns: [
      ...eventColumns(source),
      column(source, 'consumer_name', 'text'),
      { ...column(source, 'situation', 'text'), show: (part) => (isPart(part) ? words(part) : '') },
      column(source, 'other_time', 'instant'),
      column(source, 'lasting', 'value'),
    ],
    ...fromPieces(pieces()),
  }
}

const isPart = (value: unknown): value is SituationPart => SITUATION_PARTS.some((part) => part === value)

function groupTable(source: Source, filter: Filter, groups: readonly LogGroup[]): Table {
  const counts: Field<LogGroup>[] = [
    ['event_count', 'value', ({ events }) => events],
    ['first_time', 'instant', ({ firstMs }) => firstMs],
    ['last_time', 'instant', ({ lastMs }) => lastMs],
    ['begun_count', 'value', ({ begun }) => begun],
    ['open_count', 'value', ({ open }) => open],
    ['lasting_sum', 'value', ({ lastingMs }) => lastingMs / 1000],
    ['lasting_longest', 'value', ({ longestMs }) => longestMs / 1000],
  ]
  const ofMessage: Field<LogGroup>[] = [
    ['code', 'text', ({ message }) => message?.code ?? null],
    ['description', 'text', ({ message, messageName }) => message?.description ?? messageName],
    ['archive_type', 'text', ({ message }) => message?.archiveType ?? null, { show: archiveName(source) }],
    ['station_count', 'value', ({ stations }) => stations],
  ]
  const ofStation: Field<LogGroup>[] = [
    ['station', 'text', ({ stationName }) => stationName],
    ['station_id', 'code', ({ stationId }) => stationId],
    ['consumer_name', 'text', ({ consumerName }) => consumerName],
  ]
  const isByMessage = filter.grouped?.by === 'message'
  return {
    title: source.words(isByMessage ? 'events_by_message' : 'events_by_station'),
    expected: groups.length,
    about: about(source, filter),
    ...filled(source, groups, [...(isByMessage ? ofMessage : ofStation), ...counts]),
  }
}

const archiveName = (source: Source) => (code: unknown) => (typeof code === 'string' && code !== '' ? source.names.archive(code) : '')

/** Which events, with the providers, consumers and situations that were chosen. */
function about(source: Source, filter: Filter): [string, string][] {
  const { book, words } = source
  const { providerIds, consumerIds, situation } = filter
  const lines = aboutEvents(source, filter)
  if (providerIds) lines.push([words('provider'), providersCalled(source, providerIds)])
  if (consumerIds)
    lines.push([words('consumer_name'), consumerIds.map((id) => calledBy(book.consumers.get(id)?.name ?? null, id)).join(', ')])
  const leftOut = exceptionsOf(source, filter)
  if (leftOut.length > 0) lines.push([words('left_out'), leftOut.join(', ')])
  if (situation) lines.push([words('situation'), words(situation === 'open' ? 'situation_open' : 'situation_begin')])
  return lines
}

/** The names of what is left out. */
const exceptionsOf = ({ book }: Source, { exceptMessages, exceptStationIds, exceptConsumerIds }: Filter): string[] => [
  ...(exceptMessages ?? []).map(saidMessage),
  ...(exceptStationIds ?? []).map((id) => calledBy(book.stations.get(id)?.name ?? null, id)),
  ...(exceptConsumerIds ?? []).map((id) => calledBy(book.consumers.get(id)?.name ?? null, id)),
]
