import { computed, shallowRef, type ShallowRef, type WritableComputedRef } from 'vue'
import { nearestRow } from '../../../charts/columns.ts'
import type { TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { lengthOf } from '../../../charts/viewport.ts'

export interface Cursors {
  aMs: number
  bMs: number
}

/** The two cursors. Switched on, they are at the records nearest to one and two thirds of the shown span. */
export function useCursors(
  span: () => TimeSpan | null,
  times: () => Float64Array | null,
): { cursors: ShallowRef<Cursors | null>; on: WritableComputedRef<boolean> } {
  const cursors = shallowRef<Cursors | null>(null)
  const at = (share: number): number | null => {
    const now = span()
    const rows = times()
    if (!now || !rows) return null
    return rows[nearestRow(rows, now.fromMs + share * lengthOf(now))] ?? null
  }
  const on = computed({
    get: () => cursors.value !== null,
    set: (wanted) => {
      const aMs = at(1 / 3)
      const bMs = at(2 / 3)
      cursors.value = wanted && aMs !== null && bMs !== null ? { aMs, bMs } : null
    },
  })
  return { cursors, on }
}
