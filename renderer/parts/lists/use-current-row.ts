import { shallowRef, watch, type ShallowRef } from 'vue'
import type { RowSource } from '../../components/grid/rows.ts'

/**
 * The row that the details are about, as the list has it now: a mark, a visit or another rank changes it. It stays when
 * it leaves the list, and goes when the list is empty.
 */
export function useCurrentRow<Row>(source: RowSource<Row>, keyOf: (row: Row) => string | number): ShallowRef<Row | null> {
  const current = shallowRef<Row | null>(null)
  watch([source.version, source.busy], () => {
    if (current.value === null) return
    const key = keyOf(current.value)
    for (let at = 0; at < source.total.value; at++) {
      const row = source.at(at)
      if (row === undefined || keyOf(row) !== key) continue
      current.value = row
      return
    }
    if (source.total.value === 0 && !source.busy.value) current.value = null
  })
  return current
}
