import { computed, ref } from 'vue'
import { NOTE_KINDS } from '../../../electron/contract/note-words.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { listOf, text as typed } from '../../address/fields.ts'
import { days } from '../../address/times.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { useClock } from '../../stores/clock.ts'

/** The address keeps the filter of a station's notes. */
const NOTES = { kinds: listOf(NOTE_KINDS), text: typed(), span: days }

/**
 * The filter of a station's notes. It is kept in the address, so that a reload and 'Back' keep it; a link to a note shows
 * it whatever the filter was.
 */
export function useNoteFilter(stationId: () => number) {
  const clock = useClock()
  const deleted = ref(false)
  const address = useAddressState(NOTES, { followed: () => (deleted.value = false) })
  const { kinds, text, span } = address.parts

  /** The filter as the contract takes it; the counts leave out the kinds that they show. */
  const scope = computed(() => ({
    stationIds: [stationId()],
    text: text.value.trim() || undefined,
    ...(span.value ? zoneClock(clock.value.zone).spanMs(span.value) : {}),
  }))
  const filter = computed(() => ({ ...scope.value, kinds: kinds.value.length > 0 ? kinds.value : undefined }))
  const active = computed(() => address.says('kinds', 'span') || text.value.trim() !== '' || deleted.value)
  function clear(): void {
    address.clear('kinds', 'text', 'span')
    deleted.value = false
  }
  return { kinds, text, span, deleted, scope, filter, active, clear }
}
