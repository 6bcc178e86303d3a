import { expect, test } from 'vitest'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { outlinePath } from '../../../../renderer/charts/carpet/outline.ts'
import { placesOf } from '../../../../renderer/charts/carpet/places.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'

const gas = { zone: 'UTC', contractHour: 10 }
const cells = cellsOf('hour', gasDaySpan('2026-11-01', '2026-11-03', gas), gas)
const places = placesOf(cells, { width: 600, height: 500 }, 1)
const edges = (outlined: number[]) => outlinePath(cells, places, outlined).split('M').length - 1

test('a line runs around a cell, and around all of several that lie beside each other', () => {
  expect(edges([5])).toBe(4)
  expect(edges([5, 6])).toBe(6)
  // The same hour of the next day is the neighbour at the right.
  expect(edges([5, 29])).toBe(6)
  expect(edges([5, 6, 29, 30])).toBe(8)
  expect(edges([0, 23])).toBe(8)
})

test('what lies beyond the carpet has no line', () => {
  expect(outlinePath(cells, places, [cells.length, cells.length + 5])).toBe('')
})
