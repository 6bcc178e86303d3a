import { computed } from 'vue'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { firstOfMonth } from '../../../electron/contract/time/day.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { presetDays, spanBack } from '../../components/spans.ts'
import { asAsked, CONSUMPTION } from '../../places/consumption.ts'

/** Months that are shown before anybody chose. */
const MONTHS = 12

/** The days of a step before anybody chose: enough bars to compare, few enough to read. Null: all of the book. */
export function usualSpan(by: ConsumptionStep, today: string): Span | null {
  if (by === 'hour') return presetDays('week', today, today)
  if (by === 'day') return spanBack('month', today)
  return by === 'month' ? { from: firstOfMonth(today, 1 - MONTHS), to: today } : null
}

/** Keeps what the screen shows in its address. */
export function useConsumptionPlace(today: () => string) {
  const { of, by, span: chosen, years, shape } = useAddressState(CONSUMPTION).parts
  const span = computed<Span | null>({
    // All hours of a book are too many to draw.
    get: () => (chosen.value === undefined || (chosen.value === null && by.value === 'hour') ? usualSpan(by.value, today()) : chosen.value),
    set: (next) => (chosen.value = next),
  })
  return { of, by, span, years, shape, asked: computed(() => asAsked(of.value)) }
}
