import { expect, test } from 'vitest'
import { dueAfter, dueBefore } from '../../../../electron/backend/schedule/due.ts'
import { clockTimes, WEEKDAYS } from '../../../../electron/contract/schedule-words.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'

const moscow = zoneClock('Europe/Moscow')
const berlin = zoneClock('Europe/Berlin')
const nightly = { at: '01:30', days: WEEKDAYS, everyHours: null }
const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())

test('the times of a day', () => {
  expect(clockTimes({ at: '13:05', everyHours: null })).toEqual(['13:05'])
  expect(clockTimes({ at: '13:05', everyHours: 6 })).toEqual(['01:05', '07:05', '13:05', '19:05'])
  expect(clockTimes({ at: '23:59', everyHours: 12 })).toEqual(['11:59', '23:59'])
  expect(clockTimes({ at: '00:00', everyHours: 1 })).toHaveLength(24)
})

test('the next and the last due moment, by the wall clock', () => {
  const now = Date.parse('2026-11-26T10:00:00Z')
  expect(iso(dueAfter(nightly, moscow, now))).toBe('2026-11-26T22:30:00.000Z')
  expect(iso(dueBefore(nightly, moscow, now))).toBe('2026-11-25T22:30:00.000Z')
  // A Thursday.
  const mondays = { ...nightly, days: ['mon'] as const }
  expect(iso(dueAfter(mondays, moscow, now))).toBe('2026-11-29T22:30:00.000Z')
  expect(iso(dueBefore(mondays, moscow, now))).toBe('2026-11-22T22:30:00.000Z')
  // Of the moment itself: it is due, and the next is another.
  const due = Date.parse('2026-11-26T22:30:00Z')
  expect(dueBefore(nightly, moscow, due)).toBe(due)
  expect(iso(dueAfter(nightly, moscow, due))).toBe('2026-11-27T22:30:00.000Z')
})

test('a time that the clock skips in spring is due at the jump, one that comes twice in autumn is due once', () => {
  const at = { ...nightly, at: '02:30' }
  expect(iso(dueAfter(at, berlin, Date.parse('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z')
  expect(iso(dueAfter(at, berlin, Date.parse('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z')
  expect(iso(dueAfter(at, berlin, Date.parse('2026-10-25T00:30:00Z')))).toBe('2026-10-26T01:30:00.000Z')
})
