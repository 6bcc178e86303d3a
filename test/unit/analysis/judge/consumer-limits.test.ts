import { expect, test } from 'vitest'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { staleStations } from '../../../../electron/analysis/judge/stale.ts'
import { groundOf } from '../../../../electron/analysis/station/load/ground.ts'
import type { Book } from '../../../../electron/book/index.ts'
import { DAY_MS, HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { consumer, station, tempBook } from '../../book/fixtures.ts'

/** A consumer's limit is judged at its first station: what the others are told makes that one's judging stale. */

const usual = { zone: 'UTC', contractHour: 10 }
const FIRST_MS = Date.UTC(2026, 8, 1, 10)
const DAYS = 12
const nowMs = FIRST_MS + DAYS * DAY_MS
const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

/** Hours of a device, m³ each, from a day on. */
function put(book: Book, equipmentId: number, m3: number, fromDay: number, days: number): void {
  const key = { equipmentId, archiveType: 'hourly', view: 'general' } as const
  const fromMs = FIRST_MS + fromDay * DAY_MS
  book.page(() => {
    book.readings.put(
      key,
      Array.from({ length: days * 24 }, (_, hour) => ({ atMs: fromMs + (hour + 1) * HOUR_MS, values: { Vpriv: m3 } })),
    )
    book.coverage.mark(key, { from: day(fromMs), to: day(fromMs + days * DAY_MS) }, { state: 'fetched', fetchedAtMs: nowMs })
  })
}

/** Stations 1 and 2 of a consumer that may use 480 m³ a gas day, and 3 of nobody. The second had another device for four days. */
function bookOfConsumer(): Book {
  const book = tempBook()
  book.providers.put([{ id: 1, name: 'Газ', children: [] }])
  book.consumers.put([consumer(5, 'Завод')], { energyId: 1 })
  book.channels.put([
    {
      equipmentTypeId: 1,
      archiveTypeName: null,
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: null,
      channelVarname: 'Vpriv',
      unitName: 'м3',
    },
  ])
  book.stations.put([station({ id: 2, customerId: 5, equipmentId: 2002, equipmentSerialNumber: 'OLD' })], FIRST_MS)
  book.stations.put([station({ id: 1, customerId: 5 }), station({ id: 2, customerId: 5 }), station({ id: 3 })], FIRST_MS + 5 * DAY_MS)
  for (const id of [1, 3]) put(book, id + 1000, 10, 0, DAYS)
  put(book, 2002, 5, 0, 3)
  put(book, 1002, 5, 5, DAYS - 5)
  book.limits.say([{ owner: 'consumer', ownerId: 5, period: 'day', fromDay: null, toDay: null, m3: 480 }], 'Ильин')
  return book
}
const judge = (book: Book) => judgeBook(book, { usual, nowMs })
const stale = (book: Book) => staleStations(book, groundOf(book, usual), nowMs)
const exceeded = (book: Book, id: number) =>
  book.findings.ofStation(id).flatMap(({ rule, fromMs, measure }) => (rule === 'over_limit' ? [[day(fromMs), measure]] : []))

test('records of another station of the consumer make its limit be judged again, and nothing else is', async () => {
  const book = bookOfConsumer()
  await judge(book)
  expect(stale(book)).toEqual([])
  expect(exceeded(book, 1)).toEqual([])
  put(book, 1002, 15, 8, 1)
  expect(stale(book)).toEqual([
    { stationId: 1, why: 'changed' },
    { stationId: 2, why: 'changed' },
  ])
  await judge(book)
  expect(exceeded(book, 1)).toEqual([['2026-09-09', 600]])
  expect(exceeded(book, 2)).toEqual([])
  expect(stale(book)).toEqual([])
  put(book, 1003, 90, 8, 1)
  expect(stale(book)).toEqual([{ stationId: 3, why: 'changed' }])
})

test('late records of a device that another station had before do so, too', async () => {
  const book = bookOfConsumer()
  await judge(book)
  put(book, 2002, 20, 1, 1)
  expect(stale(book)).toContainEqual({ stationId: 1, why: 'changed' })
  await judge(book)
  expect(exceeded(book, 1)).toEqual([['2026-09-02', 720]])
  expect(stale(book)).toEqual([])
})

test('the clock of another station does so, and a statement about the limit', async () => {
  const book = bookOfConsumer()
  await judge(book)
  book.clocks.setOfStations([2], { timeZone: 'UTC', contractHour: 8 })
  expect(stale(book)).toContainEqual({ stationId: 1, why: 'changed' })
  await judge(book)
  expect(stale(book)).toEqual([])
  book.limits.say([{ owner: 'consumer', ownerId: 5, period: 'day', fromDay: null, toDay: null, m3: 300 }], 'Орлова')
  expect(stale(book)).toEqual([{ stationId: 1, why: 'changed' }])
})
