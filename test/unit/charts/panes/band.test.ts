import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandOf, isCrowded, type Band } from '../../../../renderer/charts/panes/band.ts'

const rowsOf = ({ pixel, low, median, high, run }: Band) =>
  Array.from(pixel, (at, index) => [at, low[index], median[index], high[index], run[index]])
const column = (rows: number, value: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => value(row))

test('each pixel has the lowest, the median and the highest of its records', () => {
  const times = column(20, (row) => row)
  const values = Float64Array.of(5, 1, 3, 9, 2, 7, 7, 7, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100)
  expect(rowsOf(bandOf(times, values, { fromMs: 0, toMs: 20 }, 4))).toEqual([
    [0, 1, 3, 9, 0],
    [1, 0, 7, 7, 0],
    [2, 1, 3, 5, 0],
    [3, 6, 8, 100, 0],
  ])
})

test('a gap of a pixel and more begins a new run; a missing record within a pixel does not', () => {
  const times = Float64Array.of(0, 1, 2, 10, 11, 12, 30, 50, 51, 60)
  const values = Float64Array.of(1, NaN, 2, 3, NaN, 4, NaN, 5, 6, 7)
  // Pixels of 10 ms: nothing of 13 to 49, but for the break at 30. From 51 to 60 nothing is missing.
  expect(rowsOf(bandOf(times, values, { fromMs: 0, toMs: 100 }, 10))).toEqual([
    [0, 1, 1, 2, 0],
    [1, 3, 3, 4, 0],
    [5, 5, 5, 6, 1],
    [6, 7, 7, 7, 1],
  ])
})

test('records outside of the span count for nothing; a channel without numbers has no band', () => {
  const times = column(10, (row) => row * 10)
  const of = (values: Float64Array) => rowsOf(bandOf(times, values, { fromMs: 35, toMs: 65 }, 3))
  expect(of(column(10, (row) => row))).toEqual([
    [0, 4, 4, 4, 0],
    [1, 5, 5, 5, 0],
    [2, 6, 6, 6, 0],
  ])
  expect(of(column(10, () => NaN))).toEqual([])
})

test('a channel is crowded with more than two records a pixel', () => {
  const times = column(1000, (row) => row)
  expect(isCrowded(times, { fromMs: 0, toMs: 1000 }, 500)).toBe(false)
  expect(isCrowded(times, { fromMs: 0, toMs: 1000 }, 499)).toBe(true)
  expect(isCrowded(times, { fromMs: 0, toMs: 100 }, 499)).toBe(false)
})

test('whatever the data: as if each pixel were sorted by itself', () => {
  const value = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }) }, { weight: 1, arbitrary: fc.constant(NaN) })
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), value), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (rows, pixels) => {
      let now = 0
      const times = Float64Array.from(rows, ([step]) => (now += step))
      const values = Float64Array.from(rows, ([, number]) => number)
      const span = { fromMs: 0, toMs: now }
      const band = rowsOf(bandOf(times, values, span, pixels))
      const expected = Array.from({ length: pixels }, (_, pixel) => {
        const own = [...values].filter(
          (number, row) => !Number.isNaN(number) && Math.min(pixels - 1, Math.floor(((times[row] ?? 0) * pixels) / now)) === pixel,
        )
        const sorted = own.toSorted((a, b) => a - b)
        return sorted.length > 0 ? [[pixel, sorted[0], sorted[(sorted.length - 1) >> 1], sorted.at(-1)]] : []
      }).flat()
      expect(band.map((entry) => entry.slice(0, 4))).toEqual(expected)
    }),
    { seed: 4711, numRuns: 300 },
  )
})
