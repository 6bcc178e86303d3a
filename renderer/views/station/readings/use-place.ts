import { computed, onScopeDispose, shallowRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useAddress } from '../../../components/address.ts'
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
  const isHere = () => route.name === own && route.params['tab'] === 'readings'
  const put = useAddress(() => {
    clearTimeout(timer)
    state.value = readPlace(route.query)
  }, isHere)

  function write(): void {
    if (isHere()) void put(writePlace(state.value))
  }
  const place = computed({
    get: () => state.value,
    set: (next) => {
      state.value = next
      clearTimeout(timer)
      timer = setTimeout(write, QUIET_MS)
    },
  })
  onScopeDispose(() => clearTimeout(timer))

  async function go(part: Partial<Place>, from: Partial<Place> = {}): Promise<void> {
    clearTimeout(timer)
    const left = { ...state.value, ...from }
    await put(writePlace(left))
    await router.push({ query: writePlace({ ...left, ...part }) })
  }
  return { place, change: (part) => (place.value = { ...state.value, ...part }), go }
}
