import { stationCalled } from '../contract/called.ts'
import { kindOf } from './kinds/index.ts'
import { stationsOf, type Source } from './kinds/source.ts'
import type { ExportRequest } from './request.ts'

export interface StationOfRequest {
  stationId: number
  /** What people call the station. */
  title: string
  /** The request, narrowed to this station. */
  request: ExportRequest
}

/** A request once for each of its stations, in their natural order, namesakes with their serial numbers; null where its rows are not of single stations. */
export function ofEachStation(source: Source, request: ExportRequest): Generator<StationOfRequest> | null {
  const ask = kindOf(request).apart?.(request)
  if (!ask) return null
  const stations = stationsOf(source, ask.ids ?? source.book.stations.ids({}))
  const namesakes = Map.groupBy(stations, stationCalled)
  return (function* () {
    for (const station of stations) {
      const name = stationCalled(station)
      const serial = (namesakes.get(name)?.length ?? 0) > 1 ? station.equipmentSerialNumber : null
      yield { stationId: station.id, title: [name, serial].filter(Boolean).join(' '), request: ask.about(station.id) }
    }
  })()
}
