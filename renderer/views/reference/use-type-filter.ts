import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { client } from '../../client.ts'
import { useQuestion } from '../../stores/question.ts'

/** The filter of the reference tables, in the address: `type` (a device type's key) and `text`. */
export function useTypeFilter() {
  const route = useRoute()
  const router = useRouter()
  const types = useQuestion((signal) => client.reference.types(undefined, { signal }), { topics: ['reference'] })

  const equipmentTypeId = computed({
    get: () => (typeof route.query['type'] === 'string' ? Number(route.query['type']) : undefined),
    set: (id) => void router.replace({ query: { ...route.query, type: id } }),
  })
  const text = computed({
    get: () => (typeof route.query['text'] === 'string' ? route.query['text'] : ''),
    set: (words) => void router.replace({ query: { ...route.query, text: words || undefined } }),
  })
  const archiveType = computed({
    get: () => (typeof route.query['archive'] === 'string' ? route.query['archive'] : undefined),
    set: (code) => void router.replace({ query: { ...route.query, archive: code } }),
  })
  return { types: computed(() => types.data.value ?? []), equipmentTypeId, text, archiveType }
}
