import { computed, ref, watch, type Ref } from 'vue'
import type { LogFacets, LogRow } from '../../../electron/contract/all-events.ts'
import type { Grouping, GroupOrder } from '../../../electron/contract/event-log.ts'
import { client } from '../../client.ts'
import { useRowWindow } from '../../components/grid/rows.ts'
import { onBookChange } from '../../stores/book-changes.ts'
import type { LogFilterState } from './use-log-filter.ts'

const EVERY_MS = 2000

/** The rows of the log, in order of time or of how long situations lasted. */
export function useLogRows({ filter, desc, byLasting }: LogFilterState, facets: Readonly<Ref<LogFacets | null>>) {
  const isSettled = ref(true)
  const sort = computed(() => ({ by: byLasting.value ? ('lastingMs' as const) : ('atMs' as const), desc: desc.value }))
  const source = useRowWindow<LogRow>(
    async (window, signal) => {
      const { settled, ...page } = await client.allEvents.page(
        { ...filter.value, ...window, sort: sort.value },
        { signal },
      )
      isSettled.value = settled
      return page
    },
    () => [filter.value, sort.value],
  )
  onBookChange(['events', 'stations'], source.reload, { everyMs: EVERY_MS })
  // The first rows of a long log come before situations are known; the facets come when they are.
  watch(facets, () => isSettled.value || void source.reload())
  return { source, sort }
}

/** The lines of the log in groups: expanded groups are followed by their events. */
export function useGroupLines({ filter, shape }: LogFilterState) {
  const sort = ref<{ by: GroupOrder; desc: boolean }>({ by: 'events', desc: true })
  const expanded = ref<ReadonlySet<string>>(new Set())
  const groups = ref(0)
  const by = computed((): Grouping => (shape.value === 'station' ? 'station' : 'message'))
  type Line = Awaited<ReturnType<typeof client.allEvents.grouped>>['rows'][number]
  const source = useRowWindow<Line>(
    async (window, signal) => {
      const question = { ...filter.value, ...window, by: by.value, sort: sort.value, expanded: [...expanded.value] }
      const answer = await client.allEvents.grouped(question, { signal })
      groups.value = answer.groups
      return answer
    },
    () => [filter.value, by.value, sort.value],
  )
  onBookChange(['events', 'stations'], source.reload, { everyMs: EVERY_MS })
  watch(by, () => (expanded.value = new Set()))

  /** Shows or hides the events of a group; the list stays where it is. */
  function turn(key: string): void {
    const next = new Set(expanded.value)
    if (!next.delete(key)) next.add(key)
    expanded.value = next
    void source.reload()
  }
  return { source, sort, by, groups, turn }
}
