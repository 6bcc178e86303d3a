import { computed, ref, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import type { FindingFilter } from '../../../electron/contract/findings.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { FINDING_STATES, RULE_CODES, type FindingState, type RuleCode } from '../../../electron/contract/rules.ts'
import { isDay } from '../../../electron/contract/time/day.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { putNew, useAddress } from '../../components/address.ts'
import { useClock } from '../../stores/clock.ts'
import { FINDING_FLAGS, FINDING_SORT_KEYS, type FindingFlag, type FindingSort } from './sorts.ts'

/** The worst first would hide what is new: the newest first. */
const USUAL = { by: 'from', desc: true } as const satisfies { by: FindingSort; desc: boolean }
/** What is explained or wrong is settled, and not looked for. */
export const OPEN_STATES: readonly FindingState[] = ['new', 'seen']

export const isOpen = ({ state }: { state: FindingState }): boolean => OPEN_STATES.includes(state)

/** The word of an address for findings of every state: without it, those that are open are meant. */
const EVERY_STATE = 'all'

/** What an address says of it. */
export function stateIn(query: LocationQuery) {
  const word = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const words = (name: string) => word(name).split(',').filter(Boolean)
  const ids = (name: string) => words(name).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) // oxfmt-ignore
  const [from, to] = [word('from'), word('to')]
  const sort = word('sort')
  const by = FINDING_SORT_KEYS.find((key) => key === sort.replace(/^-/, ''))
  return {
    rules: words('rules').filter((one): one is RuleCode => RULE_CODES.some((code) => code === one)),
    flags: words('flags').map(Number).filter((one): one is FindingFlag => FINDING_FLAGS.some((flag) => flag === one)), // oxfmt-ignore
    states: word('states') === '' ? [...OPEN_STATES] : words('states').filter((one): one is FindingState => FINDING_STATES.some((state) => state === one)), // oxfmt-ignore
    providers: ids('providers'),
    consumers: ids('consumers'),
    types: ids('types'),
    stations: ids('stations'),
    span: isDay(from) && isDay(to) && from <= to ? { from, to } : null,
    sort: by ? { by, desc: sort.startsWith('-') } : USUAL,
  }
}

const isOpenStates = (states: readonly FindingState[]) =>
  states.length === OPEN_STATES.length && OPEN_STATES.every((state) => states.includes(state))
/** How an address says it: nothing of those that are open. */
export const statesWord = (states: readonly FindingState[]): string | undefined =>
  isOpenStates(states) ? undefined : states.join(',') || EVERY_STATE

/**
 * The filter of the findings of all stations, kept in the address: `rules`, `flags`, `states`, `providers`, `consumers`,
 * `types`, `stations` (lists; without `states` the open ones, `states=all` every one), `from`, `to` (days), `sort` (`-` before it: the other way).
 */
export function useFindingsFilter() {
  const route = useRoute()
  const clock = useClock()
  const first = stateIn(route.query)
  const rules = ref(first.rules)
  const flags = ref(first.flags)
  const states = ref(first.states)
  const providers = ref(first.providers)
  const consumers = ref(first.consumers)
  const types = ref(first.types)
  const stations = ref(first.stations)
  const span = ref<Span | null>(first.span)
  const sort = ref<{ by: FindingSort; desc: boolean }>(first.sort)
  const others = { rules, flags, providers, consumers, types, stations }
  const lists = { ...others, states }

  const put = useAddress(
    () => {
      const next = stateIn(route.query)
      putNew(rules, next.rules)
      putNew(flags, next.flags)
      putNew(states, next.states)
      putNew(providers, next.providers)
      putNew(consumers, next.consumers)
      putNew(types, next.types)
      putNew(stations, next.stations)
      putNew(span, next.span)
      putNew(sort, next.sort)
    },
    () => route.name === 'findings',
  )
  const list = <One>(ones: readonly One[]) => (ones.length > 0 ? [...ones] : undefined)
  const filter = computed((): FindingFilter => ({
    rules: list(rules.value),
    flags: list(flags.value),
    states: list(states.value),
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    equipmentTypeIds: list(types.value),
    stationIds: list(stations.value),
    ...(span.value && zoneClock(clock.value.zone).spanMs(span.value)),
  }))
  const active = computed(
    () =>
      span.value !== null || !isOpenStates(states.value) || Object.values(others).some(({ value }) => value.length > 0),
  )
  function clear(): void {
    for (const one of Object.values(others)) one.value = []
    states.value = [...OPEN_STATES]
    span.value = null
  }
  watch([...Object.values(lists), span, sort], () => {
    const { by, desc } = sort.value
    const isUsual = by === USUAL.by && desc === USUAL.desc
    void put({
      ...Object.fromEntries(Object.entries(others).map(([name, { value }]) => [name, value.join(',') || undefined])),
      states: statesWord(states.value),
      from: span.value?.from,
      to: span.value?.to,
      sort: isUsual ? undefined : `${desc ? '-' : ''}${by}`,
    })
  })
  return { ...lists, span, sort, filter, active, clear }
}
export type FindingsFilterState = ReturnType<typeof useFindingsFilter>
