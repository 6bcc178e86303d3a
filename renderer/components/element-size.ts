import { onBeforeUnmount, onMounted, type Ref } from 'vue'

/** Calls back with an element once it is mounted, and whenever its size has changed. */
export function watchElementSize(element: Readonly<Ref<HTMLElement | null>>, measure: (element: HTMLElement) => void): void {
  const look = () => element.value && measure(element.value)
  const watcher = new ResizeObserver(look)
  onMounted(() => {
    if (!element.value) return
    // The observer reports the first size one frame later; measured now, what depends on it is in the first frame.
    look()
    watcher.observe(element.value)
  })
  onBeforeUnmount(() => watcher.disconnect())
}
