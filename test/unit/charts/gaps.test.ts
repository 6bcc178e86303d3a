import { expect, test } from 'vitest'
import { HOUR_MS as HOUR } from '../../../electron/contract/time/units.ts'
import { breakGaps, usualStep } from '../../../renderer/charts/gaps.ts'

const hours = (...at: number[]) => Float64Array.from(at, (hour) => hour * HOUR)

test('the usual step is the median, whatever gaps there are', () => {
  expect(usualStep(hours(0, 1, 2, 3, 50, 51, 52, 53))).toBe(HOUR)
})

test('days of 23 and 25 hours are days, months of 28 to 31 days are months', () => {
  expect(usualStep(hours(0, 24, 47, 71, 96, 120))).toBe(24 * HOUR)
  expect(usualStep(hours(0, 31 * 24, 59 * 24, 90 * 24, 120 * 24, 151 * 24))).not.toBeNull()
})

test('an archive that writes on occasion has no usual step', () => {
  expect(usualStep(hours(0, 1, 5, 30, 31.5, 99, 240))).toBeNull()
  expect(usualStep(hours(0, 1))).toBeNull()
})

test('missing records become one row of NaN, and nothing else changes', () => {
  const broken = breakGaps({ times: hours(0, 1, 2, 5, 6), values: [Float64Array.of(1, 2, 3, 4, 5)] }, HOUR)
  expect([...broken.times]).toEqual([...hours(0, 1, 2, 3, 5, 6)])
  expect([...(broken.values[0] ?? [])]).toEqual([1, 2, 3, NaN, 4, 5])
})

test('every channel is broken at every gap', () => {
  const times = hours(0, 2, 4, 5)
  const { values } = breakGaps({ times, values: [Float64Array.of(1, 2, 3, 4), Float64Array.of(5, NaN, 7, 8)] }, HOUR)
  expect(values.map((column) => [...column])).toEqual([
    [1, NaN, 2, NaN, 3, 4],
    [5, NaN, NaN, NaN, 7, 8],
  ])
})

test('columns without a gap, and an archive without a usual step, stay as they are', () => {
  const columns = { times: hours(0, 1, 2, 3.4), values: [Float64Array.of(1, 2, 3, 4)] }
  expect(breakGaps(columns, HOUR)).toBe(columns)
  expect(breakGaps({ times: hours(0, 9), values: [] }, null).times.length).toBe(2)
})
