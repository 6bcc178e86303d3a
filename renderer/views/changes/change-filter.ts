import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import type { Span } from '../../../electron/contract/records.ts'
import { gasDaySpan } from '../../../electron/contract/time/gas-day.ts'
import { isDay } from '../../../electron/contract/time/day.ts'
import { putNew, useAddress } from '../../components/address.ts'
import { presetDays } from '../../components/spans.ts'
import { useProgram } from '../../stores/program.ts'

/** Changes of any standing, those that two confirm, and those that stand alone. */
export const STANDINGS = ['any', 'confirmed', 'alone'] as const
export type Standing = (typeof STANDINGS)[number]

const word = (query: LocationQuery, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
function spanIn(query: LocationQuery): Span | null | undefined {
  const [from, to] = [word(query, 'from'), word(query, 'to')]
  if (word(query, 'days') === 'all') return null
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}
/** What an address says: `role` once for each, `standing`, `from` and `to` as days or `days=all`. */
function changeFilterIn(query: LocationQuery) {
  return {
    roles: [query['role'] ?? []].flat().filter((one) => one !== null && one !== ''),
    standing: STANDINGS.find((one) => one === word(query, 'standing')) ?? 'any',
    span: spanIn(query),
  }
}

/** Which changes are shown, kept in the address; before anybody chose, those of this year. */
export function useChangeFilter() {
  const route = useRoute()
  const program = useProgram()
  const first = changeFilterIn(route.query)
  const roles = ref<string[]>(first.roles.map(String))
  const standing = ref<Standing>(first.standing)
  const wished = shallowRef(first.span)
  const days = computed<Span | null>({
    get: () => (wished.value === undefined ? presetDays('year', program.today, program.today) : wished.value),
    set: (next) => (wished.value = next),
  })
  const filter = computed(() => {
    const span = days.value && gasDaySpan(days.value.from, days.value.to, { zone: program.timeZone, contractHour: 0 })
    return {
      ...(roles.value.length > 0 && { roles: [...roles.value] }),
      ...(standing.value !== 'any' && { confirmed: standing.value === 'confirmed' }),
      ...(span && { fromMs: span.fromMs, toMs: span.toMs }),
    }
  })
  const active = computed(() => roles.value.length > 0 || standing.value !== 'any')
  const write = useAddress(
    () => {
      const next = changeFilterIn(route.query)
      putNew(roles, next.roles.map(String))
      putNew(standing, next.standing)
      putNew(wished, next.span)
    },
    () => route.name === 'changes',
  )
  watch([roles, standing, wished], () => {
    void write({
      role: roles.value.length > 0 ? [...roles.value] : undefined,
      standing: standing.value === 'any' ? undefined : standing.value,
      from: wished.value?.from,
      to: wished.value?.to,
      days: wished.value === null ? 'all' : undefined,
    })
  })
  function clear(): void {
    roles.value = []
    standing.value = 'any'
  }
  return { roles, standing, days, filter, active, clear }
}
