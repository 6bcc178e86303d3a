import { ref, type Ref } from 'vue'
import { watchElementSize } from './elementSize.ts'

/** The height of an element's content box in px, as it changes; 0 before it is on screen. */
export function useElementHeight(element: Readonly<Ref<HTMLElement | null>>): Ref<number> {
  const height = ref(0)
  watchElementSize(element, (box) => {
    const { paddingTop, paddingBottom } = getComputedStyle(box)
    height.value = box.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  })
  return height
}
