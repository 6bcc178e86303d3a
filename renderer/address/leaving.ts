import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

/**
 * Tells whether another screen is on its way. Its code may still be loading: a screen that then writes its own address would
 * call the navigation off, and the click that began it would be lost.
 */
export function useLeaving(): () => boolean {
  const router = useRouter()
  let leaving = false
  const stops = [
    router.beforeEach((to, from) => {
      leaving = to.path !== from.path
    }),
    router.afterEach(() => {
      leaving = false
    }),
  ]
  onScopeDispose(() => stops.forEach((stop) => stop()))
  return () => leaving
}
