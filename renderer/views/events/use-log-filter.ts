import { computed, ref, watch } from 'vue'
import { GROUP_ORDERS, GROUPINGS, SITUATION_FILTERS, type Grouping, type GroupOrder } from '../../../electron/contract/event-log.ts'
import { addressOf, each, flag, ids, named, oneOf, order, type Address, type Values } from '../../address/fields.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { LOG, messageKeys, messageOfKey } from '../../places/log.ts'
import { LOG_LINK, useEventFilter } from '../../parts/events/filter.ts'

/** How the log of all stations is shown. */
export const LOG_SHAPES = ['log', ...GROUPINGS] as const
type LogShape = (typeof LOG_SHAPES)[number]

/** The most that the contract takes. */
export const MOST_EXPANDED = 1000
/** The most frequent first. */
const FREQUENT: { by: GroupOrder; desc: boolean } = { by: 'events', desc: true }

/** The address of the log of all stations has the filter of any log, and says whose events, and of which situations. */
const FIELDS = {
  ...LOG,
  providers: ids,
  consumers: ids,
  stations: ids,
  /** Left out: keys of messages, stations, consumers. */
  exceptMessages: named('not-message', messageKeys),
  exceptStations: named('not-stations', ids),
  exceptConsumers: named('not-consumers', ids),
  situation: oneOf(SITUATION_FILTERS, 'any'),
  shape: named('show', oneOf(LOG_SHAPES, 'log')),
  byLasting: named('sort', flag('lasting')),
  groupSort: named('groups', order(GROUP_ORDERS, FREQUENT)),
  /** Keys of the groups that are expanded. */
  expanded: named(
    'open',
    each(() => true, MOST_EXPANDED),
  ),
}
type AllLogPlace = Values<typeof FIELDS>
const WHOSE = ['providers', 'consumers', 'stations', 'exceptMessages', 'exceptStations', 'exceptConsumers', 'situation'] as const

const fields = addressOf(FIELDS)
/** The address speaks of groups only where they are shown. */
export const ALL_EVENTS: Address<AllLogPlace> = {
  ...fields,
  write: (place) => fields.write(place.shape === 'log' ? { ...place, groupSort: FREQUENT, expanded: [] } : place),
}

/** The filter of the log of all stations, kept in its address. */
export function useLogFilter() {
  const address = useAddressState(ALL_EVENTS, LOG_LINK)
  const { providers, consumers, stations, situation, byLasting, groupSort, expanded } = address.parts
  const { exceptMessages, exceptStations, exceptConsumers } = address.parts
  const except = { messages: exceptMessages, stations: exceptStations, consumers: exceptConsumers }
  const grouping = ref<Grouping>(address.state.value.shape === 'station' ? 'station' : 'message')
  watch(
    address.parts.shape,
    (now) => {
      if (now !== 'log') grouping.value = now
    },
    { flush: 'sync' },
  )
  /** A look at the log between keeps what is expanded; groups of the other kind have other keys. */
  const shape = computed<LogShape>({
    get: () => address.state.value.shape,
    set: (next) => address.change(next === 'log' || next === grouping.value ? { shape: next } : { shape: next, expanded: [] }),
  })

  const list = <One>(ones: readonly One[]) => (ones.length > 0 ? [...ones] : undefined)
  const whose = computed(() => ({
    providerIds: list(providers.value),
    consumerIds: list(consumers.value),
    stationIds: list(stations.value),
    situation: situation.value === 'any' ? undefined : situation.value,
    exceptMessages: list(exceptMessages.value.flatMap((key) => messageOfKey(key) ?? [])),
    exceptStationIds: list(exceptStations.value),
    exceptConsumerIds: list(exceptConsumers.value),
  }))
  const base = useEventFilter(() => whose.value, address)
  function clear(): void {
    base.clear()
    address.clear(...WHOSE)
  }
  return {
    ...base,
    active: computed(() => base.active.value || address.says(...WHOSE)),
    clear,
    providers,
    consumers,
    stations,
    except,
    includeAll: () => address.clear('exceptMessages', 'exceptStations', 'exceptConsumers'),
    situation,
    shape,
    byLasting,
    grouping,
    groupSort,
    expanded,
  }
}
export type LogFilterState = ReturnType<typeof useLogFilter>
