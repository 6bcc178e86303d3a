import { expect, test } from 'vitest'
import { stampOf, dayOf, endOfDay, momentOf, offsetAt, startOfDay, wallOf } from '../../../renderer/charts/zone.ts'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(iso)

test('the wall clock of a zone, and how far it is ahead', () => {
  expect(wallOf(at('2026-03-01T21:30:15Z'), 'Europe/Moscow')).toEqual({
    year: 2026,
    month: 3,
    day: 2,
    hour: 0,
    minute: 30,
    second: 15,
  })
  expect(offsetAt(at('2026-07-01T00:00:00Z'), 'Europe/Berlin')).toBe(2 * HOUR)
  expect(offsetAt(at('2026-01-01T00:00:00.500Z'), 'Asia/Kathmandu')).toBe(5.75 * HOUR)
})

test('midnight is midnight there', () => {
  expect(startOfDay('2026-03-02', 'Asia/Yekaterinburg')).toBe(at('2026-03-01T19:00:00Z'))
  expect(startOfDay('2026-03-02', 'America/New_York')).toBe(at('2026-03-02T05:00:00Z'))
})

test('the days of the change last 23 and 25 hours', () => {
  const length = (day: string) => endOfDay(day, 'Europe/Berlin') + 1 - startOfDay(day, 'Europe/Berlin')
  expect(length('2026-03-29')).toBe(23 * HOUR)
  expect(length('2026-10-25')).toBe(25 * HOUR)
  expect(length('2026-10-26')).toBe(24 * HOUR)
})

test('an hour that comes twice is its first, an hour that never comes is the jump', () => {
  expect(momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Berlin')).toBe(
    at('2026-10-25T00:30:00Z'),
  )
  expect(momentOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Berlin')).toBe(
    at('2026-03-29T01:00:00Z'),
  )
})

test('a zone whose midnight is skipped begins that day later', () => {
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'))
})

test('the day of a moment depends on the zone', () => {
  expect(dayOf(at('2026-12-31T22:00:00Z'), 'Europe/Moscow')).toBe('2027-01-01')
  expect(dayOf(at('2026-12-31T22:00:00Z'), 'UTC')).toBe('2026-12-31')
})

test('wall time and moment agree over two years of every hour', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns']) {
    for (let ms = at('2025-01-01T00:00:00Z'); ms < at('2027-01-01T00:00:00Z'); ms += 7 * HOUR) {
      const back = momentOf(wallOf(ms, zone), zone)
      expect(back === ms || wallOf(back, zone).hour === wallOf(ms, zone).hour).toBe(true)
    }
  }
})

test.each([
  ['2026-11-20T15:00:00Z', 'Europe/Moscow', '2026-11-20 18:00:00+03:00'],
  ['2026-11-20T15:00:00.250Z', 'UTC', '2026-11-20 15:00:00.250+00:00'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+01:00'],
  ['2026-01-01T02:00:00Z', 'America/St_Johns', '2025-12-31 22:30:00-03:30'],
])('the stamp of %s in %s is the moment itself', (moment, zone, stamp) => {
  expect(stampOf(Date.parse(moment), zone)).toBe(stamp)
  expect(Date.parse(stamp.replace(' ', 'T'))).toBe(Date.parse(moment))
})
