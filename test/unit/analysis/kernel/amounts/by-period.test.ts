import { describe, expect, test } from 'vitest'
import { sumAccumulator, sumVolumes } from '../../../../../electron/analysis/kernel/amounts/by-period.ts'
import { HOUR_MS } from '../../../../../electron/contract/time/units.ts'

const day = { fromMs: 0, toMs: 4 * HOUR_MS }
const next = { fromMs: 4 * HOUR_MS, toMs: 8 * HOUR_MS }
const times = Float64Array.of(0, 1, 2, 3, 4, 5, 6).map((hour) => hour * HOUR_MS)

describe('volumes', () => {
  test('a record belongs to the period whose end it is stamped with', () => {
    const sums = sumVolumes(times, Float64Array.of(100, 1, 2, 3, 4, 5, 6), [day, next])
    expect(sums.map(({ value, records }) => [value, records])).toEqual([
      [10, 4],
      [11, 2],
    ])
  })

  test('gaps add nothing, and a period without a number has no sum', () => {
    const sums = sumVolumes(times, Float64Array.of(NaN, 1, NaN, NaN, NaN, NaN, NaN), [day, next])
    expect(sums.map(({ value, records }) => [value, records])).toEqual([
      [1, 1],
      [null, 0],
    ])
  })
})

describe('accumulators', () => {
  test('a period counts from the last value before it, over gaps', () => {
    const sums = sumAccumulator(times, Float64Array.of(10, NaN, 13, NaN, NaN, 18, 20), [day, next])
    expect(sums.map(({ value }) => value)).toEqual([3, 7])
  })

  test('without a value before it the first period counts from its first value', () => {
    expect(sumAccumulator(times, Float64Array.of(NaN, 10, 13, 13, 15, NaN, NaN), [day])[0]?.value).toBe(5)
  })

  test('the step down of a meter exchange adds nothing', () => {
    const sums = sumAccumulator(times, Float64Array.of(5000, 5001, 5003, 0, 2, 3, 4), [day, next])
    expect(sums.map(({ value }) => value)).toEqual([5, 2])
  })
})

test('sums and differences have no more digits than what they are computed from', () => {
  expect(sumVolumes(times, Float64Array.of(0, 0.1, 0.2, NaN, NaN, NaN, NaN), [day])[0]?.value).toBe(0.3)
  // The difference of two doubles is 343.8790000006557.
  const counts = Float64Array.of(12_345_335, NaN, NaN, NaN, 12_345_678.879, NaN, NaN)
  expect(sumAccumulator(times, counts, [day])[0]?.value).toBe(343.879)
})
