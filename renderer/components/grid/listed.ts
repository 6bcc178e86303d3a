import { watch } from 'vue'
import type { RowSource } from './rows.ts'

/**
 * Tells which of some rows have left their list, whenever that was read anew: another filter, a mark, a row that ended. A
 * row that is not in memory is looked for in the whole list.
 * @param keysOf the keys that somebody holds on to: what is selected, whose details are open
 */
export function onUnlisted<Row, Key>(
  source: () => RowSource<Row>,
  keyOf: (row: Row) => Key,
  keysOf: () => Iterable<Key>,
  unlisted: (keys: ReadonlySet<Key>) => void,
): void {
  let newest = 0
  watch(
    () => source().lists.value,
    async () => {
      const mine = ++newest
      const missing = new Set(keysOf())
      const { at, total } = source()
      let held = 0
      for (let index = 0; index < total.value && missing.size > 0; index++) {
        const row = at(index)
        if (row === undefined) continue
        missing.delete(keyOf(row))
        held++
      }
      if (missing.size > 0 && held < total.value) {
        // Where the list cannot be read its own failure is told, and the next reading asks again.
        const rows = await source()
          .between(0, total.value - 1)
          .catch(() => null)
        if (rows === null || mine !== newest) return
        for (const row of rows) missing.delete(keyOf(row))
      }
      if (missing.size > 0) unlisted(missing)
    },
  )
}
