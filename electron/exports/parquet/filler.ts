import { Shared, type Block, type Pieces, type Row } from '../table.ts'
import { Slot } from './slot.ts'
import { addCell, type Target } from './target.ts'

/** No width: a cell of its own. */
const OWN = -1

/**
 * Adds rows, whole, in pieces or a block at a time. Of cells that many rows share a row keeps one number, which of them it has; they become
 * columns a stretch of rows at a time, in loops over plain numbers: that is several times as fast as cell by cell.
 */
export function filler(targets: readonly Target[]) {
  /** Where each waiting row's value stands; null: a cell of its own. */
  let slots: (Slot | null)[] = []
  let waiting = 0
  /** By all columns of texts together. */
  let timesForgotten = 0

  /** Makes the shared cells of the rows that wait into columns. */
  function settle(): void {
    for (const slot of slots) slot?.settle(waiting)
    waiting = 0
  }
  function isAsBefore(row: Row | Pieces): boolean {
    if (row.length !== slots.length) return false
    for (let i = 0; i < row.length; i++) {
      const piece = row[i]
      if ((piece instanceof Shared ? piece.cells.length : OWN) !== (slots[i]?.width ?? OWN)) return false
    }
    return true
  }
  function shaped(widths: readonly number[]): void {
    settle()
    let end = 0
    slots = widths.map((width) => {
      const from = end
      end += width === OWN ? 1 : width
      return width === OWN ? null : new Slot(targets.slice(from, end))
    })
  }

  return {
    add(row: Row | Pieces): void {
      if (!isAsBefore(row)) shaped(row.map((piece) => (piece instanceof Shared ? piece.cells.length : OWN)))
      let at = 0
      for (let i = 0; i < row.length; i++) {
        const piece = row[i]
        if (piece instanceof Shared) {
          const slot = slots[i] as Slot
          slot.places[waiting] = piece.placedIn === slot.table ? piece.place : slot.meet(piece)
          at += slot.width
        } else addCell(targets[at++] as Target, piece)
      }
      // A row may be shorter than the head.
      while (at < targets.length) addCell(targets[at++] as Target, null)
      waiting++
    },
    /** Some rows of a block; there is room for them in the row group. All blocks of a table have the same parts. */
    addBlock({ parts }: Block, from: number, to: number): void {
      if (slots.length === 0) shaped(parts.map((part) => ('numbers' in part ? OWN : part.width)))
      let at = 0
      for (const [i, part] of parts.entries()) {
        const slot = slots[i]
        if ('numbers' in part) {
          const target = targets[at++] as Target
          for (let row = from; row < to; row++) addCell(target, part.numbers[row])
        } else if (slot) {
          slot.meetAll(part, from, to, waiting)
          at += slot.width
        }
      }
      waiting += to - from
    },
    settle,
    /** After a row group was taken: what was met before is kept for the next, unless it is too much. */
    clear(): void {
      const now = targets.reduce((sum, { text }) => sum + text.timesForgotten, 0)
      if (now === timesForgotten && !slots.some((slot) => slot?.isLarge)) return
      timesForgotten = now
      for (const slot of slots) slot?.forget()
    },
  }
}
