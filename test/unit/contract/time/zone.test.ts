import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { stampOf, zoneClock } from '../../../../electron/contract/time/zone.ts'

/** Single cases that can be read; every-change.test.ts looks at all zones. */

const at = (iso: string) => Date.parse(iso)

test('wall time in a zone without summer time', () => {
  const clock = zoneClock('Europe/Moscow')
  expect(clock.wall(at('2026-01-31T07:00:00Z'))).toBe('2026-01-31 10:00:00')
  expect(clock.wall(at('2026-01-31T07:00:00.250Z'), true)).toBe('2026-01-31 10:00:00.250')
  expect(clock.iso(at('2026-01-31T22:30:00Z'))).toBe('2026-02-01T01:30:00.000+03:00')
  expect(clock.dayAt(at('2026-12-31T22:00:00Z'))).toBe('2027-01-01')
})

test.each([
  ['2026-11-20T15:00:00Z', 'Europe/Moscow', '2026-11-20 18:00:00+03:00'],
  ['2026-11-20T15:00:00.250Z', 'UTC', '2026-11-20 15:00:00.250+00:00'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00+01:00'],
  ['2026-01-01T02:00:00Z', 'America/St_Johns', '2025-12-31 22:30:00-03:30'],
])('the stamp of %s in %s is the moment itself', (moment, zone, stamp) => {
  expect(stampOf(at(moment), zone)).toBe(stamp)
  expect(at(stamp.replace(' ', 'T'))).toBe(at(moment))
})

test('an hour that comes twice is its first, an hour that never comes is the jump', () => {
  const { hourOfDayMs, momentOf } = zoneClock('Europe/Berlin')
  expect(hourOfDayMs('2026-10-25', 2)).toBe(at('2026-10-25T00:00:00Z'))
  expect(momentOf(at('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T01:00:00Z'))
})

describe('days of a zone', () => {
  const length = (day: string, zone: string) => {
    const { fromMs, toMs } = zoneClock(zone).spanMs({ from: day, to: day })
    return (toMs + 1 - fromMs) / HOUR_MS
  }

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Antarctica/Troll', '2026-03-29', 22],
    ['Antarctica/Vostok', '2023-12-18', 26],
    ['Asia/Almaty', '2024-03-01', 24],
  ])('in %s %s has %d hours', (zone, day, hours) => {
    expect(length(day, zone)).toBe(hours)
  })

  test('a day whose midnight is skipped begins later, one whose midnight comes twice with the first', () => {
    const { dayStartMs } = zoneClock('America/Sao_Paulo')
    expect(dayStartMs('2018-11-04')).toBe(at('2018-11-04T03:00:00Z'))
    // The clocks went back from midnight to 23:00: the day begins when they get there the second time.
    expect(dayStartMs('2018-02-18')).toBe(at('2018-02-18T03:00:00Z'))
    expect(zoneClock('America/Havana').dayStartMs('2026-11-01')).toBe(at('2026-11-01T04:00:00Z'))
  })

  test('a day that a zone skipped, moving over the date line, has no time', () => {
    expect([length('2011-12-29', 'Pacific/Apia'), length('2011-12-30', 'Pacific/Apia')]).toEqual([24, 0])
    expect(length('2011-12-31', 'Pacific/Apia')).toBe(24)
  })
})

test('an unknown zone is refused', () => {
  expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
})
