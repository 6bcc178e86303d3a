import { expect, test } from 'vitest'
import { brushed, gripAt } from '../../../renderer/charts/span-brush.ts'

const limits = { fromMs: 0, toMs: 100 }
const before = { fromMs: 40, toMs: 60 }

test.each([
  [41, 'from'],
  [59, 'to'],
  [50, 'move'],
  [10, 'draw'],
])('a press at %i takes hold of: %s', (x, grip) => {
  expect(gripAt(x, { from: 40, to: 60 })).toBe(grip)
  expect(gripAt(x, null)).toBe('draw')
})

test('edges may cross, and the span is never reversed', () => {
  expect(brushed('from', 40, 80, before, limits)).toEqual({ fromMs: 60, toMs: 80 })
  expect(brushed('to', 60, 10, before, limits)).toEqual({ fromMs: 10, toMs: 40 })
  expect(brushed('draw', 90, 70, before, limits)).toEqual({ fromMs: 70, toMs: 90 })
})

test('a span that is moved keeps its length and stays inside', () => {
  expect(brushed('move', 50, 500, before, limits)).toEqual({ fromMs: 80, toMs: 100 })
  expect(brushed('move', 50, -500, before, limits)).toEqual({ fromMs: 0, toMs: 20 })
  expect(brushed('draw', -20, 300, before, limits)).toEqual(limits)
})
