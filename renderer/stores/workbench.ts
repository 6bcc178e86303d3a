import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ShownFor, StationRow, StationSort } from '../../electron/contract/stations.ts'
import type { Conditions } from './conditions.ts'
import { FIRST_STATIONS } from '../speed/first-questions.ts'
import { kept } from './kept.ts'
import { useProgram } from './program.ts'

export interface TreeChoice {
  kind: 'all' | 'provider' | 'consumer'
  id: number | null
}

/** The filter and order of the table, which a saved view holds as well. */
export interface TableState {
  text: string
  choice: TreeChoice
  conditions: Conditions
  /** Null: nobody has chosen an order. */
  sort: StationSort | null
}

const isPane = (value: unknown): value is 'tree' | 'facets' => value === 'tree' || value === 'facets'

/** The state of the workbench: filter, order, the current station, the selection. Kept while the window is open. */
export const useWorkbench = defineStore('workbench', () => {
  const text = ref('')
  const choice = ref<TreeChoice>({ kind: 'all', id: null })
  const conditions = shallowRef<Conditions>([])
  const sort = shallowRef<{ by: string; desc: boolean } | null>(FIRST_STATIONS.sort)
  /** The text on the other keyboard layout, when its stations are shown. */
  const shownFor = shallowRef<ShownFor>(null)
  const current = shallowRef<StationRow | null>(null)
  /** The row of the current station, so that coming back to the table shows the same place. */
  const row = ref(0)
  const selected = shallowRef<ReadonlySet<number>>(new Set<number>())
  /** The content of the pane beside the table. */
  const sidePane = kept<'tree' | 'facets'>('workbench.sidePane', 'tree', isPane)

  /** Nodes of the tree that the user opened or closed, by key. */
  const openNodes = shallowRef<ReadonlyMap<string, boolean>>(new Map<string, boolean>())

  /** The filter as the contract takes it. */
  const filter = computed(() => ({
    text: text.value.trim() || undefined,
    providerId: choice.value.kind === 'provider' ? (choice.value.id ?? undefined) : undefined,
    consumerId: choice.value.kind === 'consumer' ? (choice.value.id ?? undefined) : undefined,
    conditions: conditions.value.length > 0 ? conditions.value.map(mutable) : undefined,
  }))

  /** Nobody has chosen an order: by name, and the best match first while something is searched. */
  const isUsualOrder = computed(() => sort.value === FIRST_STATIONS.sort || sort.value === null)
  const order = computed<StationSort>(() => {
    if (!isUsualOrder.value && sort.value) return sort.value as StationSort
    return filter.value.text === undefined ? FIRST_STATIONS.sort : { by: 'match', desc: false }
  })

  const state = computed<TableState>(() => ({
    text: text.value.trim(),
    choice: choice.value,
    conditions: conditions.value,
    sort: isUsualOrder.value ? null : order.value,
  }))
  function show(next: TableState): void {
    text.value = next.text
    choice.value = next.choice
    conditions.value = next.conditions
    sort.value = next.sort ?? FIRST_STATIONS.sort
  }
  function clear(): void {
    show({ text: '', choice: { kind: 'all', id: null }, conditions: [], sort: state.value.sort })
  }

  /** True while nothing is searched, chosen or sorted: the table shows the stations that were asked for at the start. */
  const untouched = computed(() => sort.value === FIRST_STATIONS.sort && Object.values(filter.value).every((part) => part === undefined))

  /** Another book has other stations: filter and selection of the previous one are dropped. */
  useProgram().onChange(['book'], () => {
    clear()
    shownFor.value = null
    current.value = null
    row.value = 0
    selected.value = new Set()
    openNodes.value = new Map()
  })

  return {
    text,
    choice,
    conditions,
    sort,
    shownFor,
    sidePane,
    order,
    state,
    show,
    clear,
    current,
    row,
    selected,
    openNodes,
    filter,
    untouched,
  }
})

const mutable = ({ by, values, not = false }: Conditions[number]) => ({ by, values: [...values], not })
