import { shallowRef, watch, type ShallowRef } from 'vue'
import { onUnlisted } from '../../components/grid/listed.ts'
import type { RowSource } from '../../components/grid/rows.ts'

/**
 * The row that the details are about, as the list has it now: a mark, a visit or another rank changes it. It goes when it
 * leaves the list: nobody sees any more what an action would change.
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
  })
  onUnlisted(
    () => source,
    keyOf,
    () => (current.value === null ? [] : [keyOf(current.value)]),
    (gone) => {
      if (current.value !== null && gone.has(keyOf(current.value))) current.value = null
    },
  )
  return current
}
