import type { SessionsRequest } from '../request.ts'
import type { Cell, Table } from '../table.ts'
import { aboutSpan, aboutStations, column, stationsOf, timeRange, type Source } from './source.ts'

const PAGE = 1000

/** Communication sessions of the chosen stations, by time, with all 16 fields of the service. */
export function sessionsTable(source: Source, request: SessionsRequest): Table {
  const { book, words, clock } = source
  const stations = stationsOf(source, request.stationIds)
  const range = timeRange(clock, request.from, request.to)

  function* rows(): Generator<Cell[]> {
    for (const { id, name, telemetryId } of stations) {
      if (telemetryId === null) continue
      for (let offset = 0; ; offset += PAGE) {
        const page = book.sessions.query({ telemetryId, ...range, offset, limit: PAGE }).rows
        for (const session of page) {
          yield [
            session.atMs,
            name,
            session.state,
            session.evtid,
            session.trycnt,
            session.tryfl,
            session.btm,
            session.rssi,
            session.bsg,
            session.gettime,
            session.nextSessionMs,
            session.referenceparameterSeanceStatusId,
            session.durationSession,
            session.sessionTraffic,
            session.millisecond,
            session.id,
            id,
            telemetryId,
            session.atMs / 1000,
          ]
        }
        if (page.length < PAGE) break
      }
    }
  }

  const counted = stations.reduce(
    (sum, { telemetryId }) =>
      telemetryId === null ? sum : sum + book.sessions.query({ telemetryId, ...range, limit: 0 }).total,
    0,
  )
  return {
    title: words('sessions'),
    expected: counted,
    about: [aboutStations(source, stations), aboutSpan(source, request.from, request.to)],
    columns: [
      column(source, 'event_time', 'time'),
      column(source, 'station', 'text'),
      column(source, 'state', 'code'),
      column(source, 'Evtid', 'code'),
      column(source, 'Trycnt', 'value'),
      column(source, 'Tryfl', 'code'),
      column(source, 'Btm', 'value'),
      column(source, 'Rssi', 'value'),
      column(source, 'Bsg', 'value'),
      column(source, 'gettime', 'code'),
      column(source, 'next_session_time', 'time'),
      column(source, 'referenceparameter_seance_status_id', 'code'),
      column(source, 'duration_session', 'value'),
      column(source, 'session_traffic', 'value'),
      column(source, 'millisecond', 'value'),
      column(source, 'id', 'code'),
      column(source, 'station_id', 'code'),
      column(source, 'telemetry_id', 'code'),
      column(source, 'unix_time', 'value'),
    ],
    rows: rows(),
  }
}
