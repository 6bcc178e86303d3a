import { computed, ref, type Ref } from 'vue'

/** Browsers do not draw elements taller than about 16 million px; a longer list scrolls on a shortened track. */
export const MAX_TRACK_PX = 12_000_000

/** Height of the track that represents `contentPx` of rows. */
export function trackHeight(contentPx: number): number {
  return Math.min(contentPx, MAX_TRACK_PX)
}

/** Converts a position on the track to one in the content, and back: the same number unless the track is shortened. */
export function contentTop(trackTop: number, contentPx: number, viewPx: number): number {
  const room = trackHeight(contentPx) - viewPx
  return room <= 0 ? 0 : (trackTop / room) * (contentPx - viewPx)
}
export function trackTop(top: number, contentPx: number, viewPx: number): number {
  const room = contentPx - viewPx
  return room <= 0 ? 0 : (top / room) * (trackHeight(contentPx) - viewPx)
}

/**
 * The vertical scroll position in a list of any length. The exact position is kept here, not read from the scroll bar:
 * on a shortened track one px of the bar is several of the content, and the wheel must still move by its own delta.
 */
export function useVirtualScroll(element: Ref<HTMLElement | null>, rows: () => number, rowPx: number, viewPx: () => number) {
  const top = ref(0)
  const contentPx = computed(() => rows() * rowPx)
  const furthest = computed(() => Math.max(0, contentPx.value - viewPx()))
  const shortened = computed(() => contentPx.value > MAX_TRACK_PX)
  let own = -1

  function put(next: number): void {
    top.value = Math.min(furthest.value, Math.max(0, next))
    const scroller = element.value
    if (!scroller) return
    own = Math.round(trackTop(top.value, contentPx.value, viewPx()))
    scroller.scrollTop = own
  }

  function onScroll(): void {
    const scroller = element.value
    if (!scroller || Math.abs(scroller.scrollTop - own) < 1) return
    own = -1
    top.value = Math.min(furthest.value, contentTop(scroller.scrollTop, contentPx.value, viewPx()))
  }

  function onWheel(event: WheelEvent): void {
    if (!shortened.value || event.ctrlKey || event.deltaY === 0) return
    event.preventDefault()
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? rowPx : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? viewPx() : 1
    put(top.value + event.deltaY * unit)
  }

  const first = computed(() => Math.floor(top.value / rowPx))
  const last = computed(() => Math.min(rows() - 1, Math.ceil((top.value + viewPx()) / rowPx)))

  /** Scrolls only as far as needed to bring the row into view; with `middle`, to the middle of the view. */
  function reveal(index: number, middle = false): void {
    const start = index * rowPx
    if (start >= top.value && start + rowPx <= top.value + viewPx()) return
    if (middle) put(start - viewPx() / 2)
    else if (start < top.value) put(start)
    else put(start + rowPx - viewPx())
  }

  return { top, first, last, contentPx, put, onScroll, onWheel, reveal }
}
