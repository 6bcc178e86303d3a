import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, type CarpetCells } from '../../../../renderer/charts/carpet/cells.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'

const BERLIN = { zone: 'Europe/Berlin', contractHour: 10 }
const hours = (first: string, last: string, gas = BERLIN) => cellsOf('hour', gasDaySpan(first, last, gas), gas)
const iso = (ms: number | undefined) => new Date(ms ?? NaN).toISOString().slice(0, 16)
const inColumn = ({ column, length }: CarpetCells, wanted: number) =>
  Array.from({ length }, (_, cell) => cell).filter((cell) => column[cell] === wanted)

test('a gas day is a column of its hours by the clock, the contract hour on top', () => {
  const cells = hours('2026-01-05', '2026-01-06')
  expect([cells.length, cells.rows, cells.blocks]).toEqual([48, 24, [{ year: null, columns: 2, firstDay: '2026-01-05' }]])
  expect([cells.row[0], iso(cells.fromMs[0]), iso(cells.toMs[0])]).toEqual([0, '2026-01-05T09:00', '2026-01-05T10:00'])
  // Midnight is 14 hours after the contract hour.
  expect([cells.row[14], iso(cells.fromMs[14])]).toEqual([14, '2026-01-05T23:00'])
  expect(cells.changes).toEqual([])
})

test('a day of 25 hours has the hour that comes twice as two cells in one place', () => {
  const cells = hours('2026-10-24', '2026-10-25')
  const day = inColumn(cells, 0)
  expect(day).toHaveLength(25)
  expect(cells.changes).toEqual([{ block: 0, column: 0, hours: 25, skipped: [] }])
  const twice = day.filter((cell) => cells.half[cell])
  expect(twice.map((cell) => [cells.half[cell], cells.row[cell], iso(cells.fromMs[cell])])).toEqual([
    [1, 16, '2026-10-25T00:00'],
    [2, 16, '2026-10-25T01:00'],
  ])
  // The hours after it are in their usual rows.
  expect(cells.row[day.at(-1) ?? 0]).toBe(23)
})

test('a day of 23 hours has no cell where the clock skips an hour', () => {
  const cells = hours('2026-03-28', '2026-03-28')
  expect(cells.length).toBe(23)
  expect(cells.changes).toEqual([{ block: 0, column: 0, hours: 23, skipped: [16] }])
  expect(cells.row[16]).toBe(17)
})

test('hours follow one another without a gap, each in the row of its hour, in any zone and with any contract hour', () => {
  const zones = ['Europe/Berlin', 'Europe/Moscow', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu']
  const day = fc.integer({ min: 0, max: 700 }).map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.nat(23), day, (zone, contractHour, first) => {
      const gas = { zone, contractHour }
      const span = gasDaySpan(first, first, gas)
      const cells = cellsOf('hour', span, gas)
      expect(cells.fromMs[0]).toBe(span.fromMs)
      expect(cells.toMs[cells.length - 1]).toBe(span.toMs)
      for (let cell = 0; cell < cells.length; cell++) {
        if (cell > 0) expect(cells.fromMs[cell]).toBe(cells.toMs[cell - 1])
        const hour = Math.floor(zoneClock(zone).wallMs(cells.fromMs[cell] ?? 0) / HOUR_MS)
        expect((cells.row[cell] ?? 0) % 24).toBe((((hour - contractHour) % 24) + 24) % 24)
      }
    }),
    { numRuns: 60 },
  )
})

test('a span of more than 53 weeks is a block a year, so that the same days are above one another', () => {
  const cells = hours('2023-11-20', '2026-11-19')
  expect(cells.blocks.map(({ year, columns }) => [year, columns])).toEqual([
    [2023, 365],
    [2024, 366],
    [2025, 365],
    [2026, 365],
  ])
  expect([cells.block[0], cells.column[0]]).toEqual([0, 323])
  const newest = cells.length - 1
  expect([cells.block[newest], cells.column[newest], iso(cells.toMs[newest])]).toEqual([3, 322, '2026-11-20T09:00'])
})

test('days are a column a week, Monday on top', () => {
  const cells = cellsOf('day', gasDaySpan('2026-01-01', '2026-01-31', BERLIN), BERLIN)
  expect([cells.length, cells.rows, cells.blocks]).toEqual([31, 7, [{ year: null, columns: 5, firstDay: '2025-12-29' }]])
  // 1 January 2026 was a Thursday, the 31st a Saturday.
  expect([cells.column[0], cells.row[0]]).toEqual([0, 3])
  expect([cells.column[30], cells.row[30]]).toEqual([4, 5])
})

test('months are a row a year, each of a span whole', () => {
  const cells = cellsOf('month', gasDaySpan('2025-11-15', '2026-02-03', BERLIN), BERLIN)
  expect(Array.from({ length: cells.length }, (_, cell) => [cells.row[cell], cells.column[cell]])).toEqual([
    [0, 10],
    [0, 11],
    [1, 0],
    [1, 1],
  ])
  expect([iso(cells.fromMs[0]), iso(cells.toMs[3])]).toEqual(['2025-11-01T09:00', '2026-03-01T09:00'])
})
