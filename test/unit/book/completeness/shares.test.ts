import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingRuns, shareOf } from '../../../../electron/book/completeness/due-records.ts'
import recordMinutes from '../../../../electron/book/file/migrations/014-record-minutes.ts'
import { dayNumber } from '../../../../electron/contract/time/day.ts'
import type { DayMark } from '../../../../electron/book/index.ts'
import { numRuns, tempBook } from '../fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (time: string) => Date.parse(time)
const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
const GAS = { zone: 'Europe/Berlin', contractHour: 6 }
const NOW = at('2026-02-01T12:00Z')
const SPAN = { from: '2026-01-01', to: '2026-01-10' }
const record = (atMs: number) => ({ atMs, values: { P: 1 } })
const hours = (from: string, count: number, shiftMs = 0) =>
  Array.from({ length: count }, (_, index) => record(at(from) + index * HOUR + shiftMs))

/** A book with the hours of ten days but some. */
function bookWithout(missing: (atMs: number) => boolean, state: ((day: string) => DayMark) | null = null) {
  const book = tempBook()
  book.readings.put(
    KEY,
    hours('2026-01-01T00:00Z', 240).filter(({ atMs }) => !missing(atMs)),
  )
  book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: state ?? 'fetched' })
  const due = () => book.completeness.dueRecords(KEY, GAS, NOW)
  return { book, due, share: () => book.completeness.shares(GAS, NOW)[0] }
}

