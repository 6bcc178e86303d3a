import type { BoxSize } from '../plot.ts'
import type { CarpetCells } from './cells.ts'

/** The places of a carpet's cells, px from the top left corner of its canvas. */
export interface CarpetPlaces {
  /** Size of the canvas, which is higher than its box where the rows need it. */
  width: number
  height: number
  left: number
  /** The tops of the blocks' first rows. */
  tops: readonly number[]
  /** Width and height of a cell with the line around it. */
  cellWidth: number
  cellHeight: number
  /** The line between cells; 0 where they are too small for it. */
  gap: number
  /** Device px a px: edges lie on whole device px, so that they are crisp. */
  ratio: number
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Left of the cells: hours, weekdays, years. */
export const GUTTER = 56
/** Right of the cells, for half of the last label. */
const EDGE = 18
/** Above each block, for marks of clock changes and extremes. */
const LANE = 18
/** Below each block, for days and months. */
const AXIS = 20
/** Cells grow no larger than this, px. */
const WIDEST = { hour: 160, day: 88, month: 110 } as const
const TALLEST = { hour: 36, day: 56, month: 56 } as const
/** Rows get no lower than this: the carpet scrolls instead, px. */
const LOWEST = { hour: 3, day: 8, month: 18 } as const
/** From this size on there is a line between cells, px. */
const LINED = 9

export function placesOf(cells: CarpetCells, box: BoxSize, ratio: number): CarpetPlaces {
  const columns = Math.max(1, ...cells.blocks.map((block) => block.columns))
  const count = cells.blocks.length
  const around = count * (LANE + AXIS)
  const cellWidth = Math.min(WIDEST[cells.kind], Math.max(1, box.width - GUTTER - EDGE) / columns)
  const room = (box.height - around) / (count * cells.rows)
  const cellHeight = Math.min(TALLEST[cells.kind], Math.max(LOWEST[cells.kind], room))
  const blockHeight = cellHeight * cells.rows + LANE + AXIS
  return {
    width: box.width,
    height: Math.max(1, Math.ceil(count * blockHeight)),
    left: GUTTER,
    tops: cells.blocks.map((_, index) => index * blockHeight + LANE),
    cellWidth,
    cellHeight,
    gap: cellWidth >= LINED && cellHeight >= LINED ? 1 : 0,
    ratio,
  }
}

/** The right edge of a block's cells. */
export const rightOf = (places: CarpetPlaces, columns: number): number => places.left + columns * places.cellWidth

/** The place of a row and a column, with no line around it taken off. */
export function placeAt(places: CarpetPlaces, block: number, column: number, row: number): Rect {
  const top = places.tops[block] ?? 0
  const x = snapped(places.left + column * places.cellWidth, places.ratio)
  const y = snapped(top + row * places.cellHeight, places.ratio)
  return {
    x,
    y,
    width: snapped(places.left + (column + 1) * places.cellWidth, places.ratio) - x,
    height: snapped(top + (row + 1) * places.cellHeight, places.ratio) - y,
  }
}

/** The place of a cell; each of the two of an hour that comes twice has half of it. */
export function rectOf(cells: CarpetCells, places: CarpetPlaces, cell: number): Rect {
  const whole = placeAt(places, cells.block[cell] ?? 0, cells.column[cell] ?? 0, cells.row[cell] ?? 0)
  const rect = { ...whole, width: whole.width - places.gap, height: whole.height - places.gap }
  const half = cells.half[cell]
  if (!half) return rect
  const height = snapped(rect.height / 2, places.ratio)
  return half === 1 ? { ...rect, height } : { ...rect, y: rect.y + height, height: rect.height - height }
}

const snapped = (px: number, ratio: number): number => Math.round(px * ratio) / ratio

/** Finds the cell at a point; -1 where there is none. */
export function cellFinder(cells: CarpetCells): (places: CarpetPlaces, x: number, y: number) => number {
  const widest = Math.max(1, ...cells.blocks.map((block) => block.columns))
  const table = new Int32Array(cells.blocks.length * widest * cells.rows * 2).fill(-1)
  const slot = (block: number, column: number, row: number) => ((block * widest + column) * cells.rows + row) * 2
  for (let cell = 0; cell < cells.length; cell++) {
    const at = slot(cells.block[cell] ?? 0, cells.column[cell] ?? 0, cells.row[cell] ?? 0)
    if (cells.half[cell] !== 2) table[at] = cell
    if (cells.half[cell] !== 1) table[at + 1] = cell
  }
  return (places, x, y) => {
    const column = Math.floor((x - places.left) / places.cellWidth)
    if (column < 0) return -1
    const height = places.cellHeight * cells.rows
    const block = places.tops.findIndex((top) => y >= top && y < top + height)
    if (block < 0 || column >= (cells.blocks[block]?.columns ?? 0)) return -1
    const rows = (y - (places.tops[block] ?? 0)) / places.cellHeight
    const row = Math.min(cells.rows - 1, Math.floor(rows))
    return table[slot(block, column, row) + (rows - row >= 0.5 ? 1 : 0)] ?? -1
  }
}
