import { expect, test } from 'vitest'
import type { PaneRow } from '../../../../renderer/charts/panes/layout.ts'
import { dropAt } from '../../../../renderer/views/station/readings/panes/use-pane-drag.ts'

const row = (key: string, top: number, height: number): PaneRow => ({
  pane: { key, groups: [], folded: false, height: 1 },
  top,
  height,
  plotTop: top,
  plotHeight: height,
  nameWidth: 100,
})
const ROWS = [row('a', 100, 100), row('b', 200, 100), row('c', 300, 20)]

test('a pane lands beside another one near its edges, and in it between them', () => {
  expect(dropAt(ROWS, 'c', 105)).toEqual({ key: 'a', how: 'before' })
  expect(dropAt(ROWS, 'c', 150)).toEqual({ key: 'a', how: 'into' })
  expect(dropAt(ROWS, 'c', 195)).toEqual({ key: 'a', how: 'after' })
  expect(dropAt(ROWS, 'a', 310)).toEqual({ key: 'c', how: 'into' })
})

test('beyond the panes it lands at their ends; on itself nowhere', () => {
  expect(dropAt(ROWS, 'c', 10)).toEqual({ key: 'a', how: 'before' })
  expect(dropAt(ROWS, 'a', 900)).toEqual({ key: 'c', how: 'after' })
  expect(dropAt(ROWS, 'b', 250)).toBeNull()
  expect(dropAt([], 'b', 250)).toBeNull()
})
