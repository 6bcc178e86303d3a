import { computed, ref, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import { RULE_CODES, VISIT_CLASSES, type RuleCode, type VisitClass } from '../../../electron/contract/rules.ts'
import { putNew, useAddress } from '../../components/address.ts'

/** How visits are shown: one list in the order of their rank, or grouped. */
export const FLEET_SHAPES = ['list', 'consumer', 'provider'] as const
export type FleetShape = (typeof FLEET_SHAPES)[number]

const word = (query: LocationQuery, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
const ids = (query: LocationQuery, name: string): number[] =>
  word(query, name)
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

/** The filter that an address says; values that do not fit are left out. */
export function fleetFilterIn(query: LocationQuery) {
  const classes = word(query, 'class').split(',')
  const rules = word(query, 'rules').split(',')
  return {
    classes: VISIT_CLASSES.filter((one): one is VisitClass => classes.includes(one)),
    rules: RULE_CODES.filter((one): one is RuleCode => rules.includes(one)),
    providers: ids(query, 'providers'),
    consumers: ids(query, 'consumers'),
    types: ids(query, 'types'),
    shape: FLEET_SHAPES.find((one) => one === word(query, 'show')) ?? 'list',
  }
}

/**
 * Which visits are shown, kept in the address: `class`, `rules`, `providers`, `consumers`, `types` (lists with commas) and
 * `show` (the grouping).
 */
export function useFleetFilter() {
  const route = useRoute()
  const first = fleetFilterIn(route.query)
  const classes = ref(first.classes)
  const rules = ref(first.rules)
  const providers = ref(first.providers)
  const consumers = ref(first.consumers)
  const types = ref(first.types)
  const shape = ref<FleetShape>(first.shape)

  const list = <One>(ones: readonly One[]) => (ones.length > 0 ? [...ones] : undefined)
  const filter = computed(() => ({
    classes: list(classes.value),
    rules: list(rules.value),
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    equipmentTypeIds: list(types.value),
  }))
  const active = computed(() => Object.values(filter.value).some((one) => one !== undefined))

  const write = useAddress(
    () => {
      const next = fleetFilterIn(route.query)
      putNew(classes, next.classes)
      putNew(rules, next.rules)
      putNew(providers, next.providers)
      putNew(consumers, next.consumers)
      putNew(types, next.types)
      putNew(shape, next.shape)
    },
    () => route.name === 'fleet',
  )
  const joined = (ones: readonly (string | number)[]) => ones.join(',') || undefined
  watch([classes, rules, providers, consumers, types, shape], () => {
    void write({
      class: joined(classes.value),
      rules: joined(rules.value),
      providers: joined(providers.value),
      consumers: joined(consumers.value),
      types: joined(types.value),
      show: shape.value === 'list' ? undefined : shape.value,
    })
  })
  function clear(): void {
    for (const one of [classes, rules, providers, consumers, types]) one.value = []
  }
  return { classes, rules, providers, consumers, types, shape, filter, active, clear }
}
export type FleetFilterState = ReturnType<typeof useFleetFilter>
