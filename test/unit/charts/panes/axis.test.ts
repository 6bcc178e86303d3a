import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsOf, scaleOf } from '../../../../renderer/charts/panes/axis.ts'

test('an axis reaches a little beyond what is seen, not beyond zero where no value is', () => {
  expect(endsOf('seen', [100, 200], [0, 1000])).toEqual([94, 206])
  expect(endsOf('seen', [1, 200], null)).toEqual([0, 211.94])
  expect(endsOf('seen', [-200, -1], null)).toEqual([-211.94, 0])
  expect(endsOf('whole', [100, 200], [0, 1000])).toEqual([0, 1060])
  expect(endsOf([3, 7], [100, 200], [0, 1000])).toEqual([3, 7])
})

test('an axis of one value, and of none', () => {
  expect(endsOf('seen', [50, 50], null)).toEqual([49, 51])
  expect(endsOf('seen', [0, 0], null)).toEqual([-1, 1])
  expect(endsOf('seen', null, [10, 20])).toEqual([9.4, 20.6])
  expect(endsOf('seen', null, null)).toEqual([0, 1.06])
})

test('what differs by rounding alone is one value; ends too close to count between have no ticks', () => {
  const noise = [0.3, 0.1 + 0.2] as const
  expect(endsOf('seen', noise, null)[1] - endsOf('seen', noise, null)[0]).toBeCloseTo(0.012)
  expect(scaleOf(endsOf('seen', noise, null), 120, false).ticks.length).toBeGreaterThanOrEqual(2)
  const ulps = [1e12, 1e12 + 2 ** -13] as const
  expect(scaleOf(endsOf('seen', ulps, null), 120, false).ticks.length).toBeGreaterThanOrEqual(2)
  // Set by hand.
  expect(scaleOf(endsOf(ulps, null, null), 120, false).ticks).toEqual([])
  expect(scaleOf(endsOf(noise, null, null), 120, false).ticks).toEqual([])
})

test('ticks are round, as many as there is room for', () => {
  expect(scaleOf([94, 206], 100, false).ticks).toEqual([100, 150, 200])
  expect(scaleOf([94, 206], 200, false).ticks).toEqual([100, 120, 140, 160, 180, 200])
  expect(scaleOf([0.2, 0.7], 60, false).ticks).toEqual([0.25, 0.5])
  expect(scaleOf([0, 3.2], 300, true).ticks).toEqual([0, 1, 2, 3])
})

test('whatever the ends: ticks between them, in order, no more than fit, two at least', () => {
  const end = fc.double({ min: -1e7, max: 1e7, noNaN: true })
  fc.assert(
    fc.property(end, fc.double({ min: 1e-3, max: 1e7, noNaN: true }), fc.integer({ min: 20, max: 600 }), (low, size, px) => {
      const { ticks } = scaleOf([low, low + size], px, false)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(Math.max(2, Math.floor(px / 24)) + 3)
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(low - size * 1e-6)
        expect(tick).toBeLessThanOrEqual(low + size * (1 + 1e-6))
      }
      expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
    }),
    { seed: 4711, numRuns: 400 },
  )
})
