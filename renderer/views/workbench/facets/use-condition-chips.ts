import { computed } from 'vue'
import { withState } from '../../../stores/conditions.ts'
import { useWorkbench } from '../../../stores/workbench.ts'
import { useFacetNames } from './use-facet-names.ts'

/** Chips for the conditions of the station table, value by value. */
export function useConditionChips() {
  const workbench = useWorkbench()
  const { facetName, valueName } = useFacetNames()
  const parts = computed(() => workbench.conditions.flatMap(({ by, values, not = false }) => values.map((value) => ({ by, value, not }))))
  const chips = computed(() =>
    parts.value.map(({ by, value, not }, at) => ({
      key: String(at),
      title: facetName(by),
      text: valueName(by, value),
      not,
    })),
  )
  function drop(key: string): void {
    const part = parts.value[Number(key)]
    if (part) workbench.conditions = withState(workbench.conditions, part.by, part.value, null)
  }
  const clear = () => (workbench.conditions = [])
  return { chips, drop, clear }
}
