import { expect, test } from 'vitest'
import { ref, shallowRef } from 'vue'
import type { GridColumn } from '../../../renderer/components/grid/columns.ts'
import { rowsAsText } from '../../../renderer/components/grid/copy.ts'
import type { RowSource } from '../../../renderer/components/grid/rows.ts'

const column: GridColumn<string> = { key: 'a', title: 'A', width: 100, text: (row) => row }
const twice = [column, { ...column, key: 'b' }]

/** A list that is in memory as a whole. */
function sourceOf(rows: string[]): RowSource<string> {
  return {
    total: ref(rows.length),
    version: ref(0),
    resets: ref(0),
    busy: ref(false),
    failure: shallowRef(null),
    at: (index) => rows[index],
    show: () => undefined,
    between: (first, last) => Promise.resolve(rows.slice(first, last + 1)),
    reload: () => Promise.resolve(),
  }
}

test('copied cells run nothing when they are pasted into a spreadsheet; numbers stay numbers', async () => {
  const rows = ['=1+1', 'x;=1+1', 'a\t=1\n=2', '-1.5', '-1\u00a0240,5', 'ГРП-2']
  const text = await rowsAsText(sourceOf(rows), twice, () => true, undefined)
  const cells = text.split('\n').map((line) => line.split('\t'))
  const safe = ["'=1+1", "x;'=1+1", 'a =1 =2', '-1.5', '-1\u00a0240,5', 'ГРП-2']
  const copied = cells.filter((line) => line.length === 2).map(([first]) => first)
  expect(copied.slice(-safe.length)).toEqual(safe)
  expect(cells.every(([first, second]) => first === second)).toBe(true)
})
