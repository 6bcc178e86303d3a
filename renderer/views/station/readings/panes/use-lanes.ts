import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { EVENT_ARCHIVES, type EventArchive } from '../../../../../electron/contract/records.ts'
import type { TimeSpan } from '../../../../../electron/contract/time/gas-day.ts'
import type { ValveSpan } from '../../../../../electron/contract/valve.ts'
import { DAY_MS } from '../../../../../electron/contract/time/units.ts'
import { barRuns } from '../../../../charts/event-bars.ts'
import { marksOf, marksOfCounts, marksOfValve, type Lane, type LaneMark } from '../../../../charts/lanes.ts'
import { archiveSymbol } from '../../../../charts/palette.ts'
import { useChartTheme } from '../../../../charts/theme.ts'
import { lengthOf } from '../../../../charts/viewport.ts'
import { client } from '../../../../client.ts'
import { onBookChange } from '../../../../stores/book-changes.ts'
import { isNumber, kept } from '../../../../stores/kept.ts'
import { useClock } from '../../../../stores/clock.ts'
import { useQuestion } from '../../../../stores/question.ts'
import { useValve } from '../../valve/use-valve.ts'

/** Up to this many events are marked one by one; more are counted in bars. */
const ONE_BY_ONE = 150
const MARK_PX = 9
/** Narrow enough for a bar a day in a year. */
const BAR_PX = 2
const DAY_PX = 28
const SETTLE_MS = 120
type Marks = ReadonlyMap<EventArchive, readonly LaneMark[]>

/** Lanes with the events of the station, an archive each, in a fixed order. Their marks follow the span, debounced. */
export function useLanes(
  stationId: () => number,
  span: () => TimeSpan | null,
  width: () => number,
): { lanes: ComputedRef<readonly Lane[]>; rows: ComputedRef<number> } {
  const { t } = useI18n({ useScope: 'global' })
  const clock = useClock()
  const theme = useChartTheme()
  const marks = shallowRef<Marks>(new Map())
  // Until it is known what this station has, as much room is left as the last one took: the panes do not jump.
  const lastRows = kept('lanes.rows', 3, isNumber)
  let flight = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const archives = useQuestion(
    async (signal) => {
      const { archives: counted } = await client.events.density({ stationIds: [stationId()], buckets: 1 }, { signal })
      const held = counted.flatMap(({ archiveType, counts }) => (counts.some((count) => count > 0) ? [archiveType] : []))
      return EVENT_ARCHIVES.filter((archiveType) => held.includes(archiveType))
    },
    { sources: stationId, topics: ['events'], stationId, everyMs: 2000 },
  )
  const valve = useValve(stationId)
  watch(archives.data, (known) => {
    if (known) lastRows.value = known.length
  })

  async function marksOfSpan(now: TimeSpan, signal: AbortSignal): Promise<Marks> {
    const filter = { stationIds: [stationId()], fromMs: now.fromMs, toMs: now.toMs }
    const page = await client.events.page({ ...filter, desc: false, offset: 0, limit: ONE_BY_ONE }, { signal })
    const msPerPx = lengthOf(now) / width()
    if (page.total <= ONE_BY_ONE) {
      const rows = Map.groupBy(page.rows, ({ archiveType }) => archiveType)
      return new Map(EVENT_ARCHIVES.map((type) => [type, marksOf(rows.get(type) ?? [], MARK_PX * msPerPx)]))
    }
    // A bar is a day's as long as days are this narrow; further in, days are divided.
    const leastMs = DAY_PX * msPerPx >= DAY_MS ? Math.max(DAY_MS, BAR_PX * msPerPx) : BAR_PX * msPerPx
    const runs = barRuns(now, leastMs, clock.value.zone)
    const answers = await Promise.all(
      runs.map(({ fromMs, toMs, bars }) => client.events.density({ ...filter, fromMs, toMs: toMs - 1, buckets: bars }, { signal })),
    )
    const ofArchive = (archiveType: EventArchive) =>
      runs.flatMap(({ fromMs, toMs, bars }, index) => {
        const counts = answers[index]?.archives.find((entry) => entry.archiveType === archiveType)?.counts ?? []
        return marksOfCounts(archiveType, fromMs, (toMs - fromMs) / bars, counts)
      })
    return new Map(EVENT_ARCHIVES.map((archiveType) => [archiveType, ofArchive(archiveType)]))
  }

  async function load(): Promise<void> {
    flight.abort()
    const now = span()
    if (!now || width() === 0) return
    const { signal } = (flight = new AbortController())
    try {
      marks.value = await marksOfSpan(now, signal)
    } catch {
      // Marks are an aid: without them the chart is whole, and the Events tab says what is wrong.
      if (!signal.aborted) marks.value = new Map()
    }
  }

  watch(
    [stationId, () => span()?.fromMs, () => span()?.toMs, width, () => clock.value.zone],
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

  const inSpan = (spans: readonly ValveSpan[]) => {
    const now = span()
    return now ? spans.filter(({ fromMs, knownToMs }) => fromMs <= now.toMs && knownToMs >= now.fromMs) : []
  }
  const lanes = computed(() =>
    (archives.data.value ?? []).map((archiveType) => ({
      key: archiveType,
      title: t(`events.short.${archiveType}`),
      name: t(`archive.${archiveType}`),
      color: theme.value.archives[archiveType] ?? theme.value.muted,
      symbol: archiveSymbol(archiveType),
      // A move over the time that it begins: both are seen.
      marks: [...(archiveType === 'valve' ? marksOfValve(inSpan(valve.data.value ?? [])) : []), ...(marks.value.get(archiveType) ?? [])],
    })),
  )
  return { lanes, rows: computed(() => archives.data.value?.length ?? lastRows.value) }
}
