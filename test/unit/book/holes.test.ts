import { expect, test } from 'vitest'
import { HOLE_STATES } from '../../../electron/book/coverage/holes.ts'
import type { CoverageState } from '../../../electron/book/index.ts'
import { station, tempBook } from './fixtures.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')

/** Two stations with hourly readings, and the sessions of the first one's telemetry unit. */
function filled() {
  const book = tempBook()
  book.stations.put(
    [
      station({ id: 2, name: 'ГРП-10', equipmentId: 20, telemetryId: null }),
      station({ id: 1, name: 'ГРП-2', equipmentId: 10, telemetryId: 11 }),
      station({ id: 3, name: 'Котельная', equipmentId: null, telemetryId: 33 }),
    ],
    NOW,
  )
  const mark = (equipmentId: number, from: string, to: string, state: CoverageState) =>
    book.coverage.mark({ equipmentId, archiveType: 'hourly', view: 'general' }, { from, to }, { fetchedAtMs: NOW, state })
  mark(10, '2026-11-01', '2026-11-03', 'fetched')
  mark(10, '2026-11-06', '2026-11-07', 'empty')
  mark(10, '2026-11-08', '2026-11-08', 'failed')
  mark(10, '2026-11-17', '2026-11-20', 'partial')
  mark(20, '2026-11-19', '2026-11-20', 'partial')
  book.coverage.mark(
    { telemetryId: 33, archiveType: 'sessions' },
    { from: '2026-11-01', to: '2026-11-01' },
    { fetchedAtMs: NOW, state: 'failed' },
  )
  return book
}

test('every hole with its reason, ordered by station, archive and day', () => {
  const rows = filled().holes.list({ states: HOLE_STATES }, NOW)
  expect(rows.map(({ stationName, from, to, days, state }) => [stationName, from.slice(8), to.slice(8), days, state])).toEqual([
    ['ГРП-2', '04', '05', 2, 'never'],
    ['ГРП-2', '06', '07', 2, 'empty'],
    ['ГРП-2', '08', '08', 1, 'failed'],
    ['ГРП-2', '09', '16', 8, 'never'],
    // The 19th is not over everywhere until noon of the 20th UTC; the 20th is not over: no hole.
    ['ГРП-2', '17', '19', 3, 'partial'],
    ['ГРП-10', '19', '19', 1, 'partial'],
    // A station without a device has sessions all the same.
    ['Котельная', '01', '01', 1, 'failed'],
  ])
})

test('a page of some reasons, and totals of all', () => {
  const { holes } = filled()
  expect(holes.list({ states: ['never', 'failed'], offset: 1, limit: 2 }, NOW).map(({ state }) => state)).toEqual(['failed', 'never'])
  expect(holes.totals(NOW)).toEqual({
    never: { holes: 2, days: 10 },
    empty: { holes: 1, days: 2 },
    failed: { holes: 2, days: 2 },
    partial: { holes: 2, days: 4 },
    not_transmitted: { holes: 0, days: 0 },
  })
})

test('holes and coverage agree on every day', () => {
  const book = filled()
  const span = { from: '2026-11-01', to: '2026-11-19' }
  const known = book.coverage.days({ equipmentId: 10, archiveType: 'hourly', view: 'general' }, span)
  const holes = book.holes.list({ states: HOLE_STATES }, NOW).filter(({ stationId }) => stationId === 1)
  for (const { day, state } of known) {
    const hole = holes.find(({ from, to }) => from <= day && day <= to)
    expect(hole?.state ?? 'fetched', day).toBe(state)
  }
})

test('a station without a device is listed', () => {
  expect(filled().stations.withoutDevice()).toEqual([{ id: 3, name: 'Котельная' }])
})
