import { firstWhere } from '../../../electron/contract/bisect.ts'
import type { Seam } from '../seams.ts'
import type { CarpetCells } from './cells.ts'
import { placeAt, type CarpetPlaces } from './places.ts'

/** The cell in which the records of the next device begin; null outside of the carpet. */
export function cellOfSeam({ length, fromMs, toMs }: CarpetCells, { atMs }: Seam): number | null {
  const cell = firstWhere(0, length, (at) => (toMs[at] as number) > atMs)
  return cell < length && (fromMs[cell] as number) <= atMs ? cell : null
}

/**
 * The line before a cell in the order of time, as the path of an SVG: down the left of its column from it on, and above it to
 * the next column. Months go by rows: there it is the cell's left side alone.
 */
export function seamPath(cells: CarpetCells, places: CarpetPlaces, cell: number): string {
  const [block, column, row] = [cells.block[cell] ?? 0, cells.column[cell] ?? 0, cells.row[cell] ?? 0]
  const { x, y, width, height } = placeAt(places, block, column, row)
  if (cells.kind === 'month') return `M${x} ${y}V${y + height}`
  const top = placeAt(places, block, column, 0).y
  const last = placeAt(places, block, column, cells.rows - 1)
  const bottom = last.y + last.height
  return row === 0 ? `M${x} ${top}V${bottom}` : `M${x} ${bottom}V${y}H${x + width}V${top}`
}
