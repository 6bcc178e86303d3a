import { computed, shallowRef, type WritableComputedRef } from 'vue'
import type { TimeSpan } from '../../../electron/contract/time/gas-day.ts'
import { within } from '../../charts/viewport.ts'

const REMEMBERED = 30
/** One turn of the wheel is one step back, not a hundred. */
const SAME_TURN_MS = 600

/** The positions that the chart shows, and the way back out of a zoom; null in the place is all of the axis. */
export function useZoom(
  limits: () => TimeSpan,
  zoomed: () => TimeSpan | null,
  change: (zoom: TimeSpan | null) => void,
): { zoom: WritableComputedRef<TimeSpan>; back: () => void } {
  const before = shallowRef<readonly (TimeSpan | null)[]>([])
  let zoomedAtMs = 0
  return {
    zoom: computed({
      get: () => within(zoomed() ?? limits(), limits()),
      set(next) {
        const nowMs = performance.now()
        if (nowMs - zoomedAtMs > SAME_TURN_MS) before.value = [...before.value.slice(1 - REMEMBERED), zoomed()]
        zoomedAtMs = nowMs
        const { fromMs, toMs } = limits()
        change(next.fromMs <= fromMs && next.toMs >= toMs ? null : next)
      },
    }),
    back() {
      change(before.value.at(-1) ?? null)
      before.value = before.value.slice(0, -1)
    },
  }
}
