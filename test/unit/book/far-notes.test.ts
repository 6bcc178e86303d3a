import { expect, test } from 'vitest'
import { notes } from '../../../electron/contract/notes.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { NOW, station, tempBook } from './fixtures.ts'

const FAR = [0, Date.UTC(1989, 11, 31), Date.UTC(5000, 0, 1), Date.UTC(9999, 11, 31), 1e17, -1e17]
const CONTENT = { toMs: null, kind: 'visit', author: 'x', text: 'far' } as const
const code = expect.objectContaining({ code: 'TIME_TOO_FAR' }) as Error

test.each(FAR)('a note about %d is refused by the contract and by the book, and nothing is written', (fromMs) => {
  const schema = notes.write['~orpc'].inputSchema
  const parsed = schema?.['~standard'].validate({ stationId: 1, ...CONTENT, fromMs, photos: [] })
  // What no double counts exactly is no whole number to begin with.
  expect(parsed).toMatchObject({ issues: Number.isSafeInteger(fromMs) ? [{ message: 'TIME_TOO_FAR' }] : (expect.any(Array) as unknown) })
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  expect(() => book.notes.add(1, { ...CONTENT, fromMs }, [], NOW)).toThrow(code)
  const { id } = book.notes.add(1, { ...CONTENT, fromMs: NOW }, [], NOW)
  expect(() => book.notes.change(id, { ...CONTENT, fromMs }, { kept: [], news: [] }, NOW)).toThrow(code)
  expect(book.notes.query({}).rows).toMatchObject([{ id, fromMs: NOW }])
})

test.each([1e17, -1e17, 8.64e15 + 1, Number.NaN, 1e300])('a clock shows %d, which is no moment, as the number', (atMs) => {
  for (const zone of ['UTC', 'Europe/Moscow']) {
    const clock = zoneClock(zone)
    expect([clock.wall(atMs), clock.iso(atMs), clock.dayAt(atMs)]).toEqual([String(atMs), String(atMs), String(atMs)])
  }
})
