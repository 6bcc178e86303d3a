import { computed, ref } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import { GROUPINGS, SITUATION_FILTERS, type SituationFilter } from '../../../electron/contract/event-log.ts'
import { putNew } from '../../components/address.ts'
import { useEventFilter } from '../station/events/filter.ts'

/** How the log of all stations is shown. */
export const LOG_SHAPES = ['log', ...GROUPINGS] as const
type LogShape = (typeof LOG_SHAPES)[number]

/** What an address says of it, besides the filter of any log. */
function stateIn(query: LocationQuery) {
  const word = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const ids = (name: string) =>
    word(name)
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
  const situation: SituationFilter | 'any' = SITUATION_FILTERS.find((one) => one === word('situation')) ?? 'any'
  const shape: LogShape = LOG_SHAPES.find((one) => one === word('show')) ?? 'log'
  return {
    providers: ids('providers'),
    consumers: ids('consumers'),
    stations: ids('stations'),
    situation,
    shape,
    byLasting: word('sort') === 'lasting',
  }
}

/**
 * The filter of the log of all stations: that of a station's log, and whose events, of which situations. In the address
 * besides: `providers`, `consumers`, `stations` (ids), `situation`, `show` (the grouping), `sort`.
 */
export function useLogFilter() {
  const first = stateIn(useRoute().query)
  const providers = ref(first.providers)
  const consumers = ref(first.consumers)
  const stations = ref(first.stations)
  const situation = ref(first.situation)
  const shape = ref(first.shape)
  const byLasting = ref(first.byLasting)

  const list = (numbers: readonly number[]) => (numbers.length > 0 ? [...numbers] : undefined)
  const whose = computed(() => ({
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    stationIds: list(stations.value),
    situation: situation.value === 'any' ? undefined : situation.value,
  }))
  const base = useEventFilter(() => whose.value, {
    read(query) {
      const next = stateIn(query)
      putNew(providers, next.providers)
      putNew(consumers, next.consumers)
      putNew(stations, next.stations)
      putNew(situation, next.situation)
      putNew(shape, next.shape)
      putNew(byLasting, next.byLasting)
    },
    query: () => ({
      providers: providers.value.join(',') || undefined,
      consumers: consumers.value.join(',') || undefined,
      stations: stations.value.join(',') || undefined,
      situation: whose.value.situation,
      show: shape.value === 'log' ? undefined : shape.value,
      sort: byLasting.value ? 'lasting' : undefined,
    }),
    active: () => Object.values(whose.value).some((one) => one !== undefined),
    clear() {
      providers.value = []
      consumers.value = []
      stations.value = []
      situation.value = 'any'
    },
  })
  return { ...base, providers, consumers, stations, situation, shape, byLasting }
}
export type LogFilterState = ReturnType<typeof useLogFilter>
