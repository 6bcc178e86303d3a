import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lonePoints, thinChannel } from '../../../renderer/charts/thin.ts'

const points = (flat: Float64Array) => Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]])
const column = (rows: number, value: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => value(row))

test('few points pass through, one beyond each edge, the rest not', () => {
  const times = column(10, (row) => row * 10)
  const thin = thinChannel(
    times,
    column(10, (row) => row),
    { fromMs: 35, toMs: 65 },
    100,
  )
  expect(points(thin)).toEqual([
    [30, 3],
    [40, 4],
    [50, 5],
    [60, 6],
    [70, 7],
  ])
})

test('a single peak and a single trough among many survive', () => {
  const times = column(100_000, (row) => row)
  const values = column(100_000, (row) => (row === 54_321 ? 99 : row === 77_777 ? -99 : 1))
  const thin = thinChannel(times, values, { fromMs: 0, toMs: 99_999 }, 500)
  expect(thin.length / 2).toBeLessThan(2_100)
  expect(points(thin)).toContainEqual([54_321, 99])
  expect(points(thin)).toContainEqual([77_777, -99])
})

test('a missing value breaks the line, also where one pixel holds many records', () => {
  const times = column(1_000, (row) => row)
  const values = column(1_000, (row) => (row === 505 ? NaN : row))
  const thin = points(thinChannel(times, values, { fromMs: 0, toMs: 999 }, 50))
  expect(thin.filter(([, value]) => Number.isNaN(value))).toEqual([[505, NaN]])
})

test('a gap that ends a pixel column after another one is not bridged', () => {
  const times = Float64Array.of(0, 1, 2, 3, 500, 501)
  const values = Float64Array.of(1, NaN, 2, NaN, 3, 4)
  const thin = points(thinChannel(times, values, { fromMs: 0, toMs: 1000 }, 10))
  expect(thin).toEqual([
    [0, 1],
    [1, NaN],
    [2, 2],
    [3, NaN],
    [500, 3],
    [501, 4],
  ])
})

test('whatever the data: points of the data only, in order, extremes kept, no gap bridged, bounded', () => {
  const value = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }) }, { weight: 1, arbitrary: fc.constant(NaN) })
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), value), { maxLength: 400 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 60 }), (rows, pixels) => {
      let now = 0
      const times = Float64Array.from(rows, ([step]) => (now += step))
      const values = Float64Array.from(rows, ([, number]) => number)
      const thin = points(thinChannel(times, values, { fromMs: 0, toMs: Math.max(1, now) }, pixels))
      expect(thin.length).toBeLessThanOrEqual(10 * (pixels + 3))
      const kept = thin.filter(([, number]) => !Number.isNaN(number))
      const real = [...values].filter((number) => !Number.isNaN(number))
      if (real.length > 0) {
        expect(Math.max(...kept.map(([, number]) => number as number))).toBe(Math.max(...real))
        expect(Math.min(...kept.map(([, number]) => number as number))).toBe(Math.min(...real))
      }
      for (let at = 0; at < thin.length; at++) {
        const [time, number] = thin[at] as [number, number]
        const row = times.indexOf(time)
        expect(values[row]).toBe(number)
        if (at === 0) continue
        const [previous, before] = thin[at - 1] as [number, number]
        expect(time).toBeGreaterThan(previous)
        if (Number.isNaN(number) || Number.isNaN(before)) continue
        // Nothing missing lies between two joined points, unless the join stays within one pixel column.
        const between = values.subarray(times.indexOf(previous) + 1, row)
        const width = Math.max(1, now) / pixels
        if (Math.floor(previous / width) !== Math.floor(time / width)) expect(between.some(Number.isNaN)).toBe(false)
      }
    }),
    { seed: 4711, numRuns: 400 },
  )
})

test('a point between two gaps is found, for a line cannot show it', () => {
  expect([...lonePoints(Float64Array.of(1, 5, 2, NaN, 3, 6, 4, NaN, 5, 7, 6, 8), 0)]).toEqual([1, 5, 3, 6])
  expect([...lonePoints(Float64Array.of(1, 5), 0)]).toEqual([1, 5])
  expect([...lonePoints(Float64Array.of(1, 5, 2, NaN, 3, 6), 1)]).toEqual([3, 6])
  expect(lonePoints(new Float64Array(0), 0).length).toBe(0)
})
