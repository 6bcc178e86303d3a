import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBooks } from '../../../electron/book/sharing/merge.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { NOW, numRuns, station, tempBook, tempFolder } from './fixtures.ts'

/** The own order of a trip: said as a whole, kept, merged. */

const IDS = [1, 2, 3, 4, 5, 6]
const stations = () => IDS.map((id) => station({ id }))

test('a trip is said as a whole; what is taken out stays out', () => {
  const book = tempBook()
  book.stations.put(stations(), NOW)
  expect(book.trip.stationIds()).toEqual([])
  book.trip.say([3, 1, 2], NOW)
  expect(book.trip.stationIds()).toEqual([3, 1, 2])
  book.trip.say([2, 3, 5], NOW + 1)
  expect(book.trip.stationIds()).toEqual([2, 3, 5])
  expect(book.db.prepare('SELECT place, station_id FROM v_trip').raw().all()).toEqual([
    [1, 2],
    [2, 3],
    [3, 5],
  ])
  // A clock that was put back: the last word is still the last one.
  book.trip.say([5, 4], NOW - 1000)
  expect(book.trip.stationIds()).toEqual([5, 4])
  book.trip.say([], NOW)
  expect(book.trip.stationIds()).toEqual([])
  expect(() => book.trip.say([99], NOW)).toThrow()
})

function written(words: readonly (readonly [ids: readonly number[], at: number])[]): string {
  const file = join(tempFolder(), 'a.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put(stations(), NOW - 5000)
  for (const [ids, at] of words) book.trip.say(ids, NOW - 1000 + at)
  book.close()
  return file
}
function merged(own: string, ...others: string[]): number[] {
  for (const other of others)
    mergeBooks(
      { file: own, other, isDryRun: false, nowMs: NOW },
      () => undefined,
      () => false,
    )
  const book: Book = openBook(own, { mode: 'read', now: () => NOW })
  try {
    return book.trip.stationIds()
  } finally {
    book.close()
  }
}

test('of two books the later trip comes first in its order; stations that it has no word of follow, what it took out does not', () => {
  const mine = () => written([[[1, 2, 3], 1]])
  const theirs = () =>
    written([
      [[2, 4], 2],
      [[5, 4], 3],
    ])
  expect(merged(mine(), theirs())).toEqual([5, 4, 1, 3])
  expect(merged(theirs(), mine())).toEqual([5, 4, 1, 3])
})

test('the order of merges does not matter, and a second merge changes nothing', () => {
  const word = fc.tuple(fc.shuffledSubarray(IDS), fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { minLength: 1, maxLength: 3 }), (a, b) => {
      const all = merged(written(a), written(b))
      expect(merged(written(b), written(a))).toEqual(all)
      const twice = written(b)
      expect(merged(written(a), twice, twice)).toEqual(all)
      expect(new Set(all).size).toBe(all.length)
    }),
    { numRuns: numRuns(4, 60) },
  )
}, 60_000)
