import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addDays, dayNumber } from '../../../electron/contract/time/day.ts'
import { openBook } from '../../../electron/book/index.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import { session, station, tempBook, tempFolder } from './fixtures.ts'

const at = (time: string) => Date.parse(time)
const NOW = at('2026-11-20T15:00:00Z')
const ALARMS = { equipmentId: 10, archiveType: 'alarm' } as const
const SPAN = { from: '2026-10-01', to: '2026-11-20' }

describe('days that wait for a session', () => {
  const knownSessionMs = at('2026-10-29T02:00:00Z')
  const waiting = { state: 'not_transmitted', knownSessionMs } as const

  test('keep the last known session; days that wait for different sessions are different runs', () => {
    const book = tempBook()
    book.coverage.mark(ALARMS, { from: '2026-10-29', to: '2026-11-10' }, { fetchedAtMs: NOW, state: waiting })
    book.coverage.mark(ALARMS, { from: '2026-11-11', to: '2026-11-12' }, { fetchedAtMs: NOW + 1, state: waiting })
    book.coverage.mark(
      ALARMS,
      { from: '2026-11-13', to: '2026-11-13' },
      { fetchedAtMs: NOW + 2, state: { ...waiting, knownSessionMs: knownSessionMs + 1 } },
    )
    expect(book.coverage.runs(ALARMS, SPAN)).toEqual([
      { from: '2026-10-29', to: '2026-11-12', state: 'not_transmitted', fetchedAtMs: NOW, knownSessionMs },
      {
        from: '2026-11-13',
        to: '2026-11-13',
        state: 'not_transmitted',
        fetchedAtMs: NOW + 2,
        knownSessionMs: knownSessionMs + 1,
      },
    ])
    expect(book.coverage.totals()).toMatchObject({ not_transmitted: 16, fetched: 0, empty: 0 })
    expect(book.db.prepare('SELECT DISTINCT state FROM v_coverage').pluck().all()).toEqual(['not_transmitted'])
  })

  test('empty days that are settled and those that settle by age are never one run', () => {
    const book = tempBook()
    const [first, second] = [SPAN.from, addDays(SPAN.from, 1)]
    book.coverage.mark(ALARMS, { from: first, to: first }, { fetchedAtMs: NOW, state: 'empty' })
    book.coverage.mark(ALARMS, { from: second, to: second }, { fetchedAtMs: NOW, state: { state: 'empty', knownSessionMs: 0 } })
    expect(book.coverage.runs(ALARMS, SPAN).map((run) => run.knownSessionMs)).toEqual([null, 0])
  })

  test('become holes once the next day is over: until then a device that reports once a day is not late', () => {
    const book = tempBook()
    book.stations.put([station({ id: 1, equipmentId: 10 })], NOW)
    book.coverage.mark(ALARMS, { from: '2026-10-29', to: '2026-10-30' }, { fetchedAtMs: NOW, state: { state: 'partial', knownSessionMs } })
    book.coverage.mark(ALARMS, { from: '2026-10-31', to: '2026-11-19' }, { fetchedAtMs: NOW, state: waiting })
    const holes = () => book.holes.list({ states: ['partial', 'not_transmitted'] }, NOW).map(({ from, to, state }) => [from, to, state])
    // At noon of the 20th, UTC, the 19th is over everywhere; the 18th is over for a day.
    expect(holes()).toEqual([
      ['2026-10-29', '2026-10-30', 'partial'],
      ['2026-10-31', '2026-11-18', 'not_transmitted'],
    ])
    // Asked for on another day, and for another session: the same hole to whoever reads the list.
    book.coverage.mark(
      ALARMS,
      { from: '2026-11-10', to: '2026-11-12' },
      { fetchedAtMs: NOW + 9 * 3_600_000, state: { ...waiting, knownSessionMs: knownSessionMs + 1 } },
    )
    expect(book.coverage.runs(ALARMS, SPAN)).toHaveLength(4)
    expect(holes()).toHaveLength(2)
    expect(book.holes.totals(NOW).not_transmitted).toEqual({ holes: 1, days: 19 })
  })
})

describe('the last session that the book knows', () => {
  const newest = at('2026-11-20T02:00:00Z')
  const known = (sources: { list?: number; asked?: number; session?: number }) => {
    const book = tempBook()
    book.stations.put([station({ id: 1, equipmentId: 10, telemetryId: 11, lastSeanceEventMs: sources.list ?? null })], NOW)
    if (sources.asked !== undefined) book.lastSessions.put(1, { stationName: '', lastSeanceEventMs: sources.asked }, NOW)
    if (sources.session !== undefined) book.sessions.put([session({ id: 1, telemetryId: 11, atMs: sources.session })])
    return book.knownSessions.last(10, NOW)
  }

  test('is the newest one from any source', () => {
    expect(known({ list: newest, asked: newest - 1, session: newest - 2 })).toBe(newest)
    expect(known({ list: newest - 2, asked: newest, session: newest - 1 })).toBe(newest)
    expect(known({ list: newest - 1, session: newest })).toBe(newest)
    expect(known({})).toBeNull()
  })

  test('is never in the future: a wrong clock settles no days', () => {
    const future = at('2031-01-01T00:00:00Z')
    expect(known({ list: future, session: newest })).toBe(newest)
    expect(known({ list: future })).toBeNull()
    expect(known({ list: 0 })).toBeNull()
  })
})

