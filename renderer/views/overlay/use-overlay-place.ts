import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import { useAddress } from '../../components/address.ts'
import { readPlace, writePlace, type OverlayPlace } from './place.ts'

const QUIET_MS = 250

/** The place, written to the address once it rests. Another address ('Back', a link) changes the place. */
export function useOverlayPlace(): {
  place: ComputedRef<OverlayPlace>
  change: (part: Partial<OverlayPlace>) => void
} {
  const route = useRoute()
  const state = shallowRef(readPlace(route.query))
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHere = () => route.name === 'overlay'
  const put = useAddress(() => {
    clearTimeout(timer)
    state.value = readPlace(route.query)
  }, isHere)
  const write = () => isHere() && void put(writePlace(state.value))
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
