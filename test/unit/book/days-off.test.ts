import { expect, test } from 'vitest'
import { loadStation } from '../../../electron/analysis/station/load/load.ts'
import { sharedGround } from '../../../electron/analysis/station/load/ground.ts'
import { openBook } from '../../../electron/book/index.ts'
import { NOW, station, tempBook } from './fixtures.ts'

const usual = { zone: 'Europe/Moscow', contractHour: 10 }

test('a book has nobody’s days off until somebody names a country, and keeps it', () => {
  const book = tempBook()
  expect(book.daysOff.get()).toBe('none')
  book.daysOff.set('RU')
  const there = openBook(book.file, { mode: 'read', now: () => NOW })
  try {
    expect(there.daysOff.get()).toBe('RU')
  } finally {
    there.close()
  }
})

test('a country that this program does not know is none', () => {
  const book = tempBook()
  book.meta.set('daysOff', 'ATLANTIS')
  expect(book.daysOff.get()).toBe('none')
})

test('stations are judged by it, and anew when it changes', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const digest = () => sharedGround(book, usual).digestOf({ id: 1, equipmentTypeId: null })
  const before = digest()
  book.daysOff.set('DE')
  expect(digest()).not.toBe(before)
  expect(loadStation(book, 1, NOW, { usual })?.daysOff).toBe('DE')
})
