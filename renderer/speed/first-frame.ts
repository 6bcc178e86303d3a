import { readonly, ref } from 'vue'

const drawn = ref(false)

/**
 * True once the window's first frame is on screen. What a first look does without (panes beside the table, names of
 * time zones, which cost as much as all of its rows) waits for it, in its own place.
 */
export const firstFrameDrawn = readonly(drawn)

/** Call once the window is mounted. */
export function awaitFirstFrame(): void {
  requestAnimationFrame(() => setTimeout(() => (drawn.value = true)))
}
