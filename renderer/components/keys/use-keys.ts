import { onBeforeUnmount, onMounted } from 'vue'
import { pressed, type IdsOf, type ShortcutPlace } from './shortcuts.ts'

/** Hands every key press in the window to `handle` while the component is on screen. */
export function useWindowKeys(handle: (event: KeyboardEvent) => void): void {
  onMounted(() => window.addEventListener('keydown', handle))
  onBeforeUnmount(() => window.removeEventListener('keydown', handle))
}

/** Runs what stands under the shortcuts of a place, anywhere on the screen; a function that answers false lets the key pass. */
export function useKeys<Place extends ShortcutPlace>(
  place: Place,
  acts: Partial<Record<IdsOf<Place>, (event: KeyboardEvent) => unknown>>,
): void {
  useWindowKeys((event) => {
    const key = pressed(event, place)
    const act = key === null ? undefined : acts[key]
    if (act && act(event) !== false) event.preventDefault()
  })
}
