import type { Book } from '../book/book.ts'
import { defined } from '../contract/defined.ts'
import type { Plan } from '../contract/downloads.ts'
import { MeterbookError } from '../contract/errors.ts'
import type { NamedTrip, StationsMeant, TripChoices } from '../contract/named-trips.ts'
import { addDays, dayAt } from '../contract/time/day.ts'

/** The stations that are meant, by what the book knows now. */
function stationsOf(meant: StationsMeant, book: Book): 'all' | number[] {
  switch (meant.of) {
    case 'all':
      return 'all'
    case 'these':
      return meant.ids
    case 'order':
      return book.trip.stationIds()
    case 'filter': {
      const { of: _, ...filter } = meant
      return book.stations.ids(defined(filter))
    }
  }
}

/** How many stations are meant; null: all of a list that is not in the book yet. */
export function countOf(meant: StationsMeant, book: Book): number | null {
  const ids = stationsOf(meant, book)
  if (ids !== 'all') return ids.length
  const listed = book.stations.listedCount()
  return listed === 0 && book.stations.count() === 0 ? null : listed
}

/**
 * What a run of a trip asks for now: its days count back from today, in UTC as the service's, and its stations are those that are meant.
 * Throws NOTHING_CHOSEN where these are none.
 */
export function tripPlan(choices: TripChoices & Partial<Pick<NamedTrip, 'folded'>>, book: Book, nowMs: number): Plan {
  const { span, archives, views, refresh, energyVarname, folded } = choices
  const stations = stationsOf(choices.stations, book)
  if (stations !== 'all' && stations.length === 0) throw new MeterbookError('NOTHING_CHOSEN')
  const today = dayAt(nowMs)
  return {
    stations,
    archives,
    views,
    span: 'days' in span ? { from: addDays(today, 1 - span.days), to: today } : span,
    refresh,
    ...defined({ energyVarname, trip: folded }),
  }
}
