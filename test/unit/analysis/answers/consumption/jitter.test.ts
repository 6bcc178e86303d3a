import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsOf } from '../../../../../electron/analysis/answers/consumption/amounts.ts'
import { keepConsumption } from '../../../../../electron/analysis/answers/consumption/keep-all.ts'
import type { Book } from '../../../../../electron/book/index.ts'
import { hoursTold } from '../../../../../electron/contract/known-hours.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../electron/contract/time/units.ts'
import { numRuns, station, tempBook } from '../../../book/fixtures.ts'

/** Hourly records of a device whose clock is some seconds off, now to one side of the hour and now to the other. */

const usual = { zone: 'UTC', contractHour: 10 }
const FROM = Date.UTC(2026, 0, 1, 10)
const NOW = FROM + 40 * DAY_MS
const HOUR_M3 = 12
const DAY_M3 = 24 * HOUR_M3
const key = { equipmentId: 1001, archiveType: 'hourly', view: 'general' } as const

interface Record {
  atMs: number
  m3: number
  counter?: number
}

function bookOf(records: readonly Record[]): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], FROM)
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
  download(book, records)
  return book
}

let fetchedMs = FROM
function download(book: Book, records: readonly Record[]): void {
  const dayOf = ({ atMs }: Record) => new Date(atMs).toISOString().slice(0, 10)
  const [first, last] = [records[0], records.at(-1)]
  if (!first || !last) return
  book.page(() => {
    book.readings.put(
      key,
      records.map(({ atMs, m3, counter }) => ({ atMs, values: { Vpriv: m3, ...(counter === undefined ? {} : { VNakpriv: counter }) } })),
    )
    const span = { from: dayOf(first), to: dayOf(last) }
    book.coverage.mark(key, span, { state: 'fetched', fetchedAtMs: (fetchedMs += DAY_MS) })
  })
}

/** Hours 1 to `count`, each stamped so far off its end. */
const hours = (count: number, offMs: (hour: number) => number): Record[] =>
  Array.from({ length: count }, (_, nth) => nth + 1).map((hour) => ({
    atMs: FROM + hour * HOUR_MS + offMs(hour),
    m3: HOUR_M3,
    counter: 1000 + hour * HOUR_M3,
  }))

const ask = (book: Book, by: 'day' | 'hour') => amountsOf(book, { stationIds: [1], by, earlierYears: 0, gas: usual, usual, nowMs: NOW })
const daysOf = async (book: Book) => (await ask(book, 'day')).amounts.map(({ day, m3, ...one }) => [day, m3, hoursTold(one)])

const THREE_DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => [day, DAY_M3, 24])

describe('each record counts once, in the hour that it closes', () => {
  test.each<[string, (hour: number) => number]>([
    ['on the hour', () => 0],
    ['every third before the hour', (hour) => (hour % 3 === 2 ? -2 : 3) * SECOND_MS],
    ['every second before the hour', (hour) => (hour % 2 === 0 ? -2 : 2) * SECOND_MS],
    ['every fifth after the hour', (hour) => (hour % 5 === 0 ? 3 : -1) * SECOND_MS],
    ['all after the hour', () => 3 * SECOND_MS],
    ['all before the hour', () => -SECOND_MS],
  ])('stamped %s', async (_, offMs) => {
    const book = bookOf(hours(72, offMs))
    expect(await daysOf(book)).toEqual(THREE_DAYS)
    const byHour = await ask(book, 'hour')
    expect(byHour.total).toMatchObject({ m3: 3 * DAY_M3, received: 72, unknown: 0 })
    expect(byHour.amounts.map(({ m3 }) => m3)).toEqual(Array.from({ length: 72 }, () => HOUR_M3))
  })

  test('whatever the jitter, the days are those of a clock that is right, page by page too', async () => {
    const off = fc.integer({ min: -59, max: 59 }).map((seconds) => seconds * SECOND_MS)
    const world = fc.record({
      offs: fc.array(off, { minLength: 120, maxLength: 120 }),
      lost: fc.uniqueArray(fc.nat(119)),
      cut: fc.integer({ min: 30, max: 110 }),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ offs, lost, cut }) => {
        const without = (all: Record[]) => all.filter((_, nth) => !lost.includes(nth))
        const right = without(hours(120, () => 0))
        const off = without(hours(120, (hour) => offs[hour - 1] as number))
        const pages = bookOf(off.slice(0, cut))
        await keepConsumption(pages, [1], { usual, nowMs: NOW })
        download(pages, off.slice(cut))
        await keepConsumption(pages, [1], { usual, nowMs: NOW })
        const wanted = await daysOf(bookOf(right))
        expect(await daysOf(bookOf(off))).toEqual(wanted)
        expect(await daysOf(pages)).toEqual(wanted)
      }),
      { numRuns: numRuns(12, 150) },
    )
  })
})

describe('two records of one hour go on as they were', () => {
  /** The amount of the first day. */
  const dayWith = async (more: readonly Record[], lost: readonly number[] = []) => {
    const all = hours(48, () => 0).filter((_, nth) => !lost.includes(nth + 1))
    return (await daysOf(bookOf([...all, ...more].sort((a, b) => a.atMs - b.atMs))))[0]
  }
  const between = (minutes: number, m3: number) => ({ atMs: FROM + 7 * HOUR_MS + minutes * MINUTE_MS, m3 })

  test('of two in one minute the later tells the hour', async () => {
    expect(await dayWith([{ atMs: FROM + 7 * HOUR_MS + 4 * SECOND_MS, m3: 5 }])).toEqual(['2026-01-01', DAY_M3 - 7, 24])
  })

  test('a record between the hours is not counted beside them where the counter says that it is in them', async () => {
    expect(await dayWith([between(17, 5)])).toEqual(['2026-01-01', DAY_M3, 24])
    expect(await dayWith([between(-0.5, 5)])).toEqual(['2026-01-01', DAY_M3, 24])
  })

  test('and not once more where the counter tells the hours around it', async () => {
    expect(await dayWith([between(17, 5)], [8])).toEqual(['2026-01-01', DAY_M3, 24])
    expect(await dayWith([between(17, 5)], [8, 9])).toEqual(['2026-01-01', DAY_M3, 24])
  })
})
