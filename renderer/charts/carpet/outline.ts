import type { CarpetCells } from './cells.ts'
import { placeAt, type CarpetPlaces } from './places.ts'

/** Cells around which a line runs, in one colour. */
export interface Outline {
  key: string
  color: string
  cells: readonly number[]
}

/**
 * The line around some cells of a carpet, as the path of an SVG: cells beside each other have one line around them all.
 * The two of an hour that comes twice are one place.
 */
export function outlinePath(cells: CarpetCells, places: CarpetPlaces, outlined: readonly number[]): string {
  const keyOf = (block: number, column: number, row: number) => `${block}|${column}|${row}`
  const at = new Map<string, readonly [number, number, number]>()
  for (const cell of outlined) {
    if (cell >= cells.length) continue
    const place = [cells.block[cell] ?? 0, cells.column[cell] ?? 0, cells.row[cell] ?? 0] as const
    at.set(keyOf(...place), place)
  }
  const path: string[] = []
  for (const [block, column, row] of at.values()) {
    const { x, y, width, height } = placeAt(places, block, column, row)
    const [right, bottom] = [x + width, y + height]
    if (!at.has(keyOf(block, column, row - 1))) path.push(`M${x} ${y}H${right}`)
    if (!at.has(keyOf(block, column, row + 1))) path.push(`M${x} ${bottom}H${right}`)
    if (!at.has(keyOf(block, column - 1, row))) path.push(`M${x} ${y}V${bottom}`)
    if (!at.has(keyOf(block, column + 1, row))) path.push(`M${right} ${y}V${bottom}`)
  }
  return path.join('')
}
