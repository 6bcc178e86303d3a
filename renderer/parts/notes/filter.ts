import { computed, ref, watch } from 'vue'
import { useRoute, type LocationQuery, type LocationQueryValue } from 'vue-router'
import { NOTE_KINDS, type NoteKind } from '../../../electron/contract/note-words.ts'
import type { Span } from '../../../electron/contract/records.ts'
import { isDay } from '../../../electron/contract/time/day.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { putNew, useAddress } from '../../components/address.ts'
import { useClock } from '../../stores/clock.ts'

type Asked = LocationQueryValue | LocationQueryValue[] | undefined
const word = (value: Asked) => (typeof value === 'string' && value !== '' ? value : null)
/** As many letters as the field and the contract take. */
const MOST_LETTERS = 200

/** The filter that an address says; values that do not fit are left out. */
function stateIn(query: LocationQuery): { kinds: NoteKind[]; text: string; span: Span | null } {
  const asked = word(query['kinds'])?.split(',') ?? []
  const [from, to] = [word(query['from']), word(query['to'])]
  return {
    kinds: NOTE_KINDS.filter((kind) => asked.includes(kind)),
    text: word(query['text'])?.slice(0, MOST_LETTERS) ?? '',
    span: from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : null,
  }
}

/**
 * The filter of a station's notes. It is kept in the address, so that a reload and 'Back' keep it; a link to a note shows
 * it whatever the filter was.
 */
export function useNoteFilter(stationId: () => number) {
  const route = useRoute()
  const clock = useClock()

  const first = stateIn(route.query)
  const kinds = ref(first.kinds)
  const text = ref(first.text)
  const span = ref(first.span)
  const deleted = ref(false)
  const put = useAddress(
    () => {
      const next = stateIn(route.query)
      putNew(kinds, next.kinds)
      putNew(text, next.text)
      putNew(span, next.span)
      deleted.value = false
    },
    () => route.name === 'station' && route.params['tab'] === 'notes',
  )

  /** The filter as the contract takes it; the counts leave out the kinds that they show. */
  const scope = computed(() => ({
    stationIds: [stationId()],
    text: text.value.trim() || undefined,
    ...(span.value ? zoneClock(clock.value.zone).spanMs(span.value) : {}),
  }))
  const filter = computed(() => ({ ...scope.value, kinds: kinds.value.length > 0 ? kinds.value : undefined }))
  const active = computed(
    () => kinds.value.length > 0 || text.value.trim() !== '' || span.value !== null || deleted.value,
  )
  function clear(): void {
    kinds.value = []
    text.value = ''
    span.value = null
    deleted.value = false
  }

  watch([kinds, text, span], () => {
    void put({
      ...route.query,
      kinds: kinds.value.join(',') || undefined,
      text: text.value || undefined,
      from: span.value?.from,
      to: span.value?.to,
    })
  })
  return { kinds, text, span, deleted, scope, filter, active, clear }
}
