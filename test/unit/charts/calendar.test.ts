import { expect, test } from 'vitest'
import { CELL, cellsOf, dayAfterKey, dayAt, monthsOf, yearsOf } from '../../../renderer/charts/calendar.ts'

const year = { year: 2026, today: '2026-11-20' }

test('a year has its days, Monday on top', () => {
  const cells = cellsOf(year)
  expect(cells).toHaveLength(365)
  expect(cellsOf({ year: 2024, today: '2026-01-01' })).toHaveLength(366)
  // 1 January 2026 was a Thursday.
  expect(cells[0]).toMatchObject({ day: '2026-01-01', x: 0, y: 3 * CELL })
  expect(cells.find((cell) => cell.day === '2026-01-05')).toMatchObject({ x: CELL, y: 0 })
})

test('days after today are not there yet', () => {
  const cells = cellsOf(year)
  expect(cells.find((cell) => cell.day === '2026-11-20')?.future).toBe(false)
  expect(cells.find((cell) => cell.day === '2026-11-21')?.future).toBe(true)
})

test('every cell is found again under the pointer', () => {
  for (const { day, x, y } of cellsOf(year)) expect(dayAt(year, x + CELL / 2, y + CELL / 2)).toBe(day)
  expect(dayAt(year, 1, 1)).toBeNull()
  expect(dayAt(year, -1, 50)).toBeNull()
  expect(dayAt(year, 10_000, 50)).toBeNull()
})

test('months stand above their first whole week', () => {
  const months = monthsOf(year)
  expect(months).toHaveLength(12)
  expect(months.map(({ x }) => x)).toEqual([...months.map(({ x }) => x)].sort((a, b) => a - b))
})

test('years run from the newest to the oldest and hold the current one', () => {
  expect(yearsOf(['2023-11-01', '2024-02-01'], '2026-11-20')).toEqual([2026, 2025, 2024, 2023])
  expect(yearsOf([], '2026-11-20')).toEqual([2026])
})

test.each([
  ['ArrowDown', '2026-03-02'],
  ['ArrowUp', '2026-02-28'],
  ['ArrowRight', '2026-03-08'],
  ['ArrowLeft', '2026-02-22'],
  ['Home', '2026-01-01'],
  ['End', '2026-12-31'],
  ['a', null],
])('%s leads to %s', (key, day) => {
  expect(dayAfterKey('2026-03-01', key)).toBe(day)
})
