import { computed } from 'vue'
import type { FindingFilter } from '../../../electron/contract/findings.ts'
import { FINDING_STATES, type FindingState } from '../../../electron/contract/rules.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { ids, inWord, listOf, order } from '../../address/fields.ts'
import { days } from '../../address/times.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { FINDINGS_OF } from '../../places/findings.ts'
import { useClock } from '../../stores/clock.ts'
import { FINDING_SORTS } from '../../../electron/contract/fields/findings.ts'
import { FINDING_FLAGS } from './sorts.ts'

/** Findings that are explained or wrong are settled, and nobody looks for them. */
export const OPEN_STATES: readonly FindingState[] = ['new', 'seen']

export const isOpen = ({ state }: { state: FindingState }): boolean => OPEN_STATES.includes(state)

/** The word of an address for findings of every state: without it, those that are open are meant. */
const EVERY_STATE = 'all'
const isOpenStates = (states: readonly FindingState[]) =>
  states.length === OPEN_STATES.length && OPEN_STATES.every((state) => states.includes(state))

/** The address says which findings of all stations are shown, and in which order. */
export const FINDINGS = {
  ...FINDINGS_OF,
  flags: listOf(FINDING_FLAGS),
  states: inWord(
    (said): FindingState[] => (said === '' ? [...OPEN_STATES] : FINDING_STATES.filter((state) => said.split(',').includes(state))),
    (states) => (isOpenStates(states) ? '' : states.join(',') || EVERY_STATE),
  ),
  providers: ids,
  consumers: ids,
  types: ids,
  span: days,
  /** The worst first would hide what is new: the newest first. */
  sort: order(FINDING_SORTS, { by: 'from', desc: true }),
}
const NARROWING = ['rules', 'flags', 'states', 'providers', 'consumers', 'types', 'stations', 'span'] as const

/** The filter of the findings of all stations, kept in the address. */
export function useFindingsFilter() {
  const clock = useClock()
  const { parts, says, clear } = useAddressState(FINDINGS)
  const { rules, flags, states, providers, consumers, types, stations, span } = parts
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
  return { ...parts, filter, active: computed(() => says(...NARROWING)), clear: () => clear(...NARROWING) }
}
export type FindingsFilterState = ReturnType<typeof useFindingsFilter>
