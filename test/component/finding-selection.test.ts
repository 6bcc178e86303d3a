import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import type { FindingRow } from '../../electron/contract/findings.ts'
import { HOUR_MS } from '../../electron/contract/time/units.ts'
import { useListRows, useRowWindow } from '../../renderer/components/grid/rows.ts'
import FindingTable from '../../renderer/parts/findings/FindingTable.vue'
import { useCurrentRow } from '../../renderer/parts/lists/use-current-row.ts'
import { useBook } from '../../renderer/stores/book.ts'
import { useProgram } from '../../renderer/stores/program.ts'
import { BOOK } from './support/book.ts'
import { answer, asked } from './support/fake-client.ts'
import { one, press, shown } from './support/shown.ts'

/** What is selected, and what the details are about, are rows of the list: an action never touches one that nobody sees. */

const found = (id: string): FindingRow => ({
  id,
  rule: 'frozen',
  flag: 3,
  state: 'new',
  stationId: 1,
  stationName: 'Boiler house',
  equipmentId: 1,
  archiveType: 'hourly',
  view: 'general',
  channelVarname: 'P',
  fromMs: 0,
  toMs: HOUR_MS,
  measure: 31,
  threshold: 24,
  unit: 'hours',
  m3: null,
  detail: null,
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
  noteId: null,
})

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(30 + 20 * 28)
})
afterEach(() => vi.restoreAllMocks())

async function table() {
  answer({ reference: { archiveTypes: () => [] } })
  const list = shallowRef(['a', 'b', 'c'].map((id) => found(id)))
  const selected = ref<ReadonlySet<string>>(new Set())
  shown(
    defineComponent(() => {
      useBook().summary = BOOK
      useProgram().nowMs = 0
      const source = useListRows(() => list.value)
      return () =>
        h(FindingTable, {
          id: 'test',
          label: 'Findings',
          source,
          sort: null,
          'onUpdate:sort': () => undefined,
          selected: selected.value,
          'onUpdate:selected': (now: ReadonlySet<string>) => (selected.value = now),
        })
    }),
  )
  await expect.poll(() => document.querySelectorAll('.body .row').length).toBe(3)
  one('[role=grid]').focus()
  return { list, selected }
}
const marked = () => asked.filter(({ question }) => question === 'findings.mark').map(({ input }) => (input as { ids: string[] }).ids)

test('a filter takes what it hides out of the selection, and a mark is set on nothing hidden', async () => {
  answer({ findings: { mark: () => ({ marked: 1, noteIds: [] }) } })
  const { list, selected } = await table()
  for (const check of document.querySelectorAll('.body .row .check')) {
    check.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await nextTick()
  }
  expect([...selected.value]).toEqual(['a', 'b', 'c'])
  list.value = [found('b'), found('d')]
  await expect.poll(() => [...selected.value]).toEqual(['b'])
  press('s', 'KeyS')
  await expect.poll(marked).toEqual([['b']])
})

test('a finding that has left the list is no longer the current one: a key does nothing', async () => {
  answer({ findings: { mark: () => ({ marked: 1, noteIds: [] }) } })
  const { list } = await table()
  one('.body .row').dispatchEvent(new MouseEvent('click', { bubbles: true }))
  press('s', 'KeyS')
  await expect.poll(marked).toEqual([['a']])
  list.value = [found('d'), found('e'), found('f')]
  await expect.poll(() => document.querySelectorAll('.body .row').length).toBe(3)
  press('x', 'KeyX')
  await nextTick()
  expect(marked()).toEqual([['a']])
})

test('in a long list, a row that is not in memory is asked for before its details leave', async () => {
  const total = ref(500)
  const filter = ref('')
  const gone = ref(-1)
  const all = () => Array.from({ length: total.value }, (_, id) => ({ id })).filter(({ id }) => id !== gone.value)
  let current: ReturnType<typeof useCurrentRow<{ id: number }>> | undefined
  let reload: () => Promise<void> = () => Promise.resolve()
  shown(
    defineComponent(() => {
      const source = useRowWindow(
        ({ offset, limit }) => Promise.resolve({ total: all().length, rows: all().slice(offset, offset + limit) }),
        () => filter.value,
      )
      current = useCurrentRow(source, ({ id }) => id)
      reload = source.reload
      return () => null
    }),
  )
  if (!current) throw new Error('nothing is shown')
  current.value = { id: 450 }
  await reload()
  await nextTick()
  expect(current.value).toEqual({ id: 450 })
  gone.value = 450
  await reload()
  await expect.poll(() => current?.value).toBeNull()
})
