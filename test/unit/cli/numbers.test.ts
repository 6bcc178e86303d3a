import { expect, test } from 'vitest'
import { bytes, columns, count, duration, plural, utcMinute } from '../../../electron/cli/numbers.ts'

test('numbers as people read them', () => {
  expect([0, 999, 1000, 1_234_567, 5e12].map(bytes)).toEqual(['0 B', '999 B', '1.0 kB', '1.2 MB', '5.0 TB'])
  expect([0, 59_400, 61_000, 3_700_000].map(duration)).toEqual(['0 s', '59 s', '1 min 1 s', '1 h 1 min'])
  expect([plural(1, 'page'), plural(1200, 'page'), plural(0, 'kind of event', 'kinds of event')]).toEqual([
    '1 page',
    '1,200 pages',
    '0 kinds of event',
  ])
  expect(count(1_234_567)).toBe('1,234,567')
})

test('a minute in UTC, also of a time that is far from any or none', () => {
  const times = [Date.UTC(2026, 0, 31, 20, 5, 59, 999), -1, 0.5, 253_402_300_800_000, 8.64e15 + 1, 1e300, Number.NaN]
  expect(times.map(utcMinute)).toEqual([
    '2026-01-31 20:05',
    '1969-12-31 23:59',
    '1970-01-01 00:00',
    '+010000-01-01 00:00',
    '8640000000000001',
    '1e+300',
    'NaN',
  ])
})

test('columns are as wide as they need, numbers to the right, Cyrillic counted by characters', () => {
  const text = columns(
    [
      ['ГРП-2', 7, 'да'],
      ['ГРП-10 Южная', 12_345, ''],
    ],
    ['name', 'n', 'x'],
  )
  expect(text.split('\n')).toEqual(['name               n  x', 'ГРП-2              7  да', 'ГРП-10 Южная  12,345'])
  expect(columns([], ['a', 'b'])).toBe('a  b')
})

test('a cell of a megabyte is cut for the eye: no row is padded to it', () => {
  const long = 'ж'.repeat(1_000_000)
  const text = columns([...Array.from({ length: 200 }, () => ['short', 'name', 'said']), [long, long, long]])
  expect(text.length).toBeLessThan(200 * 1_000)
  expect(text).toContain('жж…')
})
