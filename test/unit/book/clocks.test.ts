import { describe, expect, test } from 'vitest'
import { clockOf } from '../../../electron/analysis/station/clock.ts'
import { openBook } from '../../../electron/book/index.ts'
import { NO_WISH } from '../../../electron/contract/time/gas-clock.ts'
import { NOW, station, tempBook } from './fixtures.ts'

const usual = { zone: 'Europe/Moscow', contractHour: 10 }

function bookOfTwo() {
  const book = tempBook()
  book.stations.put([station({ id: 1 }), station({ id: 2 }), station({ id: 3 })], NOW)
  return book
}

describe('the clock of a station', () => {
  test('is its own before the book’s before the preferences’, zone and hour each', () => {
    const book = bookOfTwo()
    expect(clockOf(book, [1], usual)).toEqual({ ...usual, zoneFrom: 'preferences', hourFrom: 'preferences' })
    book.clocks.setOfBook({ timeZone: 'Asia/Omsk', contractHour: null })
    expect(clockOf(book, [1], usual)).toEqual({
      zone: 'Asia/Omsk',
      contractHour: 10,
      zoneFrom: 'book',
      hourFrom: 'preferences',
    })
    book.clocks.setOfStations([1], { timeZone: null, contractHour: 0 })
    expect(clockOf(book, [1], usual)).toEqual({
      zone: 'Asia/Omsk',
      contractHour: 0,
      zoneFrom: 'book',
      hourFrom: 'station',
    })
    // Several stations have one clock: the book's.
    expect(clockOf(book, [1, 2], usual)).toMatchObject({ contractHour: 10, hourFrom: 'preferences' })
    expect(clockOf(book, [], usual).zoneFrom).toBe('book')
  })

  test('travels with the book, and goes when both are taken away', () => {
    const book = bookOfTwo()
    book.clocks.setOfBook({ timeZone: null, contractHour: 7 })
    book.clocks.setOfStations([1, 3], { timeZone: 'Europe/Samara', contractHour: 9 })
    book.clocks.setOfStations([2], { timeZone: null, contractHour: 5 })
    const there = openBook(book.file, { mode: 'read', now: () => NOW })
    try {
      expect(there.clocks.ofBook()).toEqual({ timeZone: null, contractHour: 7 })
      expect(there.clocks.ofStations()).toEqual([
        { timeZone: 'Europe/Samara', contractHour: 9, ids: [1, 3] },
        { timeZone: null, contractHour: 5, ids: [2] },
      ])
    } finally {
      there.close()
    }
    book.clocks.setOfStations([1, 2, 3], NO_WISH)
    book.clocks.setOfBook(NO_WISH)
    expect([book.clocks.ofStations(), book.clocks.ofBook()]).toEqual([[], NO_WISH])
    expect(book.db.prepare('SELECT count(*) FROM station_clock').pluck().get()).toBe(0)
  })

  test('of a station that is not there changes nothing', () => {
    const book = bookOfTwo()
    expect(() => book.page(() => book.clocks.setOfStations([1, 99], { timeZone: null, contractHour: 3 }))).toThrow()
    expect(book.clocks.ofStations()).toEqual([])
  })

  test('that nobody can read counts as not said: a book may come from anywhere', () => {
    const book = bookOfTwo()
    book.clocks.setOfStations([1], { timeZone: 'Mars/Olympus_Mons', contractHour: 4 })
    book.clocks.setOfStations([2], { timeZone: 'Mars/Olympus_Mons', contractHour: null })
    expect(book.clocks.ofStation(1)).toEqual({ timeZone: null, contractHour: 4 })
    expect(book.clocks.ofStations()).toEqual([{ timeZone: null, contractHour: 4, ids: [1] }])
    for (const found of ['text', 5, null, { timeZone: 7, contractHour: 24 }, { contractHour: 1.5 }]) {
      book.meta.set('clock', found)
      expect(book.clocks.ofBook()).toEqual(NO_WISH)
    }
  })
})
