import { expect, test } from 'vitest'
import { dayNumber } from '../../../electron/contract/time/day.ts'
import { totalIn, type ArchiveRecords } from '../../../renderer/views/station/coverage/records.ts'

/** December 2025 to March 2026, of which February is missing; a record of a month stands on each of its days. */
const MONTHS = [31, 31, 28, 31] as const
const archive = (every: ArchiveRecords['every'], onDay: (month: number) => number): ArchiveRecords => ({
  archiveType: 'any',
  view: 'general',
  every,
  records: 0,
  expected: 0,
  first: dayNumber('2025-12-01'),
  present: Float64Array.from(MONTHS.flatMap((days, month) => Array.from({ length: days }, () => onDay(month)))),
  due: Float64Array.from({ length: 121 }, () => (every === 'hour' ? 24 : 1)),
})
const of2026 = { from: '2026-01-01', to: '2026-12-31' }

test('a year of hours and of days counts each day, one of months each month once', () => {
  expect(
    totalIn(
      archive('hour', (month) => (month === 2 ? 0 : 24)),
      of2026,
    ),
  ).toEqual({ records: 62 * 24, expected: 90 * 24 })
  expect(
    totalIn(
      archive('day', (month) => (month === 2 ? 0 : 1)),
      of2026,
    ),
  ).toEqual({ records: 62, expected: 90 })
  expect(
    totalIn(
      archive('month', (month) => (month === 2 ? 0 : 1)),
      of2026,
    ),
  ).toEqual({ records: 2, expected: 3 })
  expect(
    totalIn(
      archive(null, () => 0),
      of2026,
    ),
  ).toBeNull()
})
