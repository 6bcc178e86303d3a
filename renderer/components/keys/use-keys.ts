import { onBeforeUnmount, onMounted } from 'vue'
import { useKeyPlace, type Acts } from './bound.ts'
import { pressed, type IdsOf, type ShortcutPlace } from './shortcuts.ts'

/** Hands every key press in the window to `handle` while the component is on screen. */
export function useWindowKeys(handle: (event: KeyboardEvent) => void): void {
  onMounted(() => window.addEventListener('keydown', handle))
  onBeforeUnmount(() => window.removeEventListener('keydown', handle))
}

/** Runs what stands under the shortcuts of a place, anywhere on the screen; a function that answers false lets the key pass. */
export function useKeys<Place extends ShortcutPlace>(place: Place, acts: Acts<Place>): void {
  useKeyPlace(place, acts)
  useWindowKeys((event) => {
    const key = pressed(event, place)
    const act = key === null ? undefined : acts[key]
    if (act && act(event) !== false) event.preventDefault()
  })
}

/** Tells which shortcut of a place was pressed, null when none was, for a part that handles its keys by itself; as `useKeyPlace`. */
export function useKeyReader<Place extends ShortcutPlace>(
  place: Place,
  acts: Acts<Place> = {},
  seen?: () => boolean,
): (event: KeyboardEvent) => IdsOf<Place> | null {
  useKeyPlace(place, acts, seen)
  return (event) => pressed(event, place)
}
