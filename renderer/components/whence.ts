import { computed, type ComputedRef } from 'vue'
import { useRoute, type RouteLocationNormalized, type RouteLocationRaw, type Router } from 'vue-router'

/** A place of the window's history: the screen, and the address on it. */
export interface VisitedPlace {
  screen: string
  path: string
}

/** Screens by their position in the history; those before a reload are not known. */
const visited = new Map<number, VisitedPlace>()

/** Tabs of a station are one screen, two stations are two. */
const screenOf = ({ name, params }: RouteLocationNormalized): string => `${String(name)} ${String(params['id'] ?? '')}`

/** The last place before a position that was on another screen; null where none is known. */
export function placeBefore(places: ReadonlyMap<number, VisitedPlace>, position: number): VisitedPlace | null {
  const here = places.get(position)
  for (let at = position - 1; at >= 0; at--) {
    const place = places.get(at)
    if (!place) return null
    if (place.screen !== here?.screen) return place
  }
  return null
}

const positionNow = (): number => {
  const state: unknown = history.state
  const position = typeof state === 'object' && state !== null && 'position' in state ? state.position : null
  return typeof position === 'number' ? position : -1
}

/** Keeps in mind which screens were gone through. */
export function noteWhence(router: Router): void {
  router.afterEach((to, _from, failure) => {
    if (!failure) visited.set(positionNow(), { screen: screenOf(to), path: to.fullPath })
  })
}

/** The screen before the present one, as it was left; `usual` where nobody knows. */
export function useWhence(usual: { name: string }): ComputedRef<{ to: RouteLocationRaw; isUsual: boolean }> {
  const route = useRoute()
  return computed(() => {
    // Each step of the history has another place before it.
    void route.fullPath
    const place = placeBefore(visited, positionNow())
    const [name] = place?.screen.split(' ') ?? []
    if (!place || name === 'sign-in') return { to: usual, isUsual: true }
    return { to: place.path, isUsual: name === usual.name }
  })
}
