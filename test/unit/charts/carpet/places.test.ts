import { expect, test } from 'vitest'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { cellFinder, placesOf, rectOf } from '../../../../renderer/charts/carpet/places.ts'
import { columnTicks, hourTicks } from '../../../../renderer/charts/carpet/ticks.ts'
import { cellAfterKey, nextCell } from '../../../../renderer/charts/carpet/walk.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'

const GAS = { zone: 'Europe/Berlin', contractHour: 10 }
const of = (kind: 'hour' | 'day' | 'month', first: string, last: string) => cellsOf(kind, gasDaySpan(first, last, GAS), GAS)
const YEAR = of('hour', '2025-11-20', '2026-11-19')
const SIZE = { width: 1180, height: 500 }

test.each([
  ['a year of hours', YEAR],
  ['a month of hours with a change of the clocks', of('hour', '2026-10-01', '2026-10-31')],
  ['years of days', of('day', '2020-03-01', '2026-11-19')],
  ['years of months', of('month', '2020-03-01', '2026-11-19')],
])('%s: each cell is found where it is, none outside', (_, cells) => {
  const places = placesOf(cells, SIZE, 2)
  const find = cellFinder(cells)
  for (let cell = 0; cell < cells.length; cell += 7) {
    const { x, y, width, height } = rectOf(cells, places, cell)
    expect(find(places, x + width / 2, y + height / 2)).toBe(cell)
    // Edges on whole device px are crisp.
    for (const edge of [x, y]) expect(edge * 2).toBe(Math.round(edge * 2))
  }
  expect(find(places, 3, 3)).toBe(-1)
  expect(find(places, SIZE.width - 1, 50)).toBe(-1)
  expect(places.width).toBe(SIZE.width)
})

test('the two of an hour that comes twice share its place', () => {
  const cells = of('hour', '2026-10-24', '2026-10-24')
  const places = placesOf(cells, SIZE, 1)
  const [first, second] = [16, 17].map((cell) => rectOf(cells, places, cell))
  expect([first?.x, first?.y]).toEqual([second?.x, (second?.y ?? 0) - (first?.height ?? 0)])
  expect(rectOf(cells, places, 18).y).toBeGreaterThan(second?.y ?? 0)
})

test('many years need more height than there is: the carpet scrolls instead of becoming too fine', () => {
  const places = placesOf(of('hour', '2010-01-01', '2026-11-19'), SIZE, 1)
  expect(places.height).toBeGreaterThan(SIZE.height)
  expect(places.cellHeight).toBe(3)
})

test('arrow keys walk the hours and the days, over the change of the clocks too', () => {
  const cells = of('hour', '2026-10-23', '2026-10-26')
  const walk = (cell: number, ...keys: string[]) => keys.reduce((now, key) => cellAfterKey(cells, now, key) ?? Number.NaN, cell)
  // 24 hours on the 23rd, then 25: the 25th begins at 49.
  expect(walk(20, 'ArrowDown')).toBe(21)
  expect(walk(23, 'ArrowDown', 'ArrowUp')).toBe(23)
  expect(cells.row[walk(20, 'ArrowRight')]).toBe(20)
  expect(walk(20, 'ArrowRight')).toBe(24 + 21)
  expect(walk(20, 'ArrowRight', 'ArrowRight')).toBe(49 + 20)
  expect(walk(20, 'ArrowRight', 'ArrowLeft')).toBe(20)
  expect([walk(20, 'Home'), walk(20, 'End'), walk(20, 'ArrowLeft'), walk(0, 'ArrowUp')]).toEqual([0, 96, 20, 0])
  expect(cellAfterKey(cells, 5, 'x')).toBeNull()
  const days = of('day', '2026-01-01', '2026-03-31')
  expect([cellAfterKey(days, 10, 'ArrowRight'), cellAfterKey(days, 10, 'ArrowDown')]).toEqual([17, 11])
  const months = of('month', '2024-01-01', '2026-12-31')
  expect([cellAfterKey(months, 1, 'ArrowRight'), cellAfterKey(months, 1, 'ArrowDown')]).toEqual([2, 13])
})

test('the next cell of a kind, and the one before', () => {
  const holds = (cell: number) => cell % 10 === 0
  expect([nextCell(100, 3, 1, holds), nextCell(100, 3, -1, holds), nextCell(100, 95, 1, holds)]).toEqual([10, 0, null])
})

test('labels: months below a year, days below a month, the contract hour at both ends', () => {
  const [year] = YEAR.blocks
  const ticks = year ? columnTicks(YEAR, year, placesOf(YEAR, SIZE, 1)) : []
  expect(ticks.map(({ day }) => day.slice(0, 7))).toEqual([
    '2025-12',
    ...Array.from({ length: 11 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
  ])
  const october = of('hour', '2026-10-01', '2026-10-31')
  const [month] = october.blocks
  const days = month ? columnTicks(october, month, placesOf(october, SIZE, 1)) : []
  expect(days).toHaveLength(31)
  expect(hourTicks(10, 4).map(({ hour, contract }) => [hour, contract])).toEqual([
    [10, true],
    [18, false],
    [0, false],
    [6, false],
    [10, true],
  ])
})
