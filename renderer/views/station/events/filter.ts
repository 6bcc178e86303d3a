import { computed, ref, watch } from 'vue'
import { useRoute, useRouter, type LocationQueryValue } from 'vue-router'
import { EVENT_ARCHIVES, type EventArchive, type Span } from '../../../../electron/contract/records.ts'
import { isDay } from '../../../../electron/contract/time/day.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'
import { useClock } from '../../../stores/clock.ts'
import { messageOfKey } from './messages.ts'

const word = (value: LocationQueryValue | LocationQueryValue[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : null
const words = (value: LocationQueryValue | LocationQueryValue[] | undefined) => word(value)?.split(',') ?? []
const all = (value: LocationQueryValue | LocationQueryValue[] | undefined) =>
  [value ?? []].flat().filter((one) => one !== null)

/** Filters that a log has besides: what they are in the address, whether any is set, and how they are cleared. */
interface MoreFilters {
  query: () => Record<string, string | string[] | undefined>
  active: () => boolean
  clear: () => void
}
const NO_MORE: MoreFilters = { query: () => ({}), active: () => false, clear: () => undefined }

/**
 * The event log's filter, together with `whose` events they are. It is kept in the address (`archives`, `message` once for each, `text`, `from`, `to` as days, or
 * `fromMs`, `toMs` for a part of the strip), so that a reload and 'Back' keep it; typing changes the list at once and the
 * address a moment later.
 */
export function useEventFilter<Whose extends object>(whose: () => Whose, more: MoreFilters = NO_MORE) {
  const route = useRoute()
  const router = useRouter()
  const clock = useClock()

  const archives = ref<EventArchive[]>(
    EVENT_ARCHIVES.filter((archive) => words(route.query['archives']).includes(archive)),
  )
  /** Keys of messages. */
  const messages = ref<string[]>(all(route.query['message']).filter((key) => messageOfKey(key) !== null))
  const text = ref(word(route.query['text']) ?? '')
  const piece = ref<{ fromMs: number; toMs: number } | null>(null)
  const span = ref<Span | null>(null)
  const desc = ref(route.query['order'] !== 'oldest')

  const from = word(route.query['from'])
  const to = word(route.query['to'])
  if (from && to && isDay(from) && isDay(to) && from <= to) span.value = { from, to }
  const fromMs = Number(word(route.query['fromMs']) ?? Number.NaN)
  const toMs = Number(word(route.query['toMs']) ?? Number.NaN)
  if (fromMs <= toMs) piece.value = { fromMs, toMs }

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
    void router.replace({
      query: {
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
      },
    })
  })

  return { archives, messages, text, days, piece, desc, scope, filter, active, clear }
}
