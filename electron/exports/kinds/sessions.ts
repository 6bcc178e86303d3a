import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'
import type { Session } from '../../contract/records.ts'
import { timeRange } from '../../contract/time/zone.ts'
import { OF_STATIONS, OF_DAYS, type ExportKind } from '../kind.ts'
import type { SessionsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutSpan, aboutStations, filled, paged, stationsOf, type ExportStation, type Source } from './source.ts'
import { cutTo } from '../../analysis/answers/session-columns.ts'
import { fieldsOf } from './fields.ts'

export const sessions: ExportKind<'sessions'> = {
  ...OF_STATIONS,
  ...OF_DAYS,
  rows: sessionsTable,
  title: 'sessions',
}

interface Row {
  station: ExportStation
  session: Session
}
const { field, withOthers } = fieldsOf(SESSION_FIELDS, ({ session }: Row) => session)

/** Communication sessions of the chosen stations, by time, with all 16 fields of the service. */
function sessionsTable(source: Source, request: SessionsRequest): Table {
  const { book, words, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const range = timeRange(clock, request.from, request.to)
  // Every unit that a station had, in its time there; unless the book says nothing of them, that of now.
  const unitsOf = ({ id, telemetryId }: ExportStation) => {
    const known = book.stations.units(id)
    return known.length > 0 || telemetryId === null ? known : [{ telemetryId, fromMs: null, toMs: null }]
  }
  const idsOf = (unit: ReturnType<typeof unitsOf>[number]) => book.sessions.ids({ telemetryId: unit.telemetryId, ...cutTo(range, unit) })
  const countOf = (station: ExportStation) => unitsOf(station).reduce((sum, unit) => sum + idsOf(unit).length, 0)

  function* sessions(): Generator<Row> {
    for (const station of stations) {
      for (const unit of unitsOf(station)) for (const session of paged(idsOf(unit), book.sessions.some)) yield { station, session }
    }
  }

  return {
    title: words('sessions'),
    expected: stations.reduce((sum, station) => sum + countOf(station), 0),
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    ...filled(
      source,
      sessions(),
      withOthers(
        [field('atMs'), ['station', 'text', ({ station }) => station.name], field('state')],
        [
          field('id'),
          ['station_id', 'code', ({ station }) => station.id],
          ['telemetry_id', 'code', ({ session }) => session.telemetryId],
          ['unix_time', 'value', ({ session }) => session.atMs / 1000],
        ],
      ),
    ),
  }
}
