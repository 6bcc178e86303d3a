import { expect, test } from 'vitest'
import { countOf, tripPlan } from '../../../electron/downloads/trip-plan.ts'
import type { StationsMeant, TripChoices } from '../../../electron/contract/named-trips.ts'
import { NOW, station, tempBook } from '../book/fixtures.ts'

/** What a run of a trip asks for: its stations and days as they are now. NOW: 15 January 2026, 12:00 UTC. */

const choices: TripChoices = {
  stations: { of: 'all' },
  archives: ['hourly'],
  views: ['general'],
  span: { days: 35 },
  refresh: false,
  fresh: null,
}

function ground() {
  const book = tempBook()
  book.stations.put(
    [1, 2, 3].map((id) => station({ id, name: `ГРП-${id}`, customerId: id === 3 ? 7 : 5 })),
    NOW,
  )
  return book
}

test.each<[meant: StationsMeant, stations: 'all' | number[]]>([
  [{ of: 'all' }, 'all'],
  [{ of: 'these', ids: [3, 1] }, [3, 1]],
  [{ of: 'filter', consumerId: 5 }, [1, 2]],
  [{ of: 'filter', text: 'грп-2' }, [2]],
  [{ of: 'order' }, [2, 1]],
])('%j', (stations, ids) => {
  const book = ground()
  book.trip.say([2, 1], NOW)
  expect(tripPlan({ ...choices, stations }, book, NOW).stations).toEqual(ids)
  expect(countOf(stations, book)).toBe(ids === 'all' ? 3 : ids.length)
})

test('days count back from today and move with it; fixed ones stay; the name goes along', () => {
  const book = ground()
  expect(tripPlan(choices, book, NOW).span).toEqual({ from: '2025-12-12', to: '2026-01-15' })
  expect(tripPlan(choices, book, NOW + 86_400_000).span).toEqual({ from: '2025-12-13', to: '2026-01-16' })
  expect(tripPlan({ ...choices, span: { days: 1 } }, book, NOW).span).toEqual({ from: '2026-01-15', to: '2026-01-15' })
  const fixed = { from: '2025-03-01', to: '2025-03-31' }
  expect(tripPlan({ ...choices, span: fixed, folded: 'март' }, book, NOW)).toEqual({
    ...{ stations: 'all', archives: ['hourly'], views: ['general'], refresh: false },
    span: fixed,
    trip: 'март',
  })
})

test('stations that are none now are said; of a list that is not there yet nobody knows how many', () => {
  const book = ground()
  expect(() => tripPlan({ ...choices, stations: { of: 'order' } }, book, NOW)).toThrow('NOTHING_CHOSEN')
  expect(() => tripPlan({ ...choices, stations: { of: 'filter', consumerId: 99 } }, book, NOW)).toThrow('NOTHING_CHOSEN')
  expect(countOf({ of: 'all' }, tempBook())).toBeNull()
})
