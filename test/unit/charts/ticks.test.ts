import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { tickLabel, timeTicks } from '../../../renderer/charts/ticks.ts'

const at = (iso: string) => Date.parse(iso)

test('ticks stand at round wall times of the zone', () => {
  const ticks = timeTicks(at('2026-02-01T00:00:00Z'), at('2026-02-05T00:00:00Z'), 'Asia/Yekaterinburg', 8)
  expect(ticks.map((tick) => new Date(tick.atMs).toISOString())).toEqual([
    '2026-02-01T07:00:00.000Z',
    '2026-02-01T19:00:00.000Z',
    '2026-02-02T07:00:00.000Z',
    '2026-02-02T19:00:00.000Z',
    '2026-02-03T07:00:00.000Z',
    '2026-02-03T19:00:00.000Z',
    '2026-02-04T07:00:00.000Z',
    '2026-02-04T19:00:00.000Z',
  ])
  expect(ticks[1]?.level).toBe('day')
})

test('days stay midnights over the change to summer time', () => {
  const ticks = timeTicks(at('2026-03-27T23:00:00Z'), at('2026-03-31T22:00:00Z'), 'Europe/Berlin', 6)
  expect(ticks.map(({ atMs }) => zoneClock('Europe/Berlin').wall(atMs).slice(11))).toEqual(Array(5).fill('00:00:00'))
  expect((ticks[2]?.atMs ?? 0) - (ticks[1]?.atMs ?? 0)).toBe(23 * HOUR_MS)
})

test('ticks over the change to winter time rise and do not repeat', () => {
  const ticks = timeTicks(at('2026-10-24T22:00:00Z'), at('2026-10-25T06:00:00Z'), 'Europe/Berlin', 10)
  const times = ticks.map(({ atMs }) => atMs)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(times.length).toBeLessThanOrEqual(10)
})

test.each([
  ['a minute', 60_000],
  ['an hour', HOUR_MS],
  ['a day', 24 * HOUR_MS],
  ['a month', 30 * 24 * HOUR_MS],
  ['three years', 3 * 365 * 24 * HOUR_MS],
  ['forty years', 40 * 365 * 24 * HOUR_MS],
])('%s gets some ticks, and not too many', (_, length) => {
  const from = at('2024-01-17T03:17:00Z')
  const ticks = timeTicks(from, from + length, 'Europe/Moscow', 10)
  expect(ticks.length).toBeGreaterThan(0)
  expect(ticks.length).toBeLessThanOrEqual(12)
})

test('months begin months and years begin years', () => {
  const ticks = timeTicks(at('2025-10-15T00:00:00Z'), at('2026-03-15T00:00:00Z'), 'Europe/Moscow', 8)
  expect(ticks.map(({ level }) => level)).toEqual(['month', 'month', 'year', 'month', 'month'])
  expect(tickLabel(ticks[2] ?? { atMs: 0, level: 'day' }, 'en-GB', 'Europe/Moscow')).toBe('2026')
})

test('an empty span has no ticks', () => {
  expect(timeTicks(5, 5, 'UTC', 10)).toEqual([])
  expect(timeTicks(NaN, 5, 'UTC', 10)).toEqual([])
})

test('labels follow language and zone', () => {
  const noon = { atMs: at('2026-01-14T09:00:00Z'), level: 'hour' as const }
  expect(tickLabel(noon, 'en-GB', 'Europe/Moscow')).toBe('12:00')
  expect(tickLabel({ ...noon, level: 'day' }, 'ru-RU', 'Europe/Moscow')).toBe('14 янв.')
})

test.each([
  ['ten thousand years', 0, at('9999-12-31T00:00:00Z')],
  ['all that the calendar has', -8.64e15, 8.64e15],
  ['the last days that the calendar has', 8.64e15 - 3 * 24 * HOUR_MS, 8.64e15],
  ['more than the calendar has', -1e17, 1e17],
])('the ticks of %s end, and are few', (_name, fromMs, toMs) => {
  for (const zone of ['UTC', 'Europe/Moscow', 'America/New_York']) {
    const times = timeTicks(fromMs, toMs, zone, 8).map(({ atMs }) => atMs)
    expect(times.length).toBeLessThanOrEqual(10)
    expect(times.every((atMs) => atMs >= fromMs && atMs <= toMs)).toBe(true)
  }
})
