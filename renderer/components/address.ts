import { nextTick, watch, type Ref } from 'vue'
import { useRoute, useRouter, type LocationQueryRaw } from 'vue-router'
import { useLeaving } from './leaving.ts'

/**
 * Keeps what a screen shows in its address. `follow` is called when another hand changed the address while the screen is
 * there: 'Back', 'Forward', a link to the same screen. What the screen writes itself is not told back to it.
 * @param isHere false where the address leads to another screen
 * @returns writes the query in place of the present one
 */
export function useAddress(follow: () => void, isHere: () => boolean): (query: LocationQueryRaw) => Promise<void> {
  const route = useRoute()
  const router = useRouter()
  const leaving = useLeaving()
  /** Addresses that the screen is writing. */
  const own = new Set<string>()
  watch(
    () => route.fullPath,
    (path) => {
      if (isHere() && !own.has(path)) follow()
    },
  )
  return async (query) => {
    if (leaving()) return
    const path = router.resolve({ query }).fullPath
    own.add(path)
    await router.replace({ query })
    // The watcher above has run then. Coming back to this address later is another hand's.
    await nextTick()
    own.delete(path)
  }
}

/** Sets a value that an address names, unless it is the same: a list that is read anew would else look like a change. */
export function putNew<T>(place: Ref<T>, value: T): void {
  if (JSON.stringify(place.value) !== JSON.stringify(value)) place.value = value
}
