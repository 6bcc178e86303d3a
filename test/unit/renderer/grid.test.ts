import { effectScope, nextTick, ref } from 'vue'
import { describe, expect, test } from 'vitest'
import { useGridKeys } from '../../../renderer/components/grid/actions.ts'
import { rowsAsText } from '../../../renderer/components/grid/copy.ts'
import { PAGE } from '../../../renderer/stores/page.ts'
import { useListRows, useRowWindow, type RowWindow } from '../../../renderer/components/grid/rows.ts'
import { contentTop, MAX_TRACK_PX, trackHeight, trackTop } from '../../../renderer/components/grid/scroll.ts'
import { useSelection } from '../../../renderer/components/grid/selection.ts'

interface Ask extends RowWindow {
  signal: AbortSignal
  answer: (total?: number) => Promise<void>
}

/** A list of numbers that answers when the test says so. */
function askedList(total: number) {
  const asks: Ask[] = []
  const load = (window: RowWindow, signal: AbortSignal) =>
    new Promise<{ total: number; rows: number[] }>((resolve) => {
      asks.push({
        ...window,
        signal,
        answer: async (now = total) => {
          resolve({
            total: now,
            rows: Array.from({ length: Math.max(0, Math.min(window.limit, now - window.offset)) }, (_, index) => window.offset + index),
          })
          await new Promise((done) => setTimeout(done))
        },
      })
    })
  return { asks, load }
}

describe('rows by windows', () => {
  test('1. asks for what is shown, then for the page after it', async () => {
    const { asks, load } = askedList(1000)
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => 0))
    await asks[0]?.answer()
    expect(rows?.total.value).toBe(1000)
    expect(rows?.at(PAGE - 1)).toBe(PAGE - 1)
    expect(asks.map((ask) => ask.offset)).toEqual([0, PAGE])
    scope.stop()
  })

  test('2. keeps the old rows on screen until the new list is there, and goes to its top', async () => {
    const { asks, load } = askedList(600)
    const filter = ref('a')
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => filter.value))
    await asks[0]?.answer()
    filter.value = 'b'
    await nextTick()
    expect(rows?.at(5)).toBe(5)
    expect(rows?.resets.value).toBe(1)
    await asks.at(-1)?.answer(3)
    expect(rows?.total.value).toBe(3)
    expect(rows?.at(5)).toBeUndefined()
    scope.stop()
  })

  test('3. an overtaken question is cancelled and its answer ignored', async () => {
    const { asks, load } = askedList(600)
    const filter = ref('a')
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => filter.value))
    filter.value = 'b'
    await nextTick()
    expect(asks[0]?.signal.aborted).toBe(true)
    await asks[1]?.answer(7)
    await asks[0]?.answer(600)
    expect(rows?.total.value).toBe(7)
    scope.stop()
  })

  test('4. never asks for more than two pages at once, however far the view scrolls', async () => {
    const { asks, load } = askedList(1_000_000)
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => 0))
    await asks[0]?.answer()
    for (let first = 0; first < 900_000; first += 90_000) rows?.show(first, first + 30)
    expect(asks.length).toBe(3)
    await asks[1]?.answer()
    await asks[2]?.answer()
    expect(asks[3]?.offset).toBe(810_000)
    scope.stop()
  })

  test('5. reloads all rows on screen with one question, also across two pages', async () => {
    const { asks, load } = askedList(1000)
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => 0))
    await asks[0]?.answer()
    rows?.show(PAGE - 10, PAGE + 10)
    const again = rows?.reload()
    expect(asks.at(-1)).toMatchObject({ offset: 0, limit: 2 * PAGE })
    await asks.at(-1)?.answer()
    await again
    expect([rows?.at(PAGE - 10), rows?.at(PAGE + 10)]).toEqual([PAGE - 10, PAGE + 10])
    scope.stop()
  })

  test('6. a range is fetched whole, also where it was never shown', async () => {
    const { asks, load } = askedList(1000)
    const scope = effectScope()
    const rows = scope.run(() => useRowWindow(load, () => 0))
    await asks[0]?.answer()
    await asks[1]?.answer()
    const range = rows?.between(390, 410)
    await new Promise((done) => setTimeout(done))
    await asks.at(-1)?.answer()
    expect(await range).toEqual(Array.from({ length: 21 }, (_, index) => 390 + index))
    scope.stop()
  })
})

