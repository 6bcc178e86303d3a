import { ref, watch, type Ref } from 'vue'

/** The longest time that old rows stay on screen while those of the new position are being fetched. */
const HOLD_MS = 1000
const REMEMBERED = 60

/**
 * The position that is drawn: where the list was scrolled to, or, while the rows there are being fetched, the newest
 * position on the way whose rows have come. A fast scroll over a million rows shows rows all the time and no blanks; it
 * only lags by as long as an answer takes.
 * @param wished where the list is scrolled to, px
 * @param ready whether every row that is visible at that position is loaded
 * @param arrived increases when rows arrive
 */
export function useSettledTop(wished: Readonly<Ref<number>>, ready: (top: number) => boolean, arrived: Readonly<Ref<number>>) {
  const drawn = ref(wished.value)
  let path: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(top: number): void {
    drawn.value = top
    clearTimeout(timer)
    timer = undefined
  }

  function follow(): void {
    const top = wished.value
    if (ready(top)) {
      path = []
      settle(top)
      return
    }
    if (path.at(-1) !== top) path.push(top)
    if (path.length > REMEMBERED) path = path.filter((_, index) => index % 2 === 1)
    const reached = path.findLastIndex(ready)
    if (reached >= 0) {
      settle(path[reached] ?? top)
      path = path.slice(reached + 1)
    }
    timer ??= setTimeout(() => settle(wished.value), HOLD_MS)
  }

  watch([wished, arrived], follow, { flush: 'sync' })
  return drawn
}
