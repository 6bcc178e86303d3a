import { computed } from 'vue'
import { useRoute, useRouter, type LocationQuery } from 'vue-router'
import type { SavedView, ViewScreen } from '../../../electron/contract/saved-views.ts'
import { tableQuery } from '../../../electron/contract/station-table.ts'
import { keptArrangement } from '../../components/grid/columns.ts'
import { isSameView, useSavedViews } from '../../stores/saved-views.ts'
import { useWorkbench } from '../../stores/workbench.ts'
import { stateIn } from '../../places/workbench.ts'
import { isStationSort } from '../stations/station-sorts.ts'

/** The grids of each screen, by the names under which their columns are remembered. */
const GRIDS: Readonly<Record<ViewScreen, readonly string[]>> = {
  workbench: ['stations'],
  events: ['all-events', 'all-events.message', 'all-events.station'],
  findings: ['all-findings'],
  fleet: ['fleet.visits', 'fleet.consumer', 'fleet.provider'],
}
/** Parts of an address that are a place in a list, not what it is narrowed by. */
const PLACES: ReadonlySet<string> = new Set(['at', 'open'])

/** The part of an address that a view keeps. */
export function keptQuery(query: LocationQuery): SavedView['query'] {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    const values = [value].flat().filter((one) => one !== null && one !== undefined)
    if (PLACES.has(key) || values.length === 0) return []
    return [[key, Array.isArray(value) ? values : (values[0] ?? '')] as const]
  })
  return Object.fromEntries(parts)
}

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** Shows a saved view on its screen, wherever the user is. */
export function useViewOpener(): (view: SavedView) => Promise<void> {
  const [route, router] = [useRoute(), useRouter()]
  const workbench = useWorkbench()
  const views = useSavedViews()
  return async ({ screen, name, query, columns }) => {
    for (const grid of GRIDS[screen]) keptArrangement(grid).value = copyOf(columns[grid] ?? { order: [], wishes: {} })
    views.applied.set(screen, name)
    if (screen === 'workbench') {
      // The table keeps its state while the window is open; its address follows.
      workbench.show(stateIn(query, isStationSort))
      if (route.name !== screen) await router.push({ name: screen })
    } else await router.push({ name: screen, query })
  }
}

/** The saved views of the screen that is shown, and what it shows now as one of them. */
export function useViews(screen: ViewScreen) {
  const route = useRoute()
  const workbench = useWorkbench()
  const store = useSavedViews()
  const apply = useViewOpener()

  const views = computed(() => store.views.filter((view) => view.screen === screen))
  const shown = computed(() => ({
    query: screen === 'workbench' ? tableQuery(workbench.state) : keptQuery(route.query),
    columns: copyOf(Object.fromEntries(GRIDS[screen].map((grid) => [grid, keptArrangement(grid).value]))),
  }))
  const current = computed(() => views.value.find(({ name }) => name === store.applied.get(screen)) ?? null)
  /** The screen no longer shows what its view holds. */
  const changed = computed(() => current.value !== null && !isSameView(current.value, shown.value))

  const save = (name: string) => store.save({ screen, name: name.trim(), ...shown.value })
  /** An address that says something else shows no view. */
  function leaveOther(): void {
    if (screen !== 'workbench' && changed.value) store.applied.delete(screen)
  }
  const { load, rename, remove, restore } = store
  return { views, current, changed, apply, save, leaveOther, load, rename, remove, restore }
}
export type Views = ReturnType<typeof useViews>
