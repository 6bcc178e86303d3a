import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readPlace, writePlace, type OverlayPlace } from './place.ts'

const QUIET_MS = 250

/** The place, written to the address once it rests. Another address ('Back', a link) changes the place. */
export function useOverlayPlace(): {
  place: ComputedRef<OverlayPlace>
  change: (part: Partial<OverlayPlace>) => void
} {
  const route = useRoute()
  const router = useRouter()
  const state = shallowRef(readPlace(route.query))
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = ''

  function write(): void {
    if (route.name !== 'overlay') return
    const query = writePlace(state.value)
    written = JSON.stringify(query)
    void router.replace({ query })
  }
  watch(
    () => route.query,
    (query) => {
      if (route.name === 'overlay' && JSON.stringify(query) !== written) state.value = readPlace(query)
    },
  )
  onScopeDispose(() => clearTimeout(timer))
  return {
    place: computed(() => state.value),
    change(part) {
      state.value = { ...state.value, ...part }
      clearTimeout(timer)
      timer = setTimeout(write, QUIET_MS)
    },
  }
}
