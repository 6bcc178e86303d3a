import { hoursTold } from '../../../electron/contract/known-hours.ts'
import { expect, onTestFinished, test } from 'vitest'
import { amountsOf } from '../../../electron/analysis/answers/consumption/amounts.ts'
import type { Book } from '../../../electron/book/index.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { writeJudgedLake } from '../../../electron/exports/lake/judged-lake.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { blocksOf, statementsOf } from '../../support/lake-questions.ts'
import { consumer, station, tempBook, tempFolder } from '../book/fixtures.ts'

/** What the documented questions say of consumption: two services that use the same numbers, holes, silent stations. */

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1, 10)
const DAYS = 10
const NOW_MS = FROM + 20 * DAY_MS + HOUR_MS
/** The last day that was asked for. */
const ASKED_TO = '2026-01-18'
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'unified' } as const

/** Ten days of hours of `m3` each, without the hours over the end of the fifth; then the station is silent. */
function bookOf(url: string, m3: number, email = 'i@example.com', { since = 0, fetchedAtMs = NOW_MS } = {}): Book {
  const book = tempBook()
  onTestFinished(() => void (book.db.open && book.close()))
  book.claim({ url, email })
  book.page(() => {
    book.consumers.put([consumer(5, 'Пекарня')], { energyId: null })
    book.stations.put([station({ id: 1, customerId: 5 })], FROM)
    book.channels.put(
      ['gas_consume', 'VNakpriv'].map((channelVarname) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: null,
        channelVarname,
        unitName: 'м3',
      })),
    )
    const hours = Array.from({ length: 24 * DAYS }, (_, hour) => hour).filter((hour) => (hour < 118 || hour >= 122) && hour >= since)
    book.readings.put(
      key,
      hours.map((hour) => ({ atMs: FROM + (hour + 1) * HOUR_MS, values: { gas_consume: m3, VNakpriv: 1000 + (hour + 1) * m3 } })),
    )
    book.coverage.mark(key, { from: dayAt(FROM + since * HOUR_MS), to: ASKED_TO }, { state: 'fetched', fetchedAtMs })
  })
  return book
}

const URLS = ['https://one.example', 'https://two.example'] as const
const blocks = blocksOf()

async function asked(...books: Book[]) {
  const folder = tempFolder()
  for (const book of books) await writeJudgedLake(book, folder, { usual, nowMs: NOW_MS })
  const connection = await duck()
  const fill = (sql: string) => sql.replaceAll('LAKE', folder).replaceAll('MONTH1', '2026-01').replaceAll('MONTH2', '2026-02')
  // These books have no events.
  for (const block of ['duckdb-files', 'views'])
    for (const statement of statementsOf(blocks.get(block) ?? '')) if (!/all_event\b/.test(statement)) await connection.run(fill(statement))
  return (sql: string) => duckRows(connection, fill(blocks.get(sql) ?? sql))
}

test('two services with the same numbers are never added up', async () => {
  const ask = await asked(bookOf(URLS[0], 1), bookOf(URLS[1], 100))
  const expected = [
    [URLS[0], 240],
    [URLS[1], 24_000],
  ]
  expect((await ask('consumption-by-month')).map(([service, id, , m3]) => [service, id, m3])).toEqual(
    expected.map(([url, m3]) => [url, 1, m3]),
  )
  expect(await ask('consumption-by-consumer')).toEqual(expected.map(([url, m3]) => [url, 5, m3, 1]))
  expect(await ask('hours-by-device')).toEqual([
    [URLS[0], 1001, 236, 236],
    [URLS[1], 1001, 236, 23_600],
  ])
})

test('a hole over the end of a day has a row of its own, and a month that holds it adds up as the program does', async () => {
  const book = bookOf(URLS[0], 1)
  const ask = await asked(book)
  expect(
    await ask(
      'SELECT station_id, epoch(from_time), epoch(to_time), first_day, last_day, channel, volume, unit, hours FROM consumption_span',
    ),
  ).toEqual([
    [1, (FROM + 118 * HOUR_MS) / 1000, (FROM + 122 * HOUR_MS) / 1000, '2026-01-05', '2026-01-06', 'gas_consume', 4, 'standard_m3', 4],
  ])
  expect(await ask('SELECT sum(volume), sum(hours) FROM consumption_day')).toEqual([[236, 236]])
  const question = {
    stationIds: [1],
    by: 'month',
    from: '2026-01-01',
    to: '2026-01-31',
    earlierYears: 0,
    gas: usual,
    usual,
    nowMs: NOW_MS,
  } as const
  const { amounts } = await amountsOf(book, question)
  expect((await ask('consumption-by-month')).map(([, , , m3, hours]) => [m3, hours])).toEqual(
    amounts.map(({ m3, ...hours }) => [m3, hoursTold(hours)]),
  )
})

test('a silent station stays in the denominator up to the last day that was asked for', async () => {
  const ask = await asked(bookOf(URLS[0], 1))
  const days = await ask('SELECT day, volume, hours, hours_expected, unit FROM consumption_day ORDER BY day')
  // The gas day of the 18th ends on the 19th, which nobody asked for.
  expect(days.slice(DAYS)).toEqual(['11', '12', '13', '14', '15', '16', '17'].map((day) => [`2026-01-${day}`, null, 0, 24, 'standard_m3']))
  expect((await ask('consumption-by-month')).map(([, , , m3, hours, due]) => [m3, hours, due])).toEqual([[240, 240, 17 * 24]])
})

test('a hole of a book is not added to days that another book of the same service knows', async () => {
  const [lacking, knowing] = [bookOf(URLS[0], 1), bookOf(URLS[0], 1, 'other@example.com')]
  knowing.page(() =>
    knowing.readings.put(
      key,
      [118, 119, 120, 121].map((hour) => ({ atMs: FROM + (hour + 1) * HOUR_MS, values: { gas_consume: 1, VNakpriv: 1000 + hour + 1 } })),
    ),
  )
  const ask = await asked(lacking, knowing)
  expect(await ask('SELECT count(*) FROM all_consumption_span')).toEqual([[1]])
  expect((await ask('consumption-by-month')).map(([, , , m3]) => m3)).toEqual([240])
})

test.each([
  ['older', NOW_MS - DAY_MS],
  ['newer', NOW_MS + DAY_MS],
])('a hole of a book stays beside an %s book that knows the same hours after it and none before', async (_, fetchedAtMs) => {
  const ask = await asked(bookOf(URLS[0], 1), bookOf(URLS[0], 1, 'other@example.com', { since: 122, fetchedAtMs }))
  expect(await ask('SELECT count(*) FROM all_consumption_span')).toEqual([[1]])
  expect((await ask('consumption-by-month')).map(([, , , m3, hours]) => [m3, hours])).toEqual([[240, 240]])
})

test('a hole that two books tell is added once', async () => {
  const ask = await asked(bookOf(URLS[0], 1), bookOf(URLS[0], 1, 'other@example.com'))
  expect(await ask('SELECT count(*) FROM all_consumption_span')).toEqual([[2]])
  expect((await ask('consumption-by-month')).map(([, , , m3]) => m3)).toEqual([240])
})
