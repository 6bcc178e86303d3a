import { computed } from 'vue'
import type { ConsumptionStep } from '../../../electron/contract/consumption-words.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { asAsked, CONSUMPTION } from '../../places/consumption.ts'

/**
 * As many periods are shown before anybody chose: enough bars to compare, few enough to read. They are the last that the book
 * has; of years all.
 */
const USUAL_PERIODS: Readonly<Record<ConsumptionStep, number>> = { hour: 7 * 24, day: 31, month: 12, year: 100 }

/**
 * Keeps what the screen shows in its address.
 * @param answered the days of the answer on screen, where nobody chose any
 */
export function useConsumptionPlace(answered: () => Span | null) {
  const { of, by, span: chosen, years, shape } = useAddressState(CONSUMPTION).parts
  // All hours of a book are too many to draw.
  const isUsual = computed(() => chosen.value === undefined || (chosen.value === null && by.value === 'hour'))
  const span = computed<Span | null>({
    get: () => (isUsual.value ? answered() : (chosen.value ?? null)),
    set: (next) => (chosen.value = next),
  })
  /** The days, as they are asked for. */
  const days = computed(() =>
    isUsual.value ? { newest: USUAL_PERIODS[by.value] } : chosen.value ? { from: chosen.value.from, to: chosen.value.to } : {},
  )
  return { of, by, span, days, years, shape, asked: computed(() => asAsked(of.value)) }
}
