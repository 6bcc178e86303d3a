import { computed, ref, watch, type Ref } from 'vue'
import type { LogFacets, LogRow } from '../../../electron/contract/all-events.ts'
import { client } from '../../client.ts'
import { useRowWindow } from '../../components/grid/rows.ts'
import { onBookChange } from '../../stores/book-changes.ts'
import type { RowsFirst } from './rows-first.ts'
import { MOST_EXPANDED, type LogFilterState } from './use-log-filter.ts'

const EVERY_MS = 2000

/** The rows of the log, in order of time or of how long situations lasted. */
export function useLogRows({ filter, desc, byLasting }: LogFilterState, { asked }: RowsFirst, facets: Readonly<Ref<LogFacets | null>>) {
  const isSettled = ref(true)
  const sort = computed(() => ({ by: byLasting.value ? ('lastingMs' as const) : ('atMs' as const), desc: desc.value }))
  const source = useRowWindow<LogRow>(
    async (window, signal) => {
      const question = { ...filter.value, ...window, sort: sort.value }
      const { settled, ...page } = await asked(client.allEvents.page(question, { signal }))
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
export function useGroupLines({ filter, grouping, groupSort, expanded }: LogFilterState, { asked }: RowsFirst) {
  const groups = ref(0)
  type Line = Awaited<ReturnType<typeof client.allEvents.grouped>>['rows'][number]
  const source = useRowWindow<Line>(
    async (window, signal) => {
      const order = { by: grouping.value, sort: groupSort.value, expanded: expanded.value }
      const answer = await asked(client.allEvents.grouped({ ...filter.value, ...window, ...order }, { signal }))
      groups.value = answer.groups
      return answer
    },
    () => [filter.value, grouping.value, groupSort.value],
  )
  onBookChange(['events', 'stations'], source.reload, { everyMs: EVERY_MS })

  /** Shows or hides the events of a group; the list stays where it is. */
  function turn(key: string): void {
    const others = expanded.value.filter((one) => one !== key)
    expanded.value = others.length < expanded.value.length ? others : [...others, key].slice(-MOST_EXPANDED)
    void source.reload()
  }
  return { source, groups, turn }
}
