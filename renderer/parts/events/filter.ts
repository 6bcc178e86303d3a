import { computed } from 'vue'
import type { Span } from '../../../electron/contract/records.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { useAddressState, type AddressState } from '../../address/use-address-state.ts'
import { LOG, messageOfKey, type LogPlace } from '../../places/log.ts'
import { useClock } from '../../stores/clock.ts'

/** The moment that a link names goes as soon as the reader narrows the log. */
export const LOG_LINK = { once: ['at'] }
const NARROWING = ['archives', 'messages', 'text', 'piece', 'span'] as const

/** The event log's filter, together with `whose` events they are, as its address says it. */
export function useEventFilter<Whose extends object>(whose: () => Whose, address: AddressState<LogPlace> = useAddressState(LOG, LOG_LINK)) {
  const clock = useClock()
  const { archives, messages, text, piece, span, desc } = address.parts

  const range = computed<{ fromMs?: number; toMs?: number }>(() => {
    if (piece.value) return piece.value
    if (!span.value) return {}
    return zoneClock(clock.value.zone).spanMs(span.value)
  })
  /** The filter as the contract takes it; the strip and the counts leave out the part that they show. */
  const scope = computed(() => ({ ...whose(), text: text.value.trim() || undefined, ...range.value }))
  const filter = computed(() => ({
    ...scope.value,
    archiveTypes: archives.value.length > 0 ? archives.value : undefined,
    messages: messages.value.length > 0 ? messages.value.flatMap((key) => messageOfKey(key) ?? []) : undefined,
  }))
  const active = computed(() => address.says('archives', 'messages', 'piece', 'span') || text.value.trim() !== '')
  const clear = () => address.clear(...NARROWING)

  /** The days that are shown, also when a part of the strip is shorter than a day; null for all. */
  const days = computed<Span | null>({
    get: () => {
      if (!piece.value) return span.value
      const { dayAt } = zoneClock(clock.value.zone)
      return { from: dayAt(piece.value.fromMs), to: dayAt(piece.value.toMs) }
    },
    set: (next) => {
      piece.value = null
      span.value = next
    },
  })

  return { archives, messages, text, days, piece, desc, scope, filter, active, clear }
}
