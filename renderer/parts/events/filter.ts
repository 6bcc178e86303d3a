import { computed, ref, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import type { Span } from '../../../electron/contract/records.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { putNew, useAddress } from '../../components/address.ts'
import { useClock } from '../../stores/clock.ts'
import { filterIn } from '../../views/station/events/address.ts'
import { messageOfKey } from './messages.ts'

/** Filters that a log has besides: what they are in the address and read from it, whether any is set, and how they are cleared. */
interface MoreFilters {
  read: (query: LocationQuery) => void
  query: () => Record<string, string | string[] | undefined>
  active: () => boolean
  clear: () => void
}
const NO_MORE: MoreFilters = { read: () => undefined, query: () => ({}), active: () => false, clear: () => undefined }

/**
 * The event log's filter, together with `whose` events they are. It is kept in the address (see `filterIn`), so that a
 * reload and 'Back' keep it and a link on the screen itself shows what it says; typing changes the list at once and the
 * address a moment later.
 */
export function useEventFilter<Whose extends object>(whose: () => Whose, more: MoreFilters = NO_MORE) {
  const route = useRoute()
  const clock = useClock()

  const first = filterIn(route.query)
  const archives = ref(first.archives)
  /** Keys of messages. */
  const messages = ref(first.messages)
  const text = ref(first.text)
  const piece = ref(first.piece)
  const span = ref<Span | null>(first.span)
  const desc = ref(first.desc)

  const { name } = route
  const { tab } = route.params
  const put = useAddress(
    () => {
      const next = filterIn(route.query)
      putNew(archives, next.archives)
      putNew(messages, next.messages)
      putNew(text, next.text)
      putNew(piece, next.piece)
      putNew(span, next.span)
      putNew(desc, next.desc)
      more.read(route.query)
    },
    () => route.name === name && route.params['tab'] === tab,
  )

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
  const active = computed(
    () =>
      archives.value.length > 0 ||
      messages.value.length > 0 ||
      text.value.trim() !== '' ||
      span.value !== null ||
      piece.value !== null ||
      more.active(),
  )

  function clear(): void {
    archives.value = []
    messages.value = []
    text.value = ''
    piece.value = null
    span.value = null
    more.clear()
  }

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

  watch([archives, messages, text, span, piece, desc, more.query], () => {
    const { at: _at, ...rest } = route.query
    void put({
      ...rest,
      archives: archives.value.join(',') || undefined,
      message: messages.value.length > 0 ? messages.value : undefined,
      text: text.value || undefined,
      from: span.value?.from,
      to: span.value?.to,
      fromMs: piece.value?.fromMs,
      toMs: piece.value?.toMs,
      order: desc.value ? undefined : 'oldest',
      ...more.query(),
    })
  })

  return { archives, messages, text, days, piece, desc, scope, filter, active, clear }
}
