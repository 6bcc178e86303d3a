import type { CarpetCells } from './cells.ts'

/** Days in a week of rows, months in a year of columns. */
const STEP = { hour: 1, day: 7, month: 1 } as const
const PAGE = { hour: 28, day: 4, month: 3 } as const
const YEAR = 12

/**
 * The cell that a key leads to from a cell. Up and down: the hour or day before and after, over the end of a column into
 * the next; of months the same month of the year before and after. Left and right: the same row of the neighbouring
 * column; the page keys go further, Home and End to the ends. Null for other keys.
 */
export function cellAfterKey(cells: CarpetCells, cell: number, key: string): number | null {
  const last = cells.length - 1
  if (last < 0) return null
  const by = (steps: number) => (cell + steps < 0 || cell + steps > last ? cell : cell + steps)
  const sideways = (columns: number) => (cells.kind === 'hour' ? hourOfDay(cells, cell, columns) : by(columns * STEP[cells.kind]))
  const upright = cells.kind === 'month' ? YEAR : 1
  const moves: Record<string, () => number> = {
    ArrowUp: () => by(-upright),
    ArrowDown: () => by(upright),
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    PageUp: () => sideways(-PAGE[cells.kind]),
    PageDown: () => sideways(PAGE[cells.kind]),
    Home: () => 0,
    End: () => last,
  }
  return moves[key]?.() ?? null
}

/** Goes to the same hour so many gas days on, or to the nearest one where the clock skipped that hour. */
function hourOfDay(cells: CarpetCells, cell: number, days: number): number {
  const { starts, row, length } = cells
  const today = starts.findLastIndex((start) => start <= cell)
  const day = Math.min(starts.length - 1, Math.max(0, today + days))
  if (day === today) return cell
  const wanted = row[cell] ?? 0
  let best = starts[day] ?? 0
  const off = (at: number) => Math.abs((row[at] ?? 0) - wanted)
  for (let at = best; at < (starts[day + 1] ?? length); at++) if (off(at) < off(best)) best = at
  return best
}

/** The next cell, or the one before, of which something is true; null for none. */
export function nextCell(length: number, cell: number, direction: 1 | -1, holds: (cell: number) => boolean): number | null {
  for (let at = cell + direction; at >= 0 && at < length; at += direction) if (holds(at)) return at
  return null
}