describe('an hourly archive', () => {
  test('clocks that were at the years 1, 1970 and 9999 make nothing due', () => {
    const { book, due, share } = bookWithout(() => false)
    const before = [due().due.length, share()]
    const far = ['0001-01-01T00:00Z', '1970-01-01T00:00Z', '9999-12-31T23:00Z']
    book.readings.put(
      KEY,
      far.map((time) => record(at(time))),
    )
    expect([due().due.length, share()]).toEqual(before)
    expect(share()?.expected).toBe(due().due.length)
  })

  test('24 records a day are due; what is missing is a run with its reason', () => {
    const from = at('2026-01-04T05:00Z')
    const { due, share } = bookWithout((atMs) => atMs >= from && atMs < from + 3 * HOUR)
    expect(share()).toMatchObject({ records: 237, expected: 240 })
    expect(shareOf(due())).toEqual({ records: 237, expected: 240 })
    expect(missingRuns(due())).toEqual([{ fromMs: from, toMs: from + 2 * HOUR, records: 3, state: 'empty' }])
  })

  test('each reason makes a run of its own, days that nobody asked for among them', () => {
    const { book, due } = bookWithout((atMs) => atMs >= at('2026-01-03T00:00Z') && atMs < at('2026-01-06T00:00Z'))
    book.coverage.mark(KEY, { from: '2026-01-04', to: '2026-01-04' }, { fetchedAtMs: NOW, state: 'failed' })
    const others = { equipmentId: 2, archiveType: 'hourly', view: 'general' } as const
    book.coverage.mark(others, { from: '2026-01-01', to: '2026-01-02' }, { fetchedAtMs: NOW, state: 'failed' })
    book.coverage.mark(others, { from: '2026-01-05', to: '2026-01-05' }, { fetchedAtMs: NOW, state: 'empty' })
    expect(missingRuns(due()).map(({ records, state }) => [records, state])).toEqual([
      [24, 'empty'],
      [24, 'failed'],
      [24, 'empty'],
    ])
    const other = book.completeness.dueRecords(others, GAS, NOW)
    expect(missingRuns(other).map(({ records, state }) => [records, state])).toEqual([
      [48, 'failed'],
      [48, 'never'],
    ])
    expect(book.completeness.shareTotals(GAS, NOW)).toEqual([
      { archiveType: 'hourly', view: 'general', devices: 2, incomplete: 2, records: 168, expected: 336 },
    ])
  })

  test('an extra record between the hours stands in for no missing one', () => {
    const { book, due, share } = bookWithout((atMs) => atMs === at('2026-01-04T05:00Z'))
    book.readings.put(KEY, [record(at('2026-01-04T04:17Z')), record(at('2026-01-04T05:17Z'))])
    expect(share()).toMatchObject({ records: 239, expected: 240 })
    expect(shareOf(due())).toEqual({ records: 239, expected: 240 })
    expect(missingRuns(due())).toMatchObject([{ fromMs: at('2026-01-04T05:00Z'), records: 1 }])
  })

  test('the minute of the hour is the archive’s own; without one its rhythm is not known', () => {
    const book = tempBook()
    book.readings.put(KEY, hours('2026-01-01T00:00Z', 240, 30 * 60_000).slice(0, 239))
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    expect(book.completeness.shares(GAS, NOW)).toMatchObject([{ records: 239, expected: 240 }])
    const own = book.completeness.dueRecords(KEY, GAS, NOW)
    expect(missingRuns(own)).toMatchObject([{ fromMs: at('2026-01-10T23:30Z'), records: 1 }])
    const anywhere = { ...KEY, equipmentId: 2 }
    book.readings.put(
      anywhere,
      Array.from({ length: 50 }, (_, i) => record(at('2026-01-01T00:00Z') + i * 61 * 60_000)),
    )
    expect(book.completeness.dueRecords(anywhere, GAS, NOW).rhythm).toBeNull()
    expect(book.completeness.shares(GAS, NOW)[1]).toMatchObject({ records: 50, expected: null })
  })

  test('neither today, nor a day that waits for its session, nor days before the first record are due', () => {
    const book = tempBook()
    const now = at('2026-01-12T18:00Z') // The 11th is not over everywhere before 12:00 on the 12th.
    book.readings.put(KEY, hours('2026-01-05T00:00Z', 24 * 6 + 5))
    book.coverage.mark(KEY, { from: '2026-01-01', to: '2026-01-04' }, { fetchedAtMs: now, state: 'empty' })
    book.coverage.mark(KEY, { from: '2026-01-05', to: '2026-01-10' }, { fetchedAtMs: now, state: 'fetched' })
    const waits = { state: 'partial', knownSessionMs: at('2026-01-11T05:00Z') } as const
    book.coverage.mark(KEY, { from: '2026-01-11', to: '2026-01-11' }, { fetchedAtMs: now, state: waits })
    book.coverage.mark(KEY, { from: '2026-01-12', to: '2026-01-12' }, { fetchedAtMs: now, state: 'partial' })
    expect(book.completeness.shares(GAS, now)).toMatchObject([{ records: 144, expected: 144 }])
    expect(shareOf(book.completeness.dueRecords(KEY, GAS, now))).toEqual({ records: 144, expected: 144 })
    const later = now + DAY
    expect(book.completeness.shares(GAS, later)).toMatchObject([{ records: 149, expected: 186 }])
    const runs = missingRuns(book.completeness.dueRecords(KEY, GAS, later))
    expect(runs.map(({ records, state }) => [records, state])).toEqual([[37, 'partial']])
  })

  test('nothing is due before the first record, not within its day either, whatever was asked for and empty', () => {
    const book = tempBook()
    book.readings.put(KEY, hours('2026-01-05T21:00Z', 3 + 24 * 5))
    book.coverage.mark(KEY, { from: '2026-01-01', to: '2026-01-04' }, { fetchedAtMs: NOW, state: 'empty' })
    book.coverage.mark(KEY, { from: '2026-01-05', to: '2026-01-10' }, { fetchedAtMs: NOW, state: 'fetched' })
    const all = { records: 123, expected: 123 }
    expect(shareOf(book.completeness.dueRecords(KEY, GAS, NOW))).toEqual(all)
    expect(book.completeness.shareTotals(GAS, NOW)).toMatchObject([{ devices: 1, incomplete: 0, ...all }])
    expect(book.completeness.dueBounds(KEY, GAS, NOW).span?.fromMs).toBeGreaterThan(at('2026-01-05T20:00Z'))
    // What was asked for and failed is a hole; what was answered before the archive began is none.
    book.coverage.mark(KEY, { from: '2026-01-02', to: '2026-01-02' }, { fetchedAtMs: NOW, state: 'failed' })
    const due = book.completeness.dueRecords(KEY, GAS, NOW)
    expect(missingRuns(due)).toEqual([{ fromMs: at('2026-01-02T00:00Z'), toMs: at('2026-01-02T23:00Z'), records: 24, state: 'failed' }])
    expect(book.completeness.shares(GAS, NOW)).toMatchObject([{ records: 123, expected: 147 }])
  })

  test('stamps a minute late, or two seconds on both sides of the hour, are those of their hours', () => {
    const late = tempBook()
    const slow = hours('2026-01-01T00:00Z', 240).map(({ atMs }, hour) => record(atMs + (hour % 3 === 0 ? 60_000 : 0)))
    late.readings.put(
      KEY,
      slow.filter((_, hour) => hour !== 50),
    )
    late.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    const both = tempBook()
    both.readings.put(
      KEY,
      hours('2026-01-01T00:00Z', 240).map(({ atMs }, hour) => record(atMs + (hour % 2 === 0 ? 2000 : -2000))),
    )
    both.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    for (const [book, missing] of [
      [late, 1],
      [both, 0],
    ] as const) {
      const due = book.completeness.dueRecords(KEY, GAS, NOW)
      expect(due.due[0]).toBe(at('2026-01-01T00:00Z'))
      expect(shareOf(due)).toEqual({ records: 240 - missing, expected: 240 })
      expect(book.completeness.shares(GAS, NOW)).toMatchObject([{ records: 240 - missing, expected: 240 }])
    }
  })

  test('half hours and quarters that are sent as hours are due in each of their parts', () => {
    const book = tempBook()
    const quarters = Array.from({ length: 960 }, (_, part) => at('2026-01-01T00:00Z') + part * 900_000)
    book.readings.put(KEY, quarters.filter((_, part) => part !== 401).map(record))
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    const due = book.completeness.dueRecords(KEY, GAS, NOW)
    expect(due.rhythm).toEqual({ every: 'hour', minute: 0, parts: 4 })
    expect(missingRuns(due)).toMatchObject([{ fromMs: quarters[401], records: 1 }])
    expect(book.completeness.shares(GAS, NOW)).toMatchObject([{ records: 959, expected: 960 }])
  })

  test('counters and records tell the same, however records come, are written again or removed from the hours', () => {
    const minute = fc.constantFrom(0, 0, 0, 1, -2, 4, 7, 30)
    const page = fc.array(fc.record({ hour: fc.integer({ min: 0, max: 250 }), minute }), { maxLength: 60 })
    const state = fc.constantFrom<DayMark['state']>('fetched', 'empty', 'failed', 'partial', 'not_transmitted')
    const asked = fc.array(fc.record({ first: fc.integer({ min: 0, max: 12 }), days: fc.integer({ min: 0, max: 6 }), state }), {
      minLength: 1,
      maxLength: 5,
    })
    const dayAt = (day: number) => new Date(at('2026-01-01T00:00Z') + day * DAY).toISOString().slice(0, 10)
    fc.assert(
      fc.property(fc.array(page, { maxLength: 6 }), asked, fc.integer({ min: 0, max: 40 }), (pages, marks, begins) => {
        const book = tempBook()
        book.readings.put(
          KEY,
          hours('2026-01-03T00:00Z', 24).map(({ atMs }) => record(atMs + begins * HOUR)),
        )
        for (const rows of pages) {
          const times = rows.map((one) => at('2026-01-03T00:00Z') + one.hour * HOUR + one.minute * 60_000)
          book.readings.put(KEY, [...new Set(times)].map(record))
        }
        for (const { first, days, state: its } of marks)
          book.coverage.mark(KEY, { from: dayAt(first), to: dayAt(first + days) }, { fetchedAtMs: at('2026-01-11T13:00Z'), state: its })
        const due = book.completeness.dueRecords(KEY, GAS, NOW)
        const [share] = book.completeness.shares(GAS, NOW)
        if (due.rhythm === null) expect(share?.expected).toBeNull()
        else expect({ records: share?.records, expected: share?.expected }).toEqual(shareOf(due))
      }),
      { numRuns: numRuns(60, 1000) },
    )
  })
})

