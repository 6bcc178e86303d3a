import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { firstOfMonth } from '../../../electron/contract/time/day.ts'
import { putNew, useAddress } from '../../components/address.ts'
import { presetDays, spanBack } from '../../components/spans.ts'
import { placeIn, queryOf, type ConsumptionOf } from './place.ts'

/** Months that are shown before anybody chose. */
const MONTHS = 12

/** The days of a step before anybody chose: enough bars to compare, few enough to read. Null: all of the book. */
export function usualSpan(by: ConsumptionStep, today: string): Span | null {
  if (by === 'hour') return presetDays('week', today, today)
  if (by === 'day') return spanBack('month', today)
  return by === 'month' ? { from: firstOfMonth(today, 1 - MONTHS), to: today } : null
}

/** What the screen shows, kept in its address. */
export function useConsumptionPlace(today: () => string) {
  const route = useRoute()
  const first = placeIn(route.query)
  const of = shallowRef<ConsumptionOf>(first.of)
  const by = ref(first.by)
  const wished = shallowRef<Span | null | undefined>(first.span)
  const years = ref(first.years)
  const shape = ref(first.shape)

  const span = computed<Span | null>({
    // All hours of a book are too many to draw.
    get: () => (wished.value === undefined || (wished.value === null && by.value === 'hour') ? usualSpan(by.value, today()) : wished.value), // oxfmt-ignore
    set: (next) => (wished.value = next),
  })
  const write = useAddress(
    () => {
      const next = placeIn(route.query)
      putNew(of, next.of)
      putNew(by, next.by)
      putNew(wished, next.span)
      putNew(years, next.years)
      putNew(shape, next.shape)
    },
    () => route.name === 'consumption',
  )
  watch([of, by, wished, years, shape], () => {
    const place = { of: of.value, by: by.value, span: wished.value, years: years.value, shape: shape.value }
    void write(queryOf(place))
  })
  /** As the contract takes it. */
  const asked = computed(() => ({
    ...(of.value.stations.length > 0 && { stationIds: of.value.stations }),
    ...(of.value.consumer !== null && { consumerId: of.value.consumer }),
    ...(of.value.provider !== null && { providerId: of.value.provider }),
  }))
  return { of, by, span, years, shape, asked }
}
