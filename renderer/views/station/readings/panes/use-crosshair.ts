import { computed, type Ref } from 'vue'
import type { TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import { extentOf, nearestRow } from '../../../../charts/columns.ts'
import { neighbourTime } from '../../../../charts/difference.ts'
import { lengthOf, panBy } from '../../../../charts/viewport.ts'
import type { Series } from '../use-series.ts'

/** The record under the crosshair, and the crosshair's way from record to record. */
export function useCrosshair(series: () => Series, span: Ref<TimeSpan>, limits: () => TimeSpan, crosshairMs: Ref<number | null>) {
  const times = computed(() => series().columns.times)
  const row = computed(() => (crosshairMs.value === null ? -1 : nearestRow(times.value, crosshairMs.value)))
  const rowMs = computed(() => times.value[row.value] ?? null)
  const isShown = computed(() => rowMs.value !== null && rowMs.value > span.value.fromMs && rowMs.value <= span.value.toMs)

  function goTo(ms: number): void {
    crosshairMs.value = ms
    if (ms > span.value.fromMs && ms <= span.value.toMs) return
    const middle = span.value.fromMs + lengthOf(span.value) / 2
    span.value = panBy(span.value, ms - middle, limits())
  }
  /** To the next or the previous record; ten records with `far`. */
  function step(direction: 1 | -1, far: boolean): void {
    const start = crosshairMs.value ?? (span.value.fromMs + span.value.toMs) / 2
    goTo(neighbourTime(times.value, start, direction * (far ? 10 : 1)))
  }
  function toEnd(which: 'first' | 'last'): void {
    const extent = extentOf(times.value)
    if (extent) goTo(which === 'first' ? extent.fromMs : extent.toMs)
  }
  return { times, row, rowMs, isShown, step, toEnd }
}
