import { stationCalled } from '../contract/called.ts'
import { stationsOf, type Source } from './kinds/source.ts'
import type { ExportRequest } from './request.ts'

export interface StationOfRequest {
  /** What people call the station. */
  title: string
  /** The request, narrowed to this station. */
  request: ExportRequest
}

/** A request once for each of its stations, in their natural order, namesakes with their serial numbers; null where its rows are not of single stations. */
export function ofEachStation(source: Source, request: ExportRequest): Generator<StationOfRequest> | null {
  const ask = askOf(request)
  if (ask === null) return null
  const stations = stationsOf(source, ask.ids ?? source.book.stations.ids({}))
  const namesakes = Map.groupBy(stations, stationCalled)
  return (function* () {
    for (const station of stations) {
      const name = stationCalled(station)
      const serial = (namesakes.get(name)?.length ?? 0) > 1 ? station.equipmentSerialNumber : null
      yield { title: [name, serial].filter(Boolean).join(' '), request: ask.about(station.id) }
    }
  })()
}

/** Whose rows are asked for (all stations' where absent), and the question about one of them. */
function askOf(request: ExportRequest): { ids: readonly number[] | undefined; about: (id: number) => ExportRequest } | null {
  switch (request.kind) {
    case 'readings':
    case 'settings':
    case 'sessions':
    case 'coverage':
    case 'valve':
      return { ids: request.stationIds, about: (id) => ({ ...request, stationIds: [id] }) }
    case 'events':
      if (request.filter.grouped) return null
      return { ids: request.filter.stationIds, about: (id) => ({ ...request, filter: { ...request.filter, stationIds: [id] } }) }
    case 'findings':
      return { ids: request.filter.stationIds, about: (id) => ({ ...request, filter: { ...request.filter, stationIds: [id] } }) }
    case 'changes':
      return {
        ids: request.filter.stationIds ?? [...new Set(request.changes.map(({ stationId }) => stationId))],
        about: (id) => ({ ...request, changes: request.changes.filter(({ stationId }) => stationId === id) }),
      }
    case 'notes':
      return { ids: request.filter.stationIds, about: (id) => ({ ...request, filter: { ...request.filter, stationIds: [id] } }) }
    default:
      return null
  }
}
