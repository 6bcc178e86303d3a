import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../../electron/contract/time/day.ts'
import type { CoverageState, DayMark } from '../../../electron/book/index.ts'
import { NOW, numRuns, station, tempBook } from './fixtures.ts'

const KEY = { equipmentId: 1, archiveType: 'hourly', view: 'general' } as const
const SPAN = { from: '2026-01-01', to: '2026-01-10' }
const HOUR_MS = 3_600_000

describe('marking', () => {
  test('days in one state are one run; marking one of them anew splits it', () => {
    const book = tempBook()
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    book.coverage.mark(KEY, { from: '2026-01-04', to: '2026-01-05' }, { fetchedAtMs: NOW + 1, state: 'failed' })
    expect(book.coverage.runs(KEY, SPAN).map(({ from, to, state }) => [from.slice(8), to.slice(8), state])).toEqual([
      ['01', '03', 'fetched'],
      ['04', '05', 'failed'],
      ['06', '10', 'fetched'],
    ])
    expect(book.coverage.totals()).toMatchObject({ fetched: 8, failed: 2, empty: 0, partial: 0, not_transmitted: 0 })
  })

  test('the pages of one download become one run with the time of the first', () => {
    const book = tempBook()
    for (let day = 0; day < 10; day++) {
      const at = dayOf(20_454 + day)
      book.coverage.mark(KEY, { from: at, to: at }, { fetchedAtMs: NOW + day * 60_000, state: 'fetched' })
    }
    expect(book.db.prepare('SELECT count(*) FROM coverage_run').pluck().get()).toBe(1)
    expect(book.coverage.runs(KEY, SPAN)).toEqual([{ ...SPAN, state: 'fetched', fetchedAtMs: NOW, knownSessionMs: null }])
  })

  test('days fetched hours apart keep their own times', () => {
    const book = tempBook()
    book.coverage.mark(KEY, { from: '2026-01-01', to: '2026-01-01' }, { fetchedAtMs: NOW, state: 'fetched' })
    book.coverage.mark(KEY, { from: '2026-01-02', to: '2026-01-02' }, { fetchedAtMs: NOW + 2 * HOUR_MS, state: 'fetched' })
    expect(book.coverage.runs(KEY, SPAN).map(({ fetchedAtMs }) => fetchedAtMs - NOW)).toEqual([0, 2 * HOUR_MS])
  })

  test('by day, with records; a day without a mark keeps its state', () => {
    const book = tempBook()
    book.coverage.mark(KEY, { from: '2026-01-03', to: '2026-01-03' }, { fetchedAtMs: NOW, state: 'failed' })
    const marks = new Map<string, DayMark>([
      ['2026-01-01', { state: 'fetched', records: 24 }],
      ['2026-01-02', { state: 'fetched', records: 23 }],
      ['2026-01-04', { state: 'empty', records: 0 }],
    ])
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: marks })
    expect(book.coverage.days(KEY, { from: '2026-01-01', to: '2026-01-05' }).map(({ state, records }) => [state, records])).toEqual([
      ['fetched', 24],
      ['fetched', 23],
      ['failed', null],
      ['empty', 0],
      ['never', null],
    ])
  })

  test('any sequence of marks gives the same as a plain table of days', () => {
    const states: CoverageState[] = ['fetched', 'empty', 'failed', 'partial', 'not_transmitted']
    const mark = fc.record({
      from: fc.integer({ min: 0, max: 40 }),
      days: fc.integer({ min: 0, max: 15 }),
      state: fc.constantFrom(...states),
      hours: fc.integer({ min: 0, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 25 }), (marks) => {
        const book = tempBook()
        const truth = new Map<number, string>()
        for (const { from, days, state, hours } of marks) {
          const fetchedAtMs = NOW + hours * 2 * HOUR_MS
          book.coverage.mark(KEY, { from: dayOf(20_000 + from), to: dayOf(20_000 + from + days) }, { fetchedAtMs, state })
          for (let day = from; day <= from + days; day++) truth.set(20_000 + day, `${state} ${fetchedAtMs}`)
        }
        const whole = { from: dayOf(19_990), to: dayOf(20_070) }
        const days = book.coverage
          .days(KEY, whole)
          .map(({ state, fetchedAtMs }) => (state === 'never' ? undefined : `${state} ${fetchedAtMs}`))
        expect(days).toEqual(Array.from({ length: 81 }, (_, at) => truth.get(19_990 + at)))
        const unfolded = book.db.prepare('SELECT day, state, fetched_at * 1000 FROM v_coverage ORDER BY day').raw().all() as [
          string,
          string,
          number,
        ][]
        expect(unfolded.map(([day, state, at]) => [day, `${state} ${at}`])).toEqual(
          [...truth].toSorted(([a], [b]) => a - b).map(([day, state]) => [dayOf(day), state]),
        )
        const { fetched, empty, failed, partial, not_transmitted: awaited } = book.coverage.totals()
        expect(fetched + empty + failed + partial + awaited).toBe(truth.size)
        book.close()
      }),
      { numRuns: numRuns(20, 200) },
    )
  })

  test('a failed page leaves coverage unchanged', () => {
    const book = tempBook()
    const fail = () =>
      book.page(() => {
        book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
        throw new Error('broken')
      })
    expect(fail).toThrow('broken')
    expect(book.coverage.runs(KEY, SPAN)).toEqual([])
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    expect(book.db.prepare('SELECT count(*) FROM v_coverage').pluck().get()).toBe(10)
  })
})

describe('over devices', () => {
  test('a calendar has the archives of the device and the sessions of its telemetry unit', () => {
    const book = tempBook()
    book.stations.put([station({ id: 1, equipmentId: 1, telemetryId: 50 })], NOW)
    book.coverage.mark(KEY, SPAN, { fetchedAtMs: NOW, state: 'fetched' })
    book.coverage.mark({ telemetryId: 50, archiveType: 'sessions' }, SPAN, { fetchedAtMs: NOW, state: 'empty' })
    expect(book.coverage.calendar(1).map(({ archiveType, runs }) => [archiveType, runs.map(({ state }) => state)])).toEqual([
      ['hourly', ['fetched']],
      ['sessions', ['empty']],
    ])
    expect(book.db.prepare('SELECT DISTINCT equipment_id, archive_type FROM v_coverage ORDER BY 2').raw().all()).toEqual([
      [1, 'hourly'],
      [1, 'sessions'],
    ])
    expect(book.coverage.totalsByArchive()).toMatchObject([
      { archiveType: 'hourly', fetched: 10 },
      { archiveType: 'sessions', empty: 10 },
    ])
    expect(book.coverage.asked([1]).map(({ archiveType, from }) => [archiveType, from])).toEqual([
      ['hourly', SPAN.from],
      ['sessions', SPAN.from],
    ])
    expect(book.coverage.asked([2])).toEqual([])
  })

  test('days with records are derived from the records themselves', () => {
    const book = tempBook()
    book.readings.put(KEY, [
      { atMs: NOW, values: { P: 1 } },
      { atMs: NOW + 1, values: { P: 1 } },
    ])
    expect(book.coverage.daysWithRecords(KEY, { from: '2026-01-01', to: '2026-01-31' })).toEqual([Math.floor(NOW / 86_400_000)])
  })
})
