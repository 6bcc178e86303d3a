import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountsOf } from '../../../../../electron/analysis/answers/consumption/amounts.ts'
import { keepConsumption } from '../../../../../electron/analysis/answers/consumption/keep-all.ts'
import { partsOf } from '../../../../../electron/analysis/answers/consumption/parts.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import { hoursIn, hoursTold } from '../../../../../electron/contract/known-hours.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { consumer, numRuns, station, tempBook } from '../../../book/fixtures.ts'

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1, 10)
const DAYS = 12
const NOW = FROM + 40 * DAY_MS
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

function newBook(ids = [1]): Book {
  const book = tempBook()
  book.consumers.put([consumer(5, 'Пекарня')], { energyId: null })
  book.stations.put(
    ids.map((id) => station({ id, customerId: 5 })),
    FROM,
  )
  book.channels.put(
    ['Vpriv', 'VNakpriv'].map((channelVarname) => ({
      equipmentTypeId: 1,
      archiveTypeName: 'Часовой',
      archiveTypeVarname: 'hourly',
      telemetryTypeName: null,
      channelName: null,
      channelVarname,
      unitName: 'м3',
    })),
  )
  return book
}

/** Pages come near each other, or days apart. */
let fetchedMs = FROM + DAY_MS
let gapMs = 1
/** Hours `first` to `last` of a meter that counts 1, 2, … 7, 1, …; each page is fetched later than the one before. */
function download(book: Book, first: number, last: number, equipmentId = 1001): void {
  const amount = (at: number) => 1 + (at % 7)
  const count = (at: number) => 100 + Math.floor((at + 1) / 7) * 28 + (((at + 1) % 7) * (((at + 1) % 7) + 1)) / 2
  const atMs = (at: number) => FROM + (at + 1) * HOUR_MS
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const own = { ...key, equipmentId }
  book.page(() => {
    book.readings.put(
      own,
      hours.map((at) => ({ atMs: atMs(at), values: { Vpriv: amount(at), VNakpriv: count(at) } })),
    )
    const span = { from: dayOf(atMs(first)), to: dayOf(atMs(last)) }
    book.coverage.mark(own, span, { state: 'fetched', fetchedAtMs: (fetchedMs += gapMs) })
  })
}
const keep = (book: Book) => keepConsumption(book, book.stations.ids(), { usual, nowMs: NOW })
const kept = (book: Book) => book.db.prepare('SELECT * FROM v_consumption_day ORDER BY station_id, day').all()
const more = (book: Book) => book.consumption.kept(1)?.more

test('what is kept page by page is what is computed at once, holes over days and their filling included', async () => {
  const pages = fc.array(fc.tuple(fc.nat(DAYS * 24 - 1), fc.nat(60)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(pages, fc.constantFrom(1, HOUR_MS, DAY_MS), async (list, gap) => {
      gapMs = gap
      const [book, fresh] = [newBook(), newBook()]
      for (const [first, length] of list) {
        download(book, first, first + length)
        await keep(book)
        download(fresh, first, first + length)
      }
      await keep(fresh)
      expect(kept(book)).toEqual(kept(fresh))
      expect(JSON.parse(more(book) ?? '')).toEqual(JSON.parse(more(fresh) ?? ''))
    }),
    { numRuns: numRuns(12, 400) },
  )
})

test('the view has the numbers of the amounts, and a new day reads it and what decides on it alone', async () => {
  const book = newBook()
  gapMs = DAY_MS
  download(book, 0, 30 * 24 - 1)
  await keep(book)
  download(book, 30 * 24, 31 * 24 - 1)
  const asked: (number | undefined)[] = []
  const { column } = book.readings
  book.readings.column = (of, channel, range) => {
    asked.push(range?.fromMs)
    return column(of, channel, range)
  }
  await keep(book)
  expect(asked.length).toBeGreaterThan(0)
  // What is believed of a week before may be another thing now, and the days before that week have a say in it.
  for (const fromMs of asked) expect(fromMs).toBeGreaterThan(FROM + 10 * DAY_MS)

  const { amounts, total } = await amountsOf(book, { stationIds: [1], by: 'day', earlierYears: 0, gas: usual, usual, nowMs: NOW })
  expect(kept(book)).toMatchObject(
    amounts.map(({ day, m3, received }) => ({
      day,
      volume: m3,
      hours: received,
      hours_expected: 24,
      unit: 'standard_m3',
      channel: 'Vpriv',
    })),
  )
  expect(total).toMatchObject({ received: 744, unknown: 0, stations: 1, stationsAll: 1 })
})

test('totals say what they lack: hours, stations without a number, another year', async () => {
  const book = newBook([1, 2, 3])
  download(book, 0, 47)
  download(book, 0, 23, 1002)
  const asked = { stationIds: [1, 2, 3], earlierYears: 1, gas: usual, usual, nowMs: NOW }
  const byDay = await amountsOf(book, { ...asked, by: 'day', from: '2026-01-01', to: '2026-01-02' })
  expect(byDay.amounts.map(({ m3, stations, ...hours }) => [m3, hoursTold(hours), hoursIn(hours), stations])).toEqual([
    [2 * 90, 48, 48, 2],
    [99, 24, 48, 1],
  ])
  expect(byDay.without).toEqual([{ stationId: 3, stationName: 'ГРП-3', why: 'no_archive' }])
  expect(byDay.amounts[0]?.earlier).toEqual([{ day: '2025-01-01', m3: null, complete: null, part: false }])
  const byMonth = await amountsOf(book, { ...asked, by: 'month', from: '2026-01-01', to: '2026-01-31' })
  expect(byMonth.amounts).toMatchObject([{ m3: 279, received: 72, unknown: 2 * 744 - 72, part: false }])
  const byHour = await amountsOf(book, { ...asked, by: 'hour', from: '2026-01-02', to: '2026-01-02' })
  expect(byHour.amounts).toHaveLength(24)
  expect(byHour.amounts[0]).toMatchObject({ m3: 1 + (24 % 7), received: 1, unknown: 1, fromMs: FROM + DAY_MS })
  expect(byHour.total).toMatchObject({ m3: 99, received: 24 })

  const whole = { from: '2026-01-01', to: '2026-01-31', gas: usual, usual, nowMs: NOW }
  const parts = await partsOf(book, { of: 'station' }, { offset: 0, limit: 10 }, whole)
  expect(parts.rows.map(({ id, amount }) => [id, amount.m3])).toEqual([
    [1, 189],
    [2, 90],
    [3, null],
  ])
  const consumers = await partsOf(book, { of: 'consumer' }, { offset: 0, limit: 10 }, whole)
  expect(consumers.rows).toMatchObject([{ id: 5, name: 'Пекарня', amount: { m3: 279, stations: 2 } }])
})

test('gas days of another clock, and a book open for reading, tell the same gas', async () => {
  const book = newBook()
  download(book, 0, 11 * 24 - 1)
  const asked = { stationIds: [1], by: 'month' as const, earlierYears: 0, usual, nowMs: NOW }
  const own = await amountsOf(book, { ...asked, gas: usual })
  const other = await amountsOf(book, { ...asked, gas: { zone: 'Europe/Moscow', contractHour: 0 } })
  expect(other.total?.m3).toBe(own.total?.m3)
  expect(other.total?.received).toBe(own.total?.received)
})