describe('a shortened track', () => {
  test('7. is not longer than browsers can draw, and its ends are the ends of the list', () => {
    const content = 1_000_000 * 28
    expect(trackHeight(content)).toBe(MAX_TRACK_PX)
    expect(contentTop(0, content, 700)).toBe(0)
    expect(contentTop(MAX_TRACK_PX - 700, content, 700)).toBe(content - 700)
    expect(contentTop(trackTop(123_456, content, 700), content, 700)).toBeCloseTo(123_456, 3)
  })

  test('8. is the content itself while that is short enough', () => {
    expect(contentTop(5000, 28_000, 700)).toBe(5000)
    expect(contentTop(10, 100, 700)).toBe(0)
  })
})

describe('copying', () => {
  interface Row {
    name: string
    atMs: number
    value: string
  }
  const rows: Row[] = [
    { name: 'ГРП-1', atMs: 1, value: '0012.50' },
    { name: '"ГРП-2"\tЦентр\r\nсевер', atMs: 2, value: '—' },
    { name: 'Школа', atMs: 3, value: '7' },
  ]
  const columns = [
    { key: 'name', title: 'Station', width: 1, text: (row: Row) => row.name },
    {
      key: 'atMs',
      title: 'Last session',
      width: 1,
      text: () => '1 day ago',
      copied: ({ atMs }: Row) => `2026-11-20 18:00:0${atMs}+03:00`,
    },
    { key: 'value', title: 'Volume,\tm³', width: 1, text: (row: Row) => row.value },
  ]

  test('11. copied rows have a header, and values as the service sent them', async () => {
    const source = useListRows(() => rows)
    expect((await rowsAsText(source, columns, ({ atMs }) => atMs !== 2, undefined)).split('\n')).toEqual([
      'Station\tLast session\tVolume, m³',
      'ГРП-1\t2026-11-20 18:00:01+03:00\t0012.50',
      'Школа\t2026-11-20 18:00:03+03:00\t7',
    ])
  })

  test('12. a row is copied as one line with as many cells, whatever its text', async () => {
    const source = useListRows(() => rows)
    const [header, line, ...more] = (await rowsAsText(source, columns, null, rows[1])).split('\n')
    expect(more).toEqual([])
    expect(line?.split('\t')).toEqual(['"""ГРП-2"" Центр север"', '2026-11-20 18:00:02+03:00', ''])
    expect(header?.split('\t')).toHaveLength(3)
  })
})

describe('choosing all', () => {
  test('15. Ctrl+A chooses all rows also of a table whose rows are not ticked, and they are copied', async () => {
    const source = useListRows(() => [10, 11, 12])
    const selected = ref<ReadonlySet<number>>(new Set())
    const selection = useSelection(
      selected,
      () => source,
      (row: number) => row,
    )
    let chosen = Promise.resolve()
    const press = useGridKeys({
      selection,
      selected,
      multi: () => false,
      selectAll: () => (chosen = selection.all()),
      cursor: { place: ref({ row: 0, column: 0 }) },
      layout: { placed: ref([]) },
      source: () => source,
    } as never)
    const target = {}
    const event = {
      code: 'KeyA',
      key: 'a',
      ctrlKey: true,
      target,
      currentTarget: target,
      preventDefault: () => undefined,
      stopPropagation: () => undefined,
    }
    press(event as never)
    await chosen
    expect([...selected.value]).toEqual([10, 11, 12])
    const columns = [{ key: 'n', title: 'N', width: 1, text: String }]
    expect(await rowsAsText(source, columns, (row) => selected.value.has(row), 10)).toBe('N\n10\n11\n12')
  })
})

describe('selection', () => {
  const choose = () => {
    const selected = ref<ReadonlySet<number>>(new Set())
    const source = useListRows(() => [10, 11, 12, 13, 14])
    return {
      selected,
      selection: useSelection(
        selected,
        () => source,
        (row: number) => row,
      ),
    }
  }

  test('9. Space selects and deselects a row', () => {
    const { selected, selection } = choose()
    selection.toggle(1)
    selection.toggle(3)
    selection.toggle(1)
    expect([...selected.value]).toEqual([13])
  })

  test('10. Shift extends from the last selected row, up or down', async () => {
    const { selected, selection } = choose()
    selection.toggle(2)
    await selection.extendTo(4)
    expect([...selected.value]).toEqual([12, 13, 14])
    await selection.extendTo(0)
    expect([...selected.value]).toEqual([10, 11, 12])
  })
})
