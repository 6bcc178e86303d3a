import { expect, test } from 'vitest'
import { reportSpan } from '../../../electron/contract/time/report-period.ts'

const moscow = { zone: 'Europe/Moscow', contractHour: 10 }
/** A wall time of Moscow (UTC+3). */
const at = (text: string) => Date.parse(`${text}:00+03:00`)

test.each([
  // The gas day of 1 November begins at 10:00: before that it is still October.
  ['last-month', '2026-11-01T09:59', '2026-09-01', '2026-09-30'],
  ['last-month', '2026-11-01T10:00', '2026-10-01', '2026-10-31'],
  ['last-month', '2026-03-15T12:00', '2026-02-01', '2026-02-28'],
  ['last-month', '2028-03-31T12:00', '2028-02-01', '2028-02-29'],
  ['last-month', '2027-01-01T12:00', '2026-12-01', '2026-12-31'],
  ['yesterday', '2026-11-01T09:59', '2026-10-30', '2026-10-30'],
  ['yesterday', '2026-11-01T10:00', '2026-10-31', '2026-10-31'],
  ['last-week', '2026-11-23T09:59', '2026-11-09', '2026-11-15'],
  ['last-week', '2026-11-23T10:00', '2026-11-16', '2026-11-22'],
  ['this-month', '2026-11-22T12:00', '2026-11-01', '2026-11-21'],
  ['this-month', '2026-11-01T12:00', '2026-11-01', '2026-11-01'],
  ['last-year', '2027-01-01T09:59', '2025-01-01', '2025-12-31'],
  ['last-year', '2027-01-01T10:00', '2026-01-01', '2026-12-31'],
] as const)('%s at %s', (period, now, from, to) => {
  expect(reportSpan(period, moscow, at(now))).toEqual({ from, to })
})

test('days are those of the zone, also where clocks change', () => {
  const berlin = { zone: 'Europe/Berlin', contractHour: 3 }
  // 25 October 2026: 03:00 is at 02:00 UTC, an hour later by UTC than the day before.
  const begins = Date.UTC(2026, 9, 25, 2)
  expect(reportSpan('yesterday', berlin, begins - 1)).toEqual({ from: '2026-10-23', to: '2026-10-23' })
  expect(reportSpan('yesterday', berlin, begins)).toEqual({ from: '2026-10-24', to: '2026-10-24' })
  const omsk = { zone: 'Asia/Omsk', contractHour: 0 }
  expect(reportSpan('last-month', omsk, at('2026-10-31T20:59'))).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(reportSpan('last-month', omsk, at('2026-10-31T21:00'))).toEqual({ from: '2026-10-01', to: '2026-10-31' })
})

test('a fixed span is what was chosen', () => {
  expect(reportSpan('fixed', moscow, at('2026-11-01T10:00'))).toBeNull()
})
