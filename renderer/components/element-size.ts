import { onBeforeUnmount, onMounted, type Ref } from 'vue'

/** Calls back with an element when it is on screen, and whenever its size has changed. */
export function watchElementSize(
  element: Readonly<Ref<HTMLElement | null>>,
  measure: (element: HTMLElement) => void,
): void {
  const look = () => element.value && measure(element.value)
  const watcher = new ResizeObserver(look)
  onMounted(() => {
    if (!element.value) return
    // The observer tells the first size with the next frame; what needs it can be in this one.
    look()
    watcher.observe(element.value)
  })
  onBeforeUnmount(() => watcher.disconnect())
}
