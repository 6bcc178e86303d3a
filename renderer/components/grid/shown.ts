import { computed, watch, type Ref } from 'vue'
import type { RowSource } from './rows.ts'
import { useSettledTop } from './settled.ts'

/** A row's place on screen. Slots are reused as the list scrolls: elements get another text and are not created anew. */
export interface ShownRow<Row, Key> {
  index: number
  slot: number
  row: Row | undefined
  key: Key | null
}

/** The rows that are drawn for the scroll position, and the position they are drawn at (see settled.ts). */
export function useShownRows<Row, Key>(options: {
  source: RowSource<Row>
  keyOf: (row: Row) => Key
  top: Ref<number>
  rowPx: number
  bodyPx: Ref<number>
}) {
  const { source, keyOf, top, rowPx, bodyPx } = options

  function seen(at: number): { first: number; last: number } {
    const last = Math.ceil((at + bodyPx.value) / rowPx) - 1
    return { first: Math.floor(at / rowPx), last: Math.min(source.total.value - 1, last) }
  }
  function held(at: number): boolean {
    const { first, last } = seen(at)
    for (let index = first; index <= last; index++) if (source.at(index) === undefined) return false
    return true
  }

  const drawnTop = useSettledTop(top, held, source.version)
  const slots = computed(() => Math.ceil(bodyPx.value / rowPx) + 2)
  const rows = computed<ShownRow<Row, Key>[]>(() => {
    void source.version.value
    const { first, last } = seen(drawnTop.value)
    const all: ShownRow<Row, Key>[] = []
    for (let index = first; index <= last; index++) {
      const row = source.at(index)
      all.push({ index, slot: index % slots.value, row, key: row === undefined ? null : keyOf(row) })
    }
    return all.sort((a, b) => a.slot - b.slot)
  })

  const wanted = computed(() => seen(top.value))
  watch(wanted, ({ first, last }) => source.show(first, last), { immediate: true })
  return { rows, drawnTop }
}
