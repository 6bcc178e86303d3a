import { computed, ref, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import {
  GROUP_ORDERS,
  GROUPINGS,
  SITUATION_FILTERS,
  type Grouping,
  type GroupOrder,
  type SituationFilter,
} from '../../../electron/contract/event-log.ts'
import { putNew } from '../../components/address.ts'
import { useEventFilter } from '../../parts/events/filter.ts'
import { messageOfKey } from '../../parts/events/messages.ts'

/** How the log of all stations is shown. */
export const LOG_SHAPES = ['log', ...GROUPINGS] as const
type LogShape = (typeof LOG_SHAPES)[number]

interface GroupSort {
  by: GroupOrder
  desc: boolean
}
/** The most that the contract takes. */
export const MOST_EXPANDED = 1000
/** The most frequent first. */
const FREQUENT: GroupSort = { by: 'events', desc: true }

/** An order as it stands in the address: `-` before it, the most or the latest first. */
const wordOf = ({ by, desc }: GroupSort): string => (desc ? `-${by}` : by)

function sortIn(word: string): GroupSort {
  const by = GROUP_ORDERS.find((one) => one === word.replace(/^-/, ''))
  return by ? { by, desc: word.startsWith('-') } : FREQUENT
}

/** What an address says of it, besides the filter of any log. */
function stateIn(query: LocationQuery) {
  const all = (name: string) => [query[name] ?? []].flat().filter((one) => one !== null)
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
    exceptMessages: all('not-message').filter((key) => messageOfKey(key) !== null),
    exceptStations: ids('not-stations'),
    exceptConsumers: ids('not-consumers'),
    situation,
    shape,
    byLasting: word('sort') === 'lasting',
    groupSort: sortIn(word('groups')),
    expanded: all('open').slice(0, MOST_EXPANDED),
  }
}

/**
 * The filter of the log of all stations: that of a station's log, and whose events, of which situations. In the address
 * besides: `providers`, `consumers`, `stations` (ids), the same with `not-` before it where something is left out
 * (`not-message` once for each), `situation`, `show` (the grouping), `sort`; of groups `groups` (their
 * order) and `open`, once for each that is expanded.
 */
export function useLogFilter() {
  const first = stateIn(useRoute().query)
  const providers = ref(first.providers)
  const consumers = ref(first.consumers)
  const stations = ref(first.stations)
  /** Left out: keys of messages, stations, consumers. */
  const except = {
    messages: ref(first.exceptMessages),
    stations: ref(first.exceptStations),
    consumers: ref(first.exceptConsumers),
  }
  const situation = ref(first.situation)
  const shape = ref(first.shape)
  const byLasting = ref(first.byLasting)
  const grouping = ref<Grouping>(shape.value === 'station' ? 'station' : 'message')
  const groupSort = ref(first.groupSort)
  /** Keys of the groups that are expanded. */
  const expanded = ref(first.expanded)
  // A look at the log between keeps what is expanded; groups of the other kind have other keys.
  watch(shape, (now) => {
    if (now === 'log' || now === grouping.value) return
    grouping.value = now
    expanded.value = []
  })

  const list = <One>(ones: readonly One[]) => (ones.length > 0 ? [...ones] : undefined)
  const whose = computed(() => ({
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    stationIds: list(stations.value),
    situation: situation.value === 'any' ? undefined : situation.value,
    exceptMessages: list(except.messages.value.flatMap((key) => messageOfKey(key) ?? [])),
    exceptStationIds: list(except.stations.value),
    exceptConsumerIds: list(except.consumers.value),
  }))
  const ofGroups = () => {
    const isShown = shape.value !== 'log'
    const order = wordOf(groupSort.value)
    return {
      groups: isShown && order !== wordOf(FREQUENT) ? order : undefined,
      open: isShown && expanded.value.length > 0 ? expanded.value : undefined,
    }
  }
  function includeAll(): void {
    for (const one of Object.values(except)) one.value = []
  }
  const base = useEventFilter(() => whose.value, {
    read(query) {
      const next = stateIn(query)
      putNew(providers, next.providers)
      putNew(consumers, next.consumers)
      putNew(stations, next.stations)
      putNew(except.messages, next.exceptMessages)
      putNew(except.stations, next.exceptStations)
      putNew(except.consumers, next.exceptConsumers)
      putNew(situation, next.situation)
      // Before the shape: what the address expands belongs to its own groups, and stays.
      if (next.shape !== 'log') grouping.value = next.shape
      putNew(shape, next.shape)
      putNew(byLasting, next.byLasting)
      putNew(groupSort, next.groupSort)
      putNew(expanded, next.expanded)
    },
    query: () => ({
      providers: providers.value.join(',') || undefined,
      consumers: consumers.value.join(',') || undefined,
      stations: stations.value.join(',') || undefined,
      'not-message': list(except.messages.value),
      'not-stations': except.stations.value.join(',') || undefined,
      'not-consumers': except.consumers.value.join(',') || undefined,
      situation: whose.value.situation,
      show: shape.value === 'log' ? undefined : shape.value,
      sort: byLasting.value ? 'lasting' : undefined,
      ...ofGroups(),
    }),
    active: () => Object.values(whose.value).some((one) => one !== undefined),
    clear() {
      providers.value = []
      consumers.value = []
      stations.value = []
      includeAll()
      situation.value = 'any'
    },
  })
  return {
    ...base,
    providers,
    consumers,
    stations,
    except,
    includeAll,
    situation,
    shape,
    byLasting,
    grouping,
    groupSort,
    expanded,
  }
}
export type LogFilterState = ReturnType<typeof useLogFilter>
