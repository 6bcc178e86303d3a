import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { judgeDays } from '../../../electron/analysis/kernel/grids/lacking.ts'
import { migrate } from '../../../electron/book/file/migrate.ts'
import { MIGRATIONS } from '../../../electron/book/file/migrations/index.ts'
import type { Book } from '../../../electron/book/index.ts'
import { dayNumber } from '../../../electron/contract/time/day.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { alarm, session, station, tempBook } from './fixtures.ts'

/** A day of which the book has records is never empty, however it was downloaded. */

const FROM = Date.UTC(2026, 0, 1)
const LATER = FROM + 40 * DAY_MS
const daily = { equipmentId: 1001, archiveType: 'daily', view: 'general' } as const
const alarms = { equipmentId: 1001, archiveType: 'alarm' }
const sessions = { telemetryId: 2001, archiveType: 'sessions' } as const
const span = { from: '2026-01-02', to: '2026-01-04' }
const states = (book: Book, key: Parameters<Book['coverage']['days']>[0] = daily) => book.coverage.days(key, span).map(({ state }) => state)
const viewed = (book: Book) => book.db.prepare("SELECT state FROM v_coverage WHERE archive_type = 'daily' ORDER BY day").pluck().all()

function newBook(): Book {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], FROM)
  return book
}

/** An answer of the service to these days, written as a download does. */
function answer(book: Book, days: { from: string; to: string }, stamps: readonly number[], lastSessionMs = LATER): void {
  book.page(() => {
    book.readings.put(
      daily,
      stamps.map((atMs) => ({ atMs, values: { P: 1 } })),
    )
    const met = new Set(stamps.map((atMs) => Math.floor(atMs / DAY_MS)))
    book.coverage.mark(daily, days, { fetchedAtMs: LATER, state: { ofDay: judgeDays(met, { fetchedAtMs: LATER, lastSessionMs }) } })
  })
}

test('a later answer without the record makes its day not empty', () => {
  const book = newBook()
  answer(book, span, [FROM + DAY_MS + HOUR_MS])
  expect(states(book)).toEqual(['fetched', 'empty', 'empty'])
  answer(book, span, [])
  expect(states(book)).toEqual(['fetched', 'empty', 'empty'])
  expect(viewed(book)).toEqual(['fetched', 'empty', 'empty'])
  expect(book.coverage.totalsByArchive()).toMatchObject([{ fetched: 1, empty: 2 }])
})

test('nor not transmitted: it is partial, and waits for the same session', () => {
  const book = newBook()
  answer(book, span, [FROM + 2 * DAY_MS + HOUR_MS], FROM)
  answer(book, span, [], FROM)
  expect(states(book)).toEqual(['not_transmitted', 'partial', 'not_transmitted'])
  expect(book.coverage.runs(daily, span).map(({ knownSessionMs }) => knownSessionMs)).toEqual([FROM, FROM, FROM])
})

test('a record that comes with the answer to the day beside it makes its day not empty', () => {
  const book = newBook()
  answer(book, { from: '2026-01-03', to: '2026-01-04' }, [])
  // The end of the second gas day is midnight UTC of the third.
  answer(book, { from: '2026-01-02', to: '2026-01-02' }, [FROM + 2 * DAY_MS])
  expect(states(book)).toEqual(['empty', 'fetched', 'empty'])
})

test('in either order the same days are in the same state', () => {
  const [one, other] = [newBook(), newBook()]
  const stamps = [FROM + DAY_MS + HOUR_MS, FROM + 2 * DAY_MS]
  answer(one, span, stamps)
  answer(other, { from: '2026-01-03', to: '2026-01-04' }, [])
  answer(other, { from: '2026-01-02', to: '2026-01-02' }, stamps)
  expect(states(other)).toEqual(states(one))
})

test('events and sessions too', () => {
  const book = newBook()
  book.page(() => {
    book.events.add(alarms, [alarm(FROM + DAY_MS, '1')])
    book.sessions.put([session({ id: 1, telemetryId: 2001, atMs: FROM + 3 * DAY_MS })])
    for (const key of [alarms, sessions]) book.coverage.mark(key, span, { fetchedAtMs: LATER, state: 'empty' })
  })
  expect(states(book, alarms)).toEqual(['fetched', 'empty', 'empty'])
  expect(states(book, sessions)).toEqual(['empty', 'empty', 'fetched'])
})

test('days that an older program called empty are told by their records when the book is opened', () => {
  const db = new Database(':memory:')
  migrate(db, MIGRATIONS.slice(0, 21))
  const day = dayNumber('2026-01-01')
  db.exec(`INSERT INTO series (id, equipment_id, archive_type, "view") VALUES (1, 1001, 'daily', 'general');
    INSERT INTO coverage_run VALUES (1, ${day}, ${day + 9}, 2, 5, NULL, NULL), (1, ${day + 10}, ${day + 12}, 5, 6, NULL, 7);
    INSERT INTO coverage_total (series_id, fetched, empty, failed, partial, not_transmitted) VALUES (1, 0, 10, 0, 0, 3);`)
  const put = db.prepare("INSERT INTO reading (series_id, at_ms, record) VALUES (1, ?, '[1]')")
  for (const at of [2, 3, 9, 11]) put.run((day + at) * DAY_MS + HOUR_MS)
  migrate(db)
  const runs = db.prepare('SELECT from_day - ?, to_day - ?, state, known_session_ms FROM coverage_run ORDER BY 1').raw()
  expect(runs.all(day, day)).toEqual([
    [0, 1, 2, null],
    [2, 2, 1, null],
    [3, 3, 1, null],
    [4, 8, 2, null],
    [9, 9, 1, null],
    [10, 10, 5, 7],
    [11, 11, 4, 7],
    [12, 12, 5, 7],
  ])
  expect(db.prepare('SELECT fetched, empty, partial, not_transmitted FROM coverage_total').raw().get()).toEqual([3, 7, 1, 2])
  db.close()
})
