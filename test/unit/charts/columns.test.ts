import { expect, test } from 'vitest'
import { extentOf, firstAtOrAfter, nearestRow, openColumns } from '../../../renderer/charts/columns.ts'

const times = Float64Array.of(10, 20, 30)

test('a blob of columns opens as times and channels, NaN kept', async () => {
  const blob = new Blob([Float64Array.of(10, 20, 1, NaN, 5, 6)])
  const { times: at, values } = await openColumns(blob, 2, 2)
  expect([...at]).toEqual([10, 20])
  expect(values.map((column) => [...column])).toEqual([
    [1, NaN],
    [5, 6],
  ])
})

test('a blob of the wrong length is an error, not a shifted chart', async () => {
  await expect(openColumns(new Blob([new Float64Array(5)]), 2, 2)).rejects.toThrow(RangeError)
})

test('no rows open as empty columns', async () => {
  const { times: at, values } = await openColumns(new Blob([]), 0, 3)
  expect(at.length).toBe(0)
  expect(values).toHaveLength(3)
})

test.each([
  [5, 0],
  [10, 0],
  [11, 1],
  [30, 2],
  [31, 3],
])('the first row at or after %i is %i', (ms, row) => {
  expect(firstAtOrAfter(times, ms)).toBe(row)
})

test.each([
  [-100, 0],
  [14, 0],
  [15, 0],
  [16, 1],
  [1000, 2],
])('the row nearest to %i is %i', (ms, row) => {
  expect(nearestRow(times, ms)).toBe(row)
})

test('an empty column has no nearest row and no extent', () => {
  expect(nearestRow(new Float64Array(0), 5)).toBe(-1)
  expect(extentOf(new Float64Array(0))).toBeNull()
  expect(extentOf(times)).toEqual({ fromMs: 10, toMs: 30 })
})
