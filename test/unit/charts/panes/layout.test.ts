import { expect, test } from 'vitest'
import type { Pane } from '../../../../renderer/charts/panes/arrangement.ts'
import { layoutOf, leastHeight, leastOf } from '../../../../renderer/charts/panes/layout.ts'

const pane = (key: string, part: Partial<Pane> = {}): Pane => ({
  key,
  groups: [{ key, quantity: 'pressure', unit: 'кПа', channels: [0], counter: false }],
  folded: false,
  height: 1,
  ...part,
})

test('panes share the height by their shares; folded ones take no more than a line', () => {
  const panes = [pane('a', { height: 2 }), pane('b'), pane('c', { folded: true })]
  const { rows, plot, lanes } = layoutOf({ width: 1200, height: 600 }, panes, 2, new Map())
  const [a, b, c] = rows
  expect((a?.height ?? 0) / (b?.height ?? 1)).toBeCloseTo(2, 1)
  expect(c?.height).toBe(leastOf(panes[2] as Pane))
  expect(c?.plotHeight).toBe(0)
  expect(b?.top).toBe((a?.top ?? 0) + (a?.height ?? 0))
  expect(plot.top - plot.lane).toBe(lanes[0])
  // All of the height is used, but for the time axis and rounding.
  expect(plot.top + plot.height).toBeGreaterThan(600 - 30)
})

test('none is lower than its names and values need; the chart says what height that takes', () => {
  const panes = [pane('a', { height: 100 }), pane('b', { height: 0.01 }), pane('c')]
  const least = leastHeight(panes, 0)
  const { rows, plot } = layoutOf({ width: 900, height: least }, panes, 0, new Map())
  expect(rows.map(({ height }) => height)).toEqual(panes.map(leastOf))
  expect(plot.top + plot.height).toBeLessThan(least)
  const roomy = layoutOf({ width: 900, height: 900 }, panes, 0, new Map())
  expect(roomy.rows[1]?.height).toBe(leastOf(panes[1] as Pane))
})

test('the plot leaves room for the widest axes on each side, and for the values at the right', () => {
  const [a, b] = [pane('a'), pane('b')]
  const axis = { key: '', unit: '', channels: [0], offset: 0 }
  const axes = new Map([
    [a, [{ ...axis, side: 'left' as const, width: 70 }]],
    [
      b,
      [
        { ...axis, side: 'left' as const, width: 50 },
        { ...axis, side: 'right' as const, width: 60 },
      ],
    ],
  ])
  const { plot, rows, valuesLeft } = layoutOf({ width: 1200, height: 600 }, [a, b], 0, axes)
  expect(valuesLeft - (plot.left + plot.width)).toBe(64)
  expect((rows[1]?.nameWidth ?? 0) - (rows[0]?.nameWidth ?? 0)).toBe(20)
  expect(layoutOf({ width: 1200, height: 600 }, [a], 0, new Map()).plot.width).toBeGreaterThan(plot.width)
})
