import { computed, onScopeDispose, shallowRef, watch, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readPlace, writePlace, type Place } from './place.ts'

const QUIET_MS = 250

/** The place, written to the address debounced. Another address ('Back', a link) changes the place. */
export function usePlace(): {
  place: WritableComputedRef<Place>
  change: (part: Partial<Place>) => void
  /** Changes the place as a step of the history: 'Back' returns to `from`, the present place unless it says more. */
  go: (part: Partial<Place>, from?: Partial<Place>) => Promise<void>
} {
  const route = useRoute()
  const router = useRouter()
  const state = shallowRef(readPlace(route.query))
  const own = route.name
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = ''

  function write(): void {
    if (route.name !== own || route.params['tab'] !== 'readings') return
    const query = writePlace(state.value)
    written = JSON.stringify(query)
    void router.replace({ query })
  }
  const place = computed({
    get: () => state.value,
    set: (next) => {
      state.value = next
      clearTimeout(timer)
      timer = setTimeout(write, QUIET_MS)
    },
  })
  watch(
    () => route.query,
    (query) => {
      if (route.params['tab'] === 'readings' && JSON.stringify(query) !== written) state.value = readPlace(query)
    },
  )
  onScopeDispose(() => clearTimeout(timer))

  async function go(part: Partial<Place>, from: Partial<Place> = {}): Promise<void> {
    clearTimeout(timer)
    const left = { ...state.value, ...from }
    await router.replace({ query: writePlace(left) })
    await router.push({ query: writePlace({ ...left, ...part }) })
  }
  return { place, change: (part) => (place.value = { ...state.value, ...part }), go }
}
