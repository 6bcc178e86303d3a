import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { comparing, type AnswerRow } from './answer-shape.ts'
import { sortInPieces } from './sort-in-pieces.ts'

interface Order {
  by: string
  desc: boolean
}

/** Rows in the order that is chosen; those on screen stay until they are sorted, which a long list takes a moment for. */
export function useSortedRows(
  rows: () => readonly AnswerRow[],
  sort: () => Order | null,
  collator: () => Intl.Collator,
): ComputedRef<readonly AnswerRow[]> {
  const sorted = shallowRef<{ of: readonly AnswerRow[]; rows: readonly AnswerRow[] } | null>(null)
  watch([rows, sort, collator], async ([of, order, texts], _, onCleanup) => {
    const over = new AbortController()
    onCleanup(() => over.abort())
    const inOrder = order && (await sortInPieces(of, comparing(Number(order.by), order.desc, texts), over.signal).catch(() => null))
    if (!over.signal.aborted) sorted.value = inOrder && { of, rows: inOrder }
  })
  return computed(() => (sorted.value?.of === rows() ? sorted.value.rows : rows()))
}
