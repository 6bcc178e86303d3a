import { computed, shallowRef } from 'vue'
import type { VisitRow } from '../../../electron/contract/fleet.ts'
import { useNotices } from '../../stores/notices.ts'
import type { FleetFilterState } from './fleet-filter.ts'
import { allVisits } from './use-visits.ts'

type Use = (visits: VisitRow[]) => unknown

/** The visits that somebody has chosen. What is done with them reads the whole list first: the table holds a part of it. */
export function useChosenVisits({ filter }: FleetFilterState) {
  const notices = useNotices()
  const selected = shallowRef<ReadonlySet<number>>(new Set<number>())
  const ids = computed(() => [...selected.value])

  /** A failure is told. */
  function withAll(use: Use): void {
    void notices.attempt(() => allVisits(filter.value).then(use))
  }
  /** Does something with the chosen visits in the order of their rank; with all that pass the filter where none is chosen. */
  function withWanted(use: Use): void {
    withAll((all) => use(selected.value.size === 0 ? all : all.filter(({ stationId }) => selected.value.has(stationId))))
  }
  function selectAll(): void {
    withAll((all) => (selected.value = new Set(all.map(({ stationId }) => stationId))))
  }
  return { selected, ids, withWanted, selectAll }
}
export type ChosenVisits = ReturnType<typeof useChosenVisits>
