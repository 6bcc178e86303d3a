import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { marksOf, marksOfDensity, type MarkerGroup } from '../../../charts/markers.ts'
import type { TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { lengthOf } from '../../../charts/viewport.ts'
import { client } from '../../../client.ts'
import { onBookChange } from '../../../stores/book-changes.ts'

/** Up to this many events are marked one by one; more are counted in buckets. */
const ONE_BY_ONE = 300
const MARK_PX = 9
const SETTLE_MS = 120

/** Events of the station within the span, as marks. They follow the span, debounced. */
export function useEventMarkers(
  stationId: () => number,
  span: () => TimeSpan | null,
  width: () => number,
): { groups: ShallowRef<readonly MarkerGroup[]>; total: ShallowRef<number> } {
  const groups = shallowRef<readonly MarkerGroup[]>([])
  const total = shallowRef(0)
  let flight = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Nothing changes where there were no marks and are none: the chart is not drawn again. */
  function show(next: readonly MarkerGroup[]): void {
    if (next.length > 0 || groups.value.length > 0) groups.value = next
  }

  async function load(): Promise<void> {
    flight.abort()
    const now = span()
    if (!now || width() === 0) {
      show([])
      return
    }
    const { signal } = (flight = new AbortController())
    const filter = { stationIds: [stationId()], fromMs: now.fromMs, toMs: now.toMs }
    try {
      const page = await client.events.page({ ...filter, desc: false, offset: 0, limit: ONE_BY_ONE }, { signal })
      if (page.total <= ONE_BY_ONE) {
        show(marksOf(page.rows, (MARK_PX / width()) * lengthOf(now)))
      } else {
        const buckets = Math.max(1, Math.min(2000, Math.floor(width() / (MARK_PX * 1.4))))
        show(marksOfDensity(await client.events.density({ ...filter, buckets }, { signal })))
      }
      total.value = page.total
    } catch {
      // Marks are an aid: without them the chart is whole, and the Events tab says what is wrong.
      if (!signal.aborted) show([])
    }
  }

  watch(
    [stationId, () => span()?.fromMs, () => span()?.toMs, width],
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => void load(), SETTLE_MS)
    },
    { immediate: true },
  )
  onBookChange(['events'], load, { everyMs: 2000, stationId })
  onScopeDispose(() => {
    clearTimeout(timer)
    flight.abort()
  })
  return { groups, total }
}