describe('an older book', () => {
  const MARKS = `INSERT INTO coverage_run (series_id, from_day, to_day, state, fetched_at_ms) VALUES (@series, @from, @to, @state, @fetchedAtMs)`

  /** A book of version 7 with one station: `runs` of archives as [archive, from, to, state, fetched]. */
  function before(
    runs: [archive: string, from: string, to: string, state: number, fetched: string][],
    { lastSession, sessions = [] }: { lastSession: string | null; sessions?: string[] },
  ) {
    const file = join(tempFolder(), 'old.meterbook')
    const old = new Database(file)
    migrate(old, MIGRATIONS.slice(0, 7))
    old
      .prepare(
        `INSERT INTO station (id, name, equipment_id, telemetry_id, last_seance_event_ms, name_key, serial_key, brand_key, status_key, seen_at_ms)
       VALUES (1, 'ГРП', 10, 11, ?, '', '', '', '', 1)`,
      )
      .run(lastSession === null ? null : at(lastSession))
    for (const [id, time] of sessions.entries())
      old.prepare('INSERT INTO session (id, telemetry_id, at_ms) VALUES (?, 11, ?)').run(id + 1, at(time))
    for (const [id, archive] of [...new Set(runs.map(([name]) => name))].entries()) {
      const [equipment, telemetry] = archive === 'sessions' ? [null, 11] : [10, null]
      old
        .prepare('INSERT INTO series (id, equipment_id, telemetry_id, archive_type, "view") VALUES (?, ?, ?, ?, ?)')
        .run(id + 1, equipment, telemetry, archive, 'general')
      old.prepare('INSERT INTO coverage_total VALUES (?, 0, 0, 0, 0, NULL)').run(id + 1)
      for (const [, from, to, state, fetched] of runs.filter(([name]) => name === archive)) {
        old.prepare(MARKS).run({
          series: id + 1,
          from: dayNumber(from),
          to: dayNumber(to),
          state,
          fetchedAtMs: at(fetched),
        })
      }
    }
    old.close()
    const book = openBook(file, { mode: 'write', now: () => NOW })
    onTestFinished(() => book.close())
    expect(book.integrity().problems).toEqual([])
    return book
  }
  type Runs = Parameters<typeof before>[0]
  const runsOf = (book: ReturnType<typeof before>, archiveType: string) => {
    const key = archiveType === 'sessions' ? ({ telemetryId: 11, archiveType: 'sessions' } as const) : { equipmentId: 10, archiveType }
    return book.coverage
      .runs(key, { from: '2020-01-01', to: '2030-01-01' })
      .map(({ from, to, state, knownSessionMs }) => [
        from.slice(5),
        to.slice(5),
        state,
        knownSessionMs === null ? null : new Date(knownSessionMs).toISOString().slice(0, 16),
      ])
  }
  /** A device that was silent from the 29th of October on, and was read on the 20th of November. */
  const SILENT: Runs = [
    ['alarm', '2026-10-01', '2026-11-18', 2, '2026-11-20T15:00:00Z'],
    ['alarm', '2026-11-19', '2026-11-20', 4, '2026-11-20T15:00:00Z'],
    ['hourly', '2026-10-01', '2026-10-29', 1, '2026-11-20T14:59:00Z'],
    ['hourly', '2026-10-30', '2026-11-18', 2, '2026-11-20T14:59:00Z'],
    ['sessions', '2026-10-01', '2026-11-18', 2, '2026-11-20T15:00:00Z'],
  ]

  test('days after the last session before the fetch wait for the next one; earlier days stay settled', () => {
    const book = before(SILENT, { lastSession: '2026-10-29T14:00:00Z' })
    expect(runsOf(book, 'alarm')).toEqual([
      ['10-01', '10-28', 'empty', null],
      ['10-29', '11-18', 'not_transmitted', '2026-10-29T14:00'],
      ['11-19', '11-20', 'partial', null],
    ])
    expect(runsOf(book, 'hourly')).toEqual([
      ['10-01', '10-28', 'fetched', null],
      ['10-29', '10-29', 'partial', '2026-10-29T14:00'],
      ['10-30', '11-18', 'not_transmitted', '2026-10-29T14:00'],
    ])
    expect(runsOf(book, 'sessions')).toEqual([['10-01', '11-18', 'empty', '1970-01-01T00:00']])
    expect(book.coverage.totals()).toMatchObject({ fetched: 28, empty: 28 + 49, partial: 3, not_transmitted: 41 })
  })

  test('a session after the fetch proves nothing about the days read before it', () => {
    const book = before(SILENT, { lastSession: '2026-11-21T02:00:00Z' })
    // What is proven then is proven by the readings: they cannot have come without a session.
    expect(runsOf(book, 'alarm')).toEqual([
      ['10-01', '10-27', 'empty', null],
      ['10-28', '11-18', 'not_transmitted', '2026-10-29T00:00'],
      ['11-19', '11-20', 'partial', null],
    ])
  })

  test('a session between the end of a day and the fetch proves the day, whatever its source', () => {
    const book = before(SILENT, {
      lastSession: '2026-11-21T02:00:00Z',
      sessions: ['2026-10-29T14:00:00Z', '2026-11-19T12:00:00Z', '2026-11-21T02:00:00Z'],
    })
    expect(runsOf(book, 'alarm')).toEqual([
      ['10-01', '11-18', 'empty', null],
      ['11-19', '11-20', 'partial', null],
    ])
  })

  test('without any session, days settle by age; failed days stay failed', () => {
    const failed: Runs = [['event', '2026-11-01', '2026-11-02', 3, '2026-11-20T15:00:00Z']]
    const book = before([...SILENT, ...failed], { lastSession: null })
    expect(runsOf(book, 'alarm')).toEqual([
      ['10-01', '11-18', 'empty', '1970-01-01T00:00'],
      ['11-19', '11-20', 'partial', null],
    ])
    expect(runsOf(book, 'event')).toEqual([['11-01', '11-02', 'failed', null]])
  })
})
