import { computed } from 'vue'
import { RULE_CODES, VISIT_CLASSES } from '../../../electron/contract/rules.ts'
import { ids, listOf, named, oneOf } from '../../address/fields.ts'
import { useAddressState } from '../../address/use-address-state.ts'

/** How visits are shown: one list in the order of their rank, grouped, or the trip in its own order. */
export const FLEET_SHAPES = ['list', 'consumer', 'provider', 'trip'] as const

/** The address says which visits are shown, and how they are grouped. */
export const FLEET = {
  classes: named('class', listOf(VISIT_CLASSES)),
  rules: listOf(RULE_CODES),
  providers: ids,
  consumers: ids,
  types: ids,
  shape: named('show', oneOf(FLEET_SHAPES, 'list')),
}
const NARROWING = ['classes', 'rules', 'providers', 'consumers', 'types'] as const

/** Which visits are shown, kept in the address. */
export function useFleetFilter() {
  const { parts, says, clear } = useAddressState(FLEET)
  const { classes, rules, providers, consumers, types } = parts
  const list = <One>(ones: readonly One[]) => (ones.length > 0 ? [...ones] : undefined)
  const filter = computed(() => ({
    classes: list(classes.value),
    rules: list(rules.value),
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    equipmentTypeIds: list(types.value),
  }))
  return { ...parts, filter, active: computed(() => says(...NARROWING)), clear: () => clear(...NARROWING) }
}
export type FleetFilterState = ReturnType<typeof useFleetFilter>
