import { computed, shallowRef } from 'vue'
import type { VisitRow } from '../../../electron/contract/fleet.ts'
import { client } from '../../client.ts'
import { useRowWindow, type RowSource } from '../../components/grid/rows.ts'
import { onBookChange } from '../../stores/book-changes.ts'
import type { FleetFilterState } from './fleet-filter.ts'

type Answer = Awaited<ReturnType<typeof client.fleet.visits>>
/** An answer's counts beside its rows: by class, rule, consumer, provider and type. */
export type VisitFacets = Omit<Answer, 'rows' | 'total'>

/** The most rows that the contract gives at once. */
const MOST_ROWS = 1000
/** While stations are judged or downloaded, the list is asked again no more often than this, ms. */
const EVERY_MS = 3000
const TOPICS = ['findings', 'stations', 'sessions', 'events', 'notes', 'readings', 'settings'] as const

/** Every visit that passes a filter, the first rank first. */
export async function allVisits(filter: FleetFilterState['filter']['value']): Promise<VisitRow[]> {
  const rows: VisitRow[] = []
  for (;;) {
    const answer = await client.fleet.visits({ ...filter, offset: rows.length, limit: MOST_ROWS })
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.total) return rows
  }
}

/** The ranked visits as rows of a grid, with the counts of the facets, and which rows the grid shows. */
export function useVisits(state: FleetFilterState) {
  const facets = shallowRef<VisitFacets | null>(null)
  const shown = shallowRef({ first: 0, last: 0 })
  const rows = useRowWindow<VisitRow>(
    async (window, signal) => {
      const { total, rows: page, ...rest } = await client.fleet.visits({ ...state.filter.value, ...window }, { signal })
      facets.value = rest
      return { total, rows: page }
    },
    () => state.filter.value,
  )
  const source: RowSource<VisitRow> = {
    ...rows,
    show(first, last) {
      shown.value = { first, last }
      rows.show(first, last)
    },
  }
  onBookChange(TOPICS, source.reload, { everyMs: EVERY_MS })

  /** The stations on screen, in whole steps so that a scrolled line does not ask anew. */
  const STEP = 25
  const stationIds = computed(() => {
    void source.version.value
    const from = Math.floor(shown.value.first / STEP) * STEP
    const to = Math.min(source.total.value, (Math.floor(shown.value.last / STEP) + 1) * STEP)
    const ids: number[] = []
    for (let at = from; at < to; at++) {
      const row = source.at(at)
      if (row) ids.push(row.stationId)
    }
    return ids
  })
  return { source, facets, stationIds }
}
