import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { isArrangement, USUAL, type Arrangement } from '../../../../charts/panes/arrangement.ts'
import { kept } from '../../../../stores/kept.ts'

const areArrangements = (value: unknown): value is Record<string, Arrangement> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isArrangement)

/** How the panes are arranged for devices of a type: as usual, until the user changes it; remembered like the columns of a table. */
export function useArrangement(equipmentTypeId: () => number | null): {
  arrangement: WritableComputedRef<Arrangement>
  isUsual: ComputedRef<boolean>
  reset: () => void
} {
  const all = kept<Record<string, Arrangement>>('panes', {}, areArrangements)
  const type = () => String(equipmentTypeId() ?? '')
  const arrangement = computed({
    get: () => all.value[type()] ?? USUAL,
    set: (next) => (all.value = { ...all.value, [type()]: next }),
  })
  return {
    arrangement,
    isUsual: computed(() => all.value[type()] === undefined),
    reset: () => {
      all.value = Object.fromEntries(Object.entries(all.value).filter(([key]) => key !== type()))
    },
  }
}
