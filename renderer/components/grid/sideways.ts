import { computed, ref, type Ref } from 'vue'
import type { PlacedColumn } from './columns.ts'

/**
 * The columns from side to side: their widths, and the horizontal scroll. As the rows do, cells move under a layer that
 * stands still, so that pinned columns keep their place without a layer for each cell.
 * @param startPx room before the first column, px
 */
export function useSideways<Row>(options: {
  scroller: Ref<HTMLElement | null>
  placed: () => readonly PlacedColumn<Row>[]
  startPx: () => number
  roomPx: () => number
}) {
  const { scroller, placed, startPx, roomPx } = options
  const scrolledX = ref(0)
  const contentPx = computed(() => startPx() + placed().reduce((sum, place) => sum + place.width, 0))
  /** CSS variables `--w0`, `--w1` …: a column is resized without touching its cells. */
  const widths = computed(() => Object.fromEntries(placed().map((place, index) => [`--w${index}`, `${place.width}px`])))
  const lastPinned = computed(() => placed().findLastIndex((place) => place.pinned))

  function onScroll(): void {
    scrolledX.value = scroller.value?.scrollLeft ?? 0
  }

  /** Brings a column into view. */
  function reveal(column: number): void {
    const place = placed()[column]
    const element = scroller.value
    if (!place || !element || place.pinned) return
    const pinnedEdge = placed()[lastPinned.value + 1]?.left ?? 0
    if (place.left - pinnedEdge < element.scrollLeft) element.scrollLeft = place.left - pinnedEdge
    const end = place.left + place.width + startPx()
    if (end > element.scrollLeft + roomPx()) element.scrollLeft = end - roomPx()
  }

  return { scrolledX, contentPx, widths, lastPinned, onScroll, reveal }
}
