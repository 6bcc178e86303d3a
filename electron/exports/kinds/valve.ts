import { HOUR_MS } from '../../contract/time/units.ts'
import { withoutNoise } from '../../contract/units.ts'
import { OF_STATIONS, type ExportKind } from '../kind.ts'
import type { ValveRequest } from '../request.ts'
import type { Table } from '../table.ts'
import { aboutStations, filled, stationsOf, type Source } from './source.ts'

export const valve: ExportKind<'valve'> = {
  ...OF_STATIONS,
  rows: valveTable,
  title: 'valve',
}

/** Times in which valves were shut and open: since when, until when, how long. What has not ended lasts as long as the log was asked. */
function valveTable(source: Source, { stationIds, spans }: ValveRequest): Table {
  const { words } = source
  const stations = stationsOf(source, stationIds)
  const rows = stations.flatMap((station) => spans.filter(({ stationId }) => stationId === station.id).map((span) => ({ station, span })))
  return {
    title: words('valve'),
    expected: rows.length,
    about: [aboutStations(source, stations)],
    ...filled(source, rows, [
      ['station', 'text', ({ station }) => station.name],
      ['state', 'text', ({ span }) => span.state, { show: (state) => words(state === 'shut' ? 'valve_shut' : 'valve_open') }],
      ['from_time', 'time', ({ span }) => span.fromMs],
      ['to_time', 'time', ({ span }) => span.toMs],
      ['lasting_hours', 'value', ({ span }) => withoutNoise((span.knownToMs - span.fromMs) / HOUR_MS)],
      ['known_to', 'time', ({ span }) => span.knownToMs],
      ['station_id', 'code', ({ station }) => station.id],
    ]),
  }
}
