import { computed, ref, watch } from 'vue'
import { useRoute, useRouter, type LocationQueryValue } from 'vue-router'
import { NOTE_KINDS, type NoteKind } from '../../../../electron/contract/note-words.ts'
import type { Span } from '../../../../electron/contract/records.ts'
import { isDay } from '../../../../electron/contract/time/day.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'
import { useClock } from '../../../stores/clock.ts'

type Asked = LocationQueryValue | LocationQueryValue[] | undefined
const word = (value: Asked) => (typeof value === 'string' && value !== '' ? value : null)

/** The filter of a station's notes. It is kept in the address, so that a reload and 'Back' keep it. */
export function useNoteFilter(stationId: () => number) {
  const route = useRoute()
  const router = useRouter()
  const clock = useClock()

  const asked = word(route.query['kinds'])?.split(',') ?? []
  const kinds = ref<NoteKind[]>(NOTE_KINDS.filter((kind) => asked.includes(kind)))
  const text = ref(word(route.query['text']) ?? '')
  const span = ref<Span | null>(null)
  const deleted = ref(false)
  const [from, to] = [word(route.query['from']), word(route.query['to'])]
  if (from && to && isDay(from) && isDay(to) && from <= to) span.value = { from, to }

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
    void router.replace({
      query: {
        ...route.query,
        kinds: kinds.value.join(',') || undefined,
        text: text.value || undefined,
        from: span.value?.from,
        to: span.value?.to,
      },
    })
  })
  return { kinds, text, span, deleted, scope, filter, active, clear }
}
