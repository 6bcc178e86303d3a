import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { StationRow } from '../../electron/contract/stations.ts'
import { FIRST_STATIONS } from '../speed/first-questions.ts'
import { isBoolean, isNumber, kept } from './kept.ts'
import { useProgram } from './program.ts'

export interface TreeChoice {
  kind: 'all' | 'provider' | 'consumer'
  id: number | null
}

/** The state of the workbench: filter, order, the current station, the selection. Kept while the window is open; the panes' widths are remembered longer. */
export const useWorkbench = defineStore('workbench', () => {
  const text = ref('')
  const choice = ref<TreeChoice>({ kind: 'all', id: null })
  const sort = shallowRef<{ by: string; desc: boolean } | null>(FIRST_STATIONS.sort)
  const current = shallowRef<StationRow | null>(null)
  /** The row of the current station, so that coming back to the table shows the same place. */
  const row = ref(0)
  const selected = shallowRef<ReadonlySet<number>>(new Set<number>())
  const treeWidth = kept('workbench.tree', 226, isNumber)
  const detailsWidth = kept('workbench.details', 280, isNumber)
  const treeOpen = kept('workbench.treeOpen', true, isBoolean)
  const detailsOpen = kept('workbench.detailsOpen', true, isBoolean)

  /** Nodes of the tree that the user opened or closed, by key. */
  const openNodes = shallowRef<ReadonlyMap<string, boolean>>(new Map<string, boolean>())

  /** The filter as the contract takes it. */
  const filter = computed(() => ({
    text: text.value.trim() || undefined,
    providerId: choice.value.kind === 'provider' ? (choice.value.id ?? undefined) : undefined,
    consumerId: choice.value.kind === 'consumer' ? (choice.value.id ?? undefined) : undefined,
  }))

  /** True while nothing is searched, chosen or sorted: the table shows the stations that were asked for at the start. */
  const untouched = computed(
    () => sort.value === FIRST_STATIONS.sort && Object.values(filter.value).every((part) => part === undefined),
  )

  /** Another book has other stations: filter and selection of the previous one are dropped. */
  useProgram().onChange(['book'], () => {
    text.value = ''
    choice.value = { kind: 'all', id: null }
    current.value = null
    row.value = 0
    selected.value = new Set()
    openNodes.value = new Map()
  })

  return {
    text,
    choice,
    sort,
    current,
    row,
    selected,
    treeWidth,
    detailsWidth,
    treeOpen,
    detailsOpen,
    openNodes,
    filter,
    untouched,
  }
})
