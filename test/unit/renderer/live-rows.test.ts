import { effectScope, nextTick, ref, shallowRef } from 'vue'
import { afterEach, describe, expect, test } from 'vitest'
import { useCursor } from '../../../renderer/components/grid/cursor.ts'
import { useListRows } from '../../../renderer/components/grid/rows.ts'
import { useSteadyRows } from '../../../renderer/components/grid/steady.ts'

interface Named {
  key: string
}
const named = (keys: string): Named[] => [...keys].map((key) => ({ key }))
let scope = effectScope()
afterEach(() => {
  scope.stop()
  scope = effectScope()
})

/** A table of ten rows whose list changes by itself. */
function table(keys = 'abcdefghij') {
  const list = shallowRef(named(keys))
  const by = ref('key')
  const current: string[] = []
  const moves: number[] = []
  const cursor = scope.run(() => {
    const source = useListRows<Named>(() => list.value)
    return useCursor<Named, string>({
      source,
      keyOf: ({ key }) => key,
      order: () => by.value,
      placed: () => [],
      reveal: () => undefined,
      revealColumn: () => undefined,
      arrive: ({ key }) => current.push(key),
      moved: (_row, _index, rows) => moves.push(rows),
    })
  })
  if (!cursor) throw new Error('the scope has ended')
  const change = async (next: string) => {
    list.value = named(next)
    await nextTick()
  }
  return { cursor, change, by, current, moves, under: () => cursor.rowAt()?.key }
}

describe('the cursor of a table whose rows change by themselves', () => {
  test('1. it stays with its row, and nothing else becomes the current one', async () => {
    const { cursor, change, under, current, moves } = table()
    cursor.moveTo(3)
    await change('xyabcdefghij')
    expect([cursor.place.value.row, under()]).toEqual([5, 'd'])
    await change('dabc')
    expect([cursor.place.value.row, under()]).toEqual([0, 'd'])
    expect(current).toEqual(['d'])
    expect(moves).toEqual([2, -5])
  })

  test('2. where its row goes, the one in its place is the current one', async () => {
    const { cursor, change, under, current } = table()
    cursor.moveTo(3)
    await change('abcefghij')
    expect(under()).toBe('e')
    cursor.moveTo(8)
    await change('abcefghi')
    expect([cursor.place.value.row, under()]).toEqual([7, 'i'])
    expect(current).toEqual(['d', 'e', 'j', 'i'])
  })

  test('3. nobody has gone to a row yet: it stays on the first', async () => {
    const { cursor, change, under } = table()
    await change('xabc')
    expect([cursor.place.value.row, under()]).toEqual([0, 'x'])
  })

  test('4. in another order it keeps its place', async () => {
    const { cursor, change, by, under } = table()
    cursor.moveTo(3)
    by.value = 'other'
    await change('jihgfedcba')
    expect([cursor.place.value.row, under()]).toEqual([3, 'g'])
  })
})

describe('the rows on screen of a table whose rows change by themselves', () => {
  /** Rows of 10 px, of which four are on screen. */
  function scrolled(top: number) {
    const list = shallowRef(named('abcdefghij'))
    const drawn = ref<{ index: number; key: string | null }[]>([])
    const at = ref(top)
    const draw = () =>
      (drawn.value = list.value.slice(at.value / 10, at.value / 10 + 4).map(({ key }, line) => ({ key, index: at.value / 10 + line })))
    scope.run(() => {
      const source = useListRows<Named>(() => list.value)
      const put = (next: number) => (at.value = next)
      useSteadyRows<Named, string>({ source, keyOf: ({ key }) => key, order: () => '', drawn, top: at, rowPx: 10, put })
    })
    const change = async (next: string) => {
      list.value = named(next)
      await nextTick()
      draw()
      await nextTick()
    }
    const ready = async () => {
      draw()
      await nextTick()
    }
    return { change, ready, seen: () => drawn.value.map(({ key }) => key).join('') }
  }

  test('5. rows that come and go above do not push them', async () => {
    const { change, ready, seen } = scrolled(30)
    await ready()
    expect(seen()).toBe('defg')
    await change('xyzabcdefghij')
    expect(seen()).toBe('defg')
    await change('cdefghij')
    expect(seen()).toBe('defg')
  })

  test('6. one of them that goes elsewhere takes nothing along', async () => {
    const { change, ready, seen } = scrolled(30)
    await ready()
    await change('abcdfghije')
    expect(seen()).toBe('dfgh')
  })

  test('7. at its top the list stays at the top', async () => {
    const { change, ready, seen } = scrolled(0)
    await ready()
    await change('xabcdefghij')
    expect(seen()).toBe('xabc')
  })
})
