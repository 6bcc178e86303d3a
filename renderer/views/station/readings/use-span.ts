import { computed, shallowRef, type ComputedRef, type WritableComputedRef } from 'vue'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'
import type { CoverageRun } from '../../../../electron/contract/device.ts'
import { cutByRuns, uncovered } from '../../../../electron/contract/time/runs.ts'
import { isFresh } from '../../../../electron/contract/time/stale.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'
import { spanDays } from '../../../../electron/contract/time/span.ts'
import { archiveSpan, gasDayAt, gasDaySpan, type GasClock, type TimeSpan } from '../../../../electron/contract/time/gas-day.ts'
import { spanBack } from '../../../components/spans.ts'
import { shownDays } from '../../../charts/shown-days.ts'
import { union } from '../../../charts/viewport.ts'
import type { Span } from '../../../../electron/contract/records.ts'
import { useClock, useToday } from '../../../stores/clock.ts'
import { useProgram } from '../../../stores/program.ts'
import type { StationArchive } from './archives.ts'
import { yearBack } from './carpet/coverage.ts'
import type { Place } from '../../../places/readings.ts'

/** A link to one moment shows this much on each side. */
const AROUND_MS = 1.5 * DAY_MS
const REMEMBERED = 30

/** Beyond its records, so much of a span is shown at most: a calendar's year around any of them. */
const BEYOND_MS = 366 * DAY_MS
/** A span that an address names, cut to the archive and the time around it; one far from all records stays as it is. */
function near(span: TimeSpan, all: TimeSpan): TimeSpan | null {
  const fromMs = Math.max(span.fromMs, all.fromMs - BEYOND_MS)
  const toMs = Math.min(span.toMs, all.toMs + BEYOND_MS)
  if (fromMs < toMs) return { fromMs, toMs }
  return span.toMs - span.fromMs <= BEYOND_MS ? span : null
}

/** The shown span, its limits, the days of it that the book lacks, and the history of zooms. */
export function useSpan(
  archive: () => StationArchive | null,
  place: () => Place,
  gas: () => GasClock,
  change: (part: Partial<Place>) => void,
): {
  /** All of the archive in the book, in whole gas days. */
  all: ComputedRef<TimeSpan | null>
  limits: ComputedRef<TimeSpan | null>
  span: WritableComputedRef<TimeSpan | null>
  lackingDays: ComputedRef<Span[]>
  /** Days are lacking somewhere in the limits, shown or not. */
  mayLack: ComputedRef<boolean>
  /** How many of the shown days the device has not transmitted yet. */
  awaitedDays: ComputedRef<number>
  lacking: ComputedRef<TimeSpan[]>
  back: () => void
} {
  const program = useProgram()
  const clock = useClock()
  const today = useToday()
  const before = shallowRef<readonly TimeSpan[]>([])

  const all = computed(() => {
    const now = archive()
    if (!now || now.firstMs === null || now.lastMs === null) return null
    return archiveSpan(now.firstMs, now.lastMs, gas())
  })
  const wished = computed(() => {
    const { span: asked, atMs } = place()
    const span = asked && all.value ? near(asked, all.value) : asked
    return span ?? (atMs === null ? null : { fromMs: atMs - AROUND_MS, toMs: atMs + AROUND_MS })
  })
  /**
   * The default: the last 31 days of records, or all when there are fewer, since a month of the calendar might have just
   * begun; of a carpet the last year.
   */
  const usual = computed(() => {
    const whole = all.value
    if (!whole) return null
    if (place().mode === 'carpet') return yearBack(whole, gas())
    const { from, to } = spanBack('month', gasDayAt(whole.toMs - 1, gas()))
    const month = gasDaySpan(from, to, gas())
    return { fromMs: Math.max(month.fromMs, whole.fromMs), toMs: month.toMs }
  })
  const limits = computed(() => all.value && union(all.value, wished.value))
  const span = computed({
    get: () => wished.value ?? usual.value,
    set: (next) => {
      if (!next) return
      const now = wished.value ?? usual.value
      if (now) remember(now)
      change({ span: next, atMs: null })
    },
  })

  let lastAtMs = 0
  /** One turn of the wheel is one step of the history, not a hundred. */
  function remember(now: TimeSpan): void {
    const atMs = performance.now()
    if (atMs - lastAtMs > 600) before.value = [...before.value.slice(1 - REMEMBERED), now]
    lastAtMs = atMs
  }
  function back(): void {
    const last = before.value[before.value.length - 1]
    before.value = before.value.slice(0, -1)
    change({ span: last ?? null, atMs: null })
  }

  /** The coverage of a span's days; null where nothing is known. */
  function coverageOf(of: TimeSpan | null): { runs: CoverageRun[]; days: Span } | null {
    const now = archive()
    if (!now?.runs || !of) return null
    const day = today.value
    const days = shownDays(of, now, gas())
    if (!days || days.from > day) return null
    // A day that was not over when it was read is no hole while the reading is fresh.
    const asFetched = (run: CoverageRun) => run.state === 'partial' && isFresh(run.fetchedAtMs, program.nowMs)
    const runs = now.runs.map((run) => (asFetched(run) ? { ...run, state: 'fetched' as const } : run))
    return { runs, days: { from: days.from, to: days.to < day ? days.to : day } }
  }
  const lackingIn = (coverage: ReturnType<typeof coverageOf>): Span[] => (coverage ? uncovered(coverage.runs, coverage.days) : [])
  const shown = computed(() => coverageOf(span.value))
  const lackingDays = computed(() => lackingIn(shown.value))
  const mayLack = computed(() => lackingIn(coverageOf(limits.value)).length > 0)
  const awaitedDays = computed(() => {
    if (!shown.value) return 0
    const awaited = cutByRuns(shown.value.days, shown.value.runs).filter(({ run }) => run?.state === 'not_transmitted')
    return awaited.reduce((sum, days) => sum + spanDays(days), 0)
  })
  const lacking = computed(() => lackingDays.value.map(zoneClock(clock.value.zone).spanMs))
  return { all, limits, span, lackingDays, mayLack, awaitedDays, lacking, back }
}
