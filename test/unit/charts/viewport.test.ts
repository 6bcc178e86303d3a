import { expect, test } from 'vitest'
import { HOUR_MS as HOUR } from '../../../electron/contract/time/units.ts'
import { atLeastShortest, panBy, union, within, zoomAbout } from '../../../renderer/charts/viewport.ts'

const limits = { fromMs: 0, toMs: 1000 * HOUR }

test('zooming keeps the moment under the pointer at its place', () => {
  const span = zoomAbout({ fromMs: 100 * HOUR, toMs: 200 * HOUR }, 125 * HOUR, 0.5, limits)
  expect(span).toEqual({ fromMs: 112.5 * HOUR, toMs: 162.5 * HOUR })
})

test('zooming out ends at the limits, zooming in at a minute', () => {
  expect(zoomAbout({ fromMs: 0, toMs: 900 * HOUR }, 10 * HOUR, 4, limits)).toEqual(limits)
  const close = zoomAbout({ fromMs: 0, toMs: 2 * 60_000 }, 60_000, 0.01, limits)
  expect(close.toMs - close.fromMs).toBe(60_000)
})

test('panning stops at the ends and never changes the length', () => {
  expect(panBy({ fromMs: 10, toMs: 20 }, -100, { fromMs: 0, toMs: 100 })).toEqual({ fromMs: 0, toMs: 10 })
  expect(panBy({ fromMs: 10, toMs: 20 }, 1000, { fromMs: 0, toMs: 100 })).toEqual({ fromMs: 90, toMs: 100 })
  expect(within({ fromMs: -50, toMs: 400 }, { fromMs: 0, toMs: 100 })).toEqual({ fromMs: 0, toMs: 100 })
})

test('a box of a pixel is widened to what can be read', () => {
  expect(atLeastShortest({ fromMs: 500_000, toMs: 500_000 })).toEqual({ fromMs: 470_000, toMs: 530_000 })
})

test('a union holds both', () => {
  expect(union({ fromMs: 5, toMs: 10 }, { fromMs: 1, toMs: 7 })).toEqual({ fromMs: 1, toMs: 10 })
  expect(union({ fromMs: 5, toMs: 10 }, null)).toEqual({ fromMs: 5, toMs: 10 })
})
