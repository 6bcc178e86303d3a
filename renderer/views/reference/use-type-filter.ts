import { computed } from 'vue'
import { id, text as typed, word } from '../../address/fields.ts'
import { useAddressState } from '../../address/use-address-state.ts'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'

/** The filter of the reference tables, in the address. */
export function useTypeFilter() {
  const types = useQuestion((signal) => client.reference.types(undefined, { signal }), { topics: ['reference'] })
  const { type, text, archive } = useAddressState({ type: id, text: typed(), archive: word }).parts

  // A list without a choice shows its placeholder for undefined only.
  const equipmentTypeId = computed({ get: () => type.value ?? undefined, set: (key) => (type.value = key ?? null) })
  const archiveType = computed({ get: () => archive.value ?? undefined, set: (code) => (archive.value = code ?? null) })
  /** Takes every part of the filter away. */
  function clear(): void {
    type.value = null
    text.value = ''
    archive.value = null
  }
  return { types: computed(() => types.data.value ?? []), equipmentTypeId, text, archiveType, clear }
}