test('a book from before the counters gets the same ones as a book that was written with them', () => {
  const { book } = bookWithout((atMs) => atMs === at('2026-01-04T05:00Z'))
  book.readings.put(KEY, [record(at('2026-01-04T05:17Z'))])
  const late = { ...KEY, equipmentId: 2 }
  book.readings.put(late, hours('2026-01-01T00:00Z', 48, 30 * 60_000))
  book.readings.put({ ...KEY, archiveType: 'daily' }, [record(at('2026-01-04T07:00Z'))])
  const counters = () => book.db.prepare('SELECT * FROM reading_minute ORDER BY series_id, minute').all()
  const written = counters()
  expect(written).toHaveLength(3)
  book.db.exec(`DROP TABLE reading_minute; ${recordMinutes}`)
  expect(counters()).toEqual(written)
})

describe('archives of days and months', () => {
  const put = (archiveType: string, times: number[], to: string, from = '2026-01-01') => {
    const book = tempBook()
    const key = { ...KEY, archiveType }
    book.readings.put(key, times.map(record))
    book.coverage.mark(key, { from, to }, { fetchedAtMs: at('2026-12-31T00:00Z'), state: 'fetched' })
    const now = at('2026-12-31T00:00Z')
    return { share: book.completeness.shares(GAS, now)[0], due: book.completeness.dueRecords(key, GAS, now) }
  }

  test('one record a day, wherever in its day it is stamped; the missing one is due when its day closes', () => {
    const days = Array.from({ length: 90 }, (_, day) => at('2026-02-01T07:00Z') + day * DAY)
    const times = days.filter((_, day) => day !== 40).map((ms, day) => (day === 10 ? ms - HOUR / 2 : ms))
    const { share, due } = put('daily', times, '2026-05-01', '2026-02-01')
    expect(share).toMatchObject({ records: 89, expected: 90 })
    expect(shareOf(due)).toEqual({ records: 89, expected: 90 })
    const [run] = missingRuns(due)
    expect(dayNumber(new Date(run?.fromMs ?? 0).toISOString().slice(0, 10))).toBe(dayNumber('2026-03-13'))
  })

  test('one record a month', () => {
    const times = [1, 2, 4, 5].map((month) => Date.UTC(2026, month, 1, 7))
    const { share, due } = put('monthly', times, '2026-06-20')
    // December, which January 1st closes, was before the archive: the service was asked for it and has nothing.
    expect(share).toMatchObject({ records: 4, expected: 5 })
    expect(shareOf(due)).toEqual({ records: 4, expected: 5 })
    expect(missingRuns(due).map(({ fromMs }) => new Date(fromMs).toISOString().slice(0, 7))).toEqual(['2026-04'])
  })

  test('an archive whose code says no rhythm has no share', () => {
    const { share, due } = put('session', [at('2026-02-01T07:00Z'), at('2026-02-03T09:00Z')], '2026-03-01')
    expect(share).toMatchObject({ records: 2, expected: null })
    expect([due.rhythm, due.due.length]).toEqual([null, 0])
  })
})
