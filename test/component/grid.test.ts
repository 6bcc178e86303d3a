import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import DataGrid from '../../renderer/components/grid/DataGrid.vue'
import { keptArrangement } from '../../renderer/components/grid/columns.ts'
import { useListRows } from '../../renderer/components/grid/rows.ts'
import { one, press, shown, texts } from './support/shown.ts'

interface Row {
  id: number
  name: string
  status: string
}
const ROWS: readonly Row[] = Array.from({ length: 500 }, (_, at) => ({
  id: at,
  name: `Boiler house ${at}`,
  status: at % 2 ? 'late' : '',
}))
const COLUMNS = [
  { key: 'name', title: 'Station', width: 200, sortable: true, pinned: true, text: (row: Row) => row.name },
  { key: 'status', title: 'Status', width: 100, sortable: true, text: (row: Row) => row.status },
  { key: 'model', title: 'Model', width: 120, text: () => '' },
  { key: 'code', title: 'Exchange code', width: 90, hidden: true, text: (row: Row) => String(row.id) },
]

beforeEach(() => {
  // Without a browser nothing has a size: the view is that of twenty rows.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(30 + 20 * 28)
})
afterEach(() => {
  vi.restoreAllMocks()
  // It outlives the grids that share it.
  keptArrangement('test').value = { order: [], wishes: {} }
})

async function grid() {
  const [opened, sorts, selected] = [vi.fn(), vi.fn(), ref<ReadonlySet<number>>(new Set())]
  shown(
    defineComponent(() => {
      const source = useListRows(() => ROWS)
      return () =>
        h(DataGrid<Row>, {
          id: 'test',
          label: 'Stations',
          source,
          columns: COLUMNS,
          rowKey: (row: Row) => row.id,
          multi: true,
          selected: selected.value,
          'onUpdate:selected': (now: ReadonlySet<number>) => (selected.value = now),
          'onUpdate:sort': sorts,
          onOpen: opened,
        })
    }),
  )
  await expect.poll(() => texts('[role=gridcell]').length).toBeGreaterThan(0)
  one('[role=grid]').focus()
  return { opened, sorts, selected }
}
const titles = () => texts('[role=columnheader]')
/** The width of a column as the grid hands it to its cells, px. */
const widths = () => one('.layer').getAttribute('style') ?? ''
const activeText = () => {
  const id = one('[role=grid]').getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.textContent?.trim()
}

test('a column is moved and made wider and narrower from the keyboard', async () => {
  await grid()
  expect(titles()).toEqual(['Station', 'Status', 'Model'])
  press('ArrowRight')
  await expect.poll(() => one('[role=grid]').getAttribute('aria-activedescendant')).toMatch(/-1$/)
  press('Alt+ArrowRight')
  await expect.poll(titles).toEqual(['Station', 'Model', 'Status'])
  const before = widths()
  press('Alt+Shift+ArrowRight')
  await expect.poll(widths).not.toBe(before)
  const wider = keptArrangement('test').value.wishes['status']?.width ?? 0
  expect(wider).toBeGreaterThan(100)
  press('Alt+Shift+ArrowLeft')
  await expect.poll(widths).toBe(before)
})

test('only the rows in view are in the document, and the keys reach all of them', async () => {
  const { opened } = await grid()
  expect(one('[role=grid]').getAttribute('aria-rowcount')).toBe('501')
  expect(document.querySelectorAll('[role=row]').length).toBeLessThan(80)
  press('ArrowDown')
  await expect.poll(activeText).toBe('Boiler house 1')
  press('Ctrl+End')
  await expect.poll(() => texts('[role=gridcell]').includes('Boiler house 499')).toBe(true)
  press('Enter')
  expect(opened).toHaveBeenCalledExactlyOnceWith(ROWS[499], 499)
})

test('a span of rows is selected with Shift, one more with Space, and Escape clears', async () => {
  const { selected } = await grid()
  press('Shift+ArrowDown')
  await expect.poll(() => [...selected.value]).toEqual([0, 1])
  press('Shift+ArrowDown')
  await expect.poll(() => [...selected.value]).toEqual([0, 1, 2])
  await expect.poll(() => document.querySelectorAll('[aria-selected=true]').length).toBe(3)
  press('Escape')
  await expect.poll(() => selected.value.size).toBe(0)
})
