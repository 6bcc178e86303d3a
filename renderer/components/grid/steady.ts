import { watch, type Ref } from 'vue'
import { onLiveRows } from './live.ts'
import type { RowSource } from './rows.ts'
import { whereIs } from './whereabouts.ts'

/**
 * Keeps the rows on screen where they are while others come and go above them by themselves: the list scrolls by as
 * many rows as most of those on screen have moved. At its top it stays at the top: there new rows are to be seen.
 */
export function useSteadyRows<Row, Key>(options: {
  source: RowSource<Row>
  keyOf: (row: Row) => Key
  order: () => unknown
  /** The rows that are drawn. */
  drawn: Readonly<Ref<readonly { index: number; key: Key | null }[]>>
  top: Readonly<Ref<number>>
  rowPx: number
  put: (top: number) => void
}): void {
  const { source, keyOf, order, drawn, top, rowPx, put } = options
  let seen: readonly { index: number; key: Key | null }[] = []
  watch(drawn, (rows) => (seen = rows), { immediate: true, flush: 'post' })

  onLiveRows(source, order, () => {
    if (top.value <= 0) return
    const counts = new Map<number, number>()
    for (const { index, key } of seen) {
      const now = key === null ? -1 : whereIs(source, keyOf, key, index)
      if (now >= 0) counts.set(now - index, (counts.get(now - index) ?? 0) + 1)
    }
    const moved = [...counts].find(([, rows]) => rows > seen.length / 2)?.[0] ?? 0
    if (moved !== 0) put(top.value + moved * rowPx)
  })
}
