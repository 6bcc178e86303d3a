import { cutTo } from '../../contract/device-time.ts'
import { SESSION_FIELDS } from '../../contract/fields/sessions.ts'
import type { UnitTime } from '../../book/index.ts'
import type { Session } from '../../contract/records.ts'
import { timeRange } from '../../contract/time/zone.ts'
import { OF_STATIONS, OF_DAYS, type ExportKind } from '../kind.ts'
import type { SessionsRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutSpan, aboutStations, filled, paged, stationsOf, type ExportStation, type Source } from './source.ts'
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
  const idsOf = (unit: UnitTime) => book.sessions.ids({ telemetryId: unit.telemetryId, ...cutTo(range, unit.fromMs, unit.toMs) })
  const countOf = (station: ExportStation) => book.stations.units(station.id).reduce((sum, unit) => sum + idsOf(unit).length, 0)

  function* sessions(): Generator<Row> {
    for (const station of stations) {
      for (const unit of book.stations.units(station.id))
        for (const session of paged(idsOf(unit), book.sessions.some)) yield { station, session }
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
