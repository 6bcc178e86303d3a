import { computed, shallowRef } from 'vue'
import { typedWords } from '../../../electron/contract/folding.ts'
import type { StationRow } from '../../../electron/contract/stations.ts'
import { client } from '../../client.ts'
import { useRowWindow } from '../../components/grid/rows.ts'
import { FIRST_STATIONS, firstStations } from '../../speed/first-questions.ts'
import { onBookChange } from '../../stores/book-changes.ts'
import { useWorkbench } from '../../stores/workbench.ts'

/** The stations that match the tree's choice, the facets and the search, any number of them. */
export function useStations() {
  const workbench = useWorkbench()
  /** The searched words as they were understood: marked where they were found. */
  const words = shallowRef<string[]>([])
  const source = useRowWindow<StationRow>(
    async (window, signal) => {
      const { text } = workbench
      const isFirst = workbench.untouched && window.offset === FIRST_STATIONS.offset && window.limit === FIRST_STATIONS.limit
      const answer = isFirst
        ? await firstStations.ask(undefined, signal)
        : await client.stations.list({ ...workbench.filter, ...window, sort: workbench.order }, { signal })
      const shownFor = answer.shownFor ?? null
      workbench.shownFor = shownFor
      // With the rows, not before: with each key the old rows would be drawn once more.
      words.value = [...(shownFor && !shownFor.also ? [] : typedWords(text)), ...typedWords(shownFor?.text ?? '')]
      return answer
    },
    () => [workbench.filter, workbench.order],
  )
  // Archives count too: the table shows whether a station has records in the book.
  onBookChange(['book', 'stations', 'reference', 'readings', 'events', 'settings', 'sessions', 'findings'], source.reload)

  const filtered = computed(() => workbench.filter.text !== undefined || workbench.choice.kind !== 'all' || workbench.conditions.length > 0)
  const selectAll = async () =>
    void (workbench.selected = new Set(await client.stations.ids({ ...workbench.filter, sort: workbench.order })))
  return { source, words, filtered, selectAll }
}
