import { expect, test } from 'vitest'
import { zoneClock } from '../../../electron/analysis/zone.ts'

const at = (iso: string) => Date.parse(iso)

test('wall time in a zone without daylight saving', () => {
  const clock = zoneClock('Europe/Moscow')
  expect(clock.wall(at('2026-01-31T07:00:00Z'))).toBe('2026-01-31 10:00:00')
  expect(clock.wall(at('2026-01-31T07:00:00.250Z'), true)).toBe('2026-01-31 10:00:00.250')
  expect(clock.iso(at('2026-01-31T22:30:00Z'))).toBe('2026-02-01T01:30:00.000+03:00')
})

test('the hour of a daylight saving change is told apart', () => {
  const clock = zoneClock('Europe/Berlin')
  expect(clock.wall(at('2026-10-25T00:30:00Z'))).toBe('2026-10-25 02:30:00')
  expect(clock.wall(at('2026-10-25T01:30:00Z'))).toBe('2026-10-25 02:30:00')
  expect(clock.iso(at('2026-10-25T00:30:00Z'))).toBe('2026-10-25T02:30:00.000+02:00')
  expect(clock.iso(at('2026-10-25T01:30:00Z'))).toBe('2026-10-25T02:30:00.000+01:00')
})

test('days of a zone begin and end at its midnight, also on the days of 23 and 25 hours', () => {
  const clock = zoneClock('Europe/Berlin')
  const hours = (day: string) => (clock.dayEndMs(day) + 1 - clock.dayStartMs(day)) / 3_600_000
  expect(new Date(clock.dayStartMs('2026-03-29')).toISOString()).toBe('2026-03-28T23:00:00.000Z')
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24])
})

test('agrees with Intl at every hour of two years in odd zones', () => {
  for (const zone of [
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Asia/Kamchatka',
    'UTC',
    'Europe/Samara',
  ]) {
    const clock = zoneClock(zone)
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    for (let ms = at('2010-01-01T00:00:00Z'); ms < at('2012-01-01T00:00:00Z'); ms += 7 * 3_600_000) {
      if (clock.wall(ms) !== format.format(ms)) expect(`${zone} ${clock.wall(ms)}`).toBe(`${zone} ${format.format(ms)}`)
    }
  }
})

test('an unknown zone is refused', () => {
  expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
})
