import { onScopeDispose, readonly, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

/** A window that is never idle gets what waits after so long, ms. */
const PATIENCE_MS = 500

/**
 * True once the window has had time for itself since the surrounding scope began: for what a screen can be shown
 * without, and what takes longer to build than the screen's first frame has. Brings about 31 ms of the log of all
 * stations, whose date range waits for it: the median of 6 alternating turns.
 */
export function onceIdle(): Readonly<Ref<boolean>> {
  const isIdle = ref(false)
  const handle = requestIdleCallback(() => (isIdle.value = true), { timeout: PATIENCE_MS })
  onScopeDispose(() => cancelIdleCallback(handle))
  return readonly(isIdle)
}

/** Follows a value while the window is idle: for parts that are slow to change and not what is looked at. It can be set sooner. */
export function followIdly<T>(get: () => T): ShallowRef<T> {
  const followed = shallowRef(get()) as ShallowRef<T>
  let handle = 0
  watch(get, () => {
    cancelIdleCallback(handle)
    handle = requestIdleCallback(() => (followed.value = get()), { timeout: PATIENCE_MS })
  })
  onScopeDispose(() => cancelIdleCallback(handle))
  return followed
}
