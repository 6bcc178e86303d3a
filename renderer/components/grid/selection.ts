import { ref, type Ref } from 'vue'
import { MOST_ROWS } from './copy.ts'
import { onUnlisted } from './listed.ts'
import type { RowSource } from './rows.ts'

/** The selected rows by key: what leaves the list is no longer selected, unless rows are gathered. A range is fetched from the source, so Shift works over rows that were never on screen. */
export function useSelection<Row, Key extends number | string>(
  selected: Ref<ReadonlySet<Key>>,
  source: () => RowSource<Row>,
  keyOf: (row: Row) => Key,
  gathers: () => boolean = () => false,
) {
  const anchor = ref(-1)
  onUnlisted(
    source,
    keyOf,
    () => (gathers() ? [] : selected.value),
    (gone) => (selected.value = new Set([...selected.value].filter((key) => !gone.has(key)))),
  )

  function toggle(index: number): void {
    const row = source().at(index)
    if (!row) return
    const next = new Set(selected.value)
    const key = keyOf(row)
    if (!next.delete(key)) next.add(key)
    selected.value = next
    anchor.value = index
  }

  async function extendTo(index: number): Promise<void> {
    if (anchor.value < 0) anchor.value = index
    const rows = await source().between(Math.min(anchor.value, index), Math.max(anchor.value, index))
    selected.value = new Set(rows.map(keyOf))
  }

  /** Selects as many rows as can be copied. */
  async function all(): Promise<void> {
    const rows = await source().between(0, Math.min(source().total.value, MOST_ROWS) - 1)
    selected.value = new Set(rows.map(keyOf))
  }

  function clear(): void {
    if (selected.value.size > 0) selected.value = new Set()
  }

  /** Shift extends the selection, Ctrl and the check mark toggle the row; a plain click lets go and begins a new range. */
  function click(event: MouseEvent, index: number): void {
    const onMark = event.target instanceof Element && event.target.closest('.check') !== null
    if (event.shiftKey) void extendTo(index)
    else if (event.ctrlKey || event.metaKey || onMark) toggle(index)
    else {
      clear()
      anchor.value = index
    }
  }

  return { anchor, toggle, extendTo, all, clear, click }
}
