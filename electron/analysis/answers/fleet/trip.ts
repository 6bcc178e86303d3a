import type { Book } from '../../../book/index.ts'
import type { VisitRow } from '../../../contract/fleet.ts'
import type { TripStop } from '../../../contract/trip.ts'
import type { Fleet } from './fleet.ts'

/** A line of a visit list: a ranked visit, or a stop of a trip (`place`), of which nothing need be to be said. */
export type VisitLine = Omit<TripStop, 'place'> & { place: number | null }

/** Ranked visits as lines of a list, with the coordinates that were typed in. */
export function visitLines(book: Book, visits: readonly VisitRow[]): VisitLine[] {
  const places = book.typed.all('coordinates')
  return visits.map((visit) => {
    const { stationId, stationName, consumerId, consumerName } = visit
    return { place: null, stationId, stationName, consumerId, consumerName, coordinates: places.get(stationId)?.value ?? null, visit }
  })
}

/** The stops of the trip in their own order; `among`: of these stations alone. */
export function tripStops(book: Book, { visits }: Fleet, among?: readonly number[]): TripStop[] {
  const wanted = among && new Set(among)
  const ids = book.trip.stationIds().filter((id) => wanted?.has(id) !== false)
  const places = book.typed.all('coordinates')
  const ranked = new Map(visits.map((visit) => [visit.stationId, visit]))
  return book.stations.some(ids).map(({ id, name, customerId, consumerName }, at) => ({
    place: at + 1,
    stationId: id,
    stationName: name === '' ? null : name,
    consumerId: customerId,
    consumerName,
    coordinates: places.get(id)?.value ?? null,
    visit: ranked.get(id) ?? null,
  }))
}
