import { ref } from 'vue'

/** Dragging a row of a grid by its handle to another place among the rows. */
export function useStopDrag(total: () => number, move: (from: number, to: number) => void) {
  /** The row that is dragged, and the place before which it would be put; null: none. */
  const from = ref<number | null>(null)
  const to = ref<number | null>(null)

  function end(): void {
    from.value = null
    to.value = null
  }
  /** The place nearest to the pointer: before or behind the row under it; below the last row, the end. */
  function placeAt({ target, clientY }: DragEvent): number {
    const row = target instanceof Element ? target.closest('[role=row]') : null
    const index = Number(row?.getAttribute('aria-rowindex') ?? Number.NaN) - 2
    if (!row || !(index >= 0)) return total()
    const { top, height } = row.getBoundingClientRect()
    return clientY > top + height / 2 ? index + 1 : index
  }
  return {
    begin(event: DragEvent, index: number): void {
      if (!event.dataTransfer) return
      event.dataTransfer.effectAllowed = 'move'
      // Without data a drag does not begin in every browser.
      event.dataTransfer.setData('text/plain', String(index + 1))
      from.value = index
    },
    over(event: DragEvent): void {
      if (from.value === null) return
      event.preventDefault()
      to.value = placeAt(event)
    },
    drop(event: DragEvent): void {
      if (from.value === null) return
      event.preventDefault()
      move(from.value, placeAt(event))
      end()
    },
    end,
    /** Where the dragged row would come: class names of a row. */
    tone(index: number): string {
      if (from.value === null) return ''
      if (index === from.value) return 'dragged'
      if (index === to.value) return 'drop-before'
      return index === total() - 1 && to.value === total() ? 'drop-after' : ''
    },
  }
}
