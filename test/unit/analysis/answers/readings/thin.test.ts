import fc from 'fast-check'
import { expect, test } from 'vitest'
import { picked, rowsToKeep } from '../../../../../electron/analysis/answers/readings/thin.ts'

test('few enough rows are all kept', () => {
  expect(rowsToKeep([Float64Array.of(1, 2, 3)], 3, 3)).toBeNull()
})

test('never more than asked for, in order, the ends and every channel’s extremes among them (fast-check)', () => {
  const value = fc.oneof(
    { weight: 5, arbitrary: fc.double({ noNaN: true }).map((number) => number + 0) },
    { weight: 1, arbitrary: fc.constant(NaN) },
  )
  const columns = fc
    .tuple(fc.integer({ min: 30, max: 400 }), fc.integer({ min: 1, max: 5 }))
    .chain(([rows, channels]) =>
      fc.array(fc.array(value, { minLength: rows, maxLength: rows }), { minLength: channels, maxLength: channels }),
    )
  fc.assert(
    fc.property(columns, fc.integer({ min: 17, max: 300 }), (lists, most) => {
      const values = lists.map((list) => Float64Array.from(list))
      const rows = values[0]?.length ?? 0
      const kept = rowsToKeep(values, rows, most)
      if (kept === null) {
        expect(rows).toBeLessThanOrEqual(most)
        return
      }
      expect(kept.length).toBeLessThanOrEqual(most)
      expect([kept[0], kept.at(-1)]).toEqual([0, rows - 1])
      expect([...kept]).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
      for (const column of values) {
        const numbers = (list: Float64Array) => [...list].filter((number) => !Number.isNaN(number))
        const [all, shown] = [numbers(column), numbers(picked(column, kept))]
        expect(shown.length > 0).toBe(all.length > 0)
        if (all.length === 0) continue
        expect(shown.reduce((a, b) => Math.max(a, b))).toBe(all.reduce((a, b) => Math.max(a, b)))
        expect(shown.reduce((a, b) => Math.min(a, b))).toBe(all.reduce((a, b) => Math.min(a, b)))
      }
    }),
  )
})

test('of each run the median stays beside the extremes', () => {
  const column = Float64Array.from({ length: 300 }, (_, row) => (row % 100 === 50 ? 1000 : row % 100 === 51 ? -1000 : row % 7))
  const kept = rowsToKeep([column], 300, 11) ?? new Int32Array()
  // Three runs of a hundred rows, and the first and the last row.
  const shown = [...picked(column, kept)]
  expect(shown.filter((value) => value === 1000)).toHaveLength(3)
  expect(shown.filter((value) => value === -1000)).toHaveLength(3)
  expect(shown.filter((value) => value === 3).length).toBeGreaterThanOrEqual(3)
})

test('a gap that is longer than a run stays a gap', () => {
  const column = Float64Array.from({ length: 1000 }, (_, row) => (row >= 400 && row < 600 ? NaN : row))
  const kept = rowsToKeep([column], 1000, 40) ?? new Int32Array()
  expect(picked(column, kept).some(Number.isNaN)).toBe(true)
})
