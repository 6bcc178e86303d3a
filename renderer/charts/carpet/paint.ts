import { addDays, dayNumber, firstOfMonth } from '../../../electron/contract/time/day.ts'
import type { ChartTheme } from '../theme.ts'
import type { CarpetBlock, CarpetCells } from './cells.ts'
import type { Pen } from './pen.ts'
import { GUTTER, placeAt, rectOf, rightOf, type CarpetPlaces, type Rect } from './places.ts'
import type { CarpetScale } from './scale.ts'
import { columnTicks, hourTicks, type ColumnTick } from './ticks.ts'
import { isPart, type CellState, type CellValues } from './values.ts'

/** The words on a carpet, in the language of the window. */
export interface CarpetWords {
  hour: (hour: number) => string
  /** The short name of a weekday; Monday is 0. */
  weekday: (weekday: number) => string
  tick: (tick: ColumnTick) => string
  /** The length of a day whose clocks changed. */
  hours: (hours: number) => string
  value: (value: number) => string
}

/** All that a carpet's picture is made of. */
export interface CarpetDrawing {
  cells: CarpetCells
  found: CellValues
  states: readonly CellState[]
  /** The usual step of the archive, ms; null for none: it tells which values lack records. */
  stepMs: number | null
  /** Null where no cell has a number. */
  scale: CarpetScale | null
  places: CarpetPlaces
  theme: ChartTheme
  words: CarpetWords
}

const LABEL = 11
const DIGIT_PX = 6.6
/** From this size on, px, a cell has its extreme in a corner, a smaller one in a third of it. */
const CORNERED = 10
const TRIANGLE = 3.5

/** The colour of cells without a value. */
export const plainOf = ({ dark }: Pick<ChartTheme, 'dark'>): string => (dark ? '#23292e' : '#f0f2f4')

/** A colour of the scale's middle, for the legend. */
export const middleOf = (scale: CarpetScale | null, theme: ChartTheme): string =>
  scale?.colours[scale.placeOf((scale.range.low + scale.range.high) / 2)] ?? theme.grid

/** Draws a carpet: cells, marks, and labels around them. */
export function paintCarpet(pen: Pen, drawing: CarpetDrawing): void {
  paintCells(pen, drawing)
  paintBorders(pen, drawing)
  paintSides(pen, drawing)
  for (const [index, block] of drawing.cells.blocks.entries()) paintAxis(pen, drawing, block, index)
  if (drawing.cells.kind === 'hour') paintLane(pen, drawing)
}

function paintCells(pen: Pen, drawing: CarpetDrawing): void {
  const { cells, found, states, scale, places, stepMs, theme } = drawing
  const plain: Rect[] = []
  const lacking: Rect[] = []
  const parts: Rect[] = []
  const byColour = new Map<number, Rect[]>()
  const marks = new Map<string, Rect[]>()
  const corners: { rect: Rect; above: boolean; ink: string }[] = []
  const cornered = places.cellWidth >= CORNERED && places.cellHeight >= CORNERED
  for (let cell = 0; cell < cells.length; cell++) {
    const state = states[cell]
    if (state === 'ahead') continue
    const rect = rectOf(cells, places, cell)
    if (state !== 'value' || !scale) {
      plain.push(rect)
      if (state === 'lacking') lacking.push(rect)
      continue
    }
    const value = found.values[cell] as number
    const place = scale.placeOf(value)
    put(byColour, place, rect)
    if (isPart(cells, found, cell, stepMs)) parts.push(rect)
    const above = value > scale.range.high
    if (!above && value >= scale.range.low) continue
    const ink = scale.inks[place] ?? theme.text
    if (cornered) corners.push({ rect, above, ink })
    else put(marks, ink, third(rect, above))
  }
  pen.fill(plainOf(theme), plain)
  pen.hatch(theme.line, lacking)
  for (const [place, rects] of byColour) pen.fill(scale?.colours[place] ?? theme.grid, rects)
  pen.hatch(theme.surface, parts)
  for (const [ink, rects] of marks) pen.fill(ink, rects)
  for (const { rect, above, ink } of corners) pen.shape(ink, corner(rect, above))
  if (scale) paintNumbers(pen, drawing, scale)
}

function put<K>(groups: Map<K, Rect[]>, key: K, rect: Rect): void {
  const group = groups.get(key)
  if (group) group.push(rect)
  else groups.set(key, [rect])
}
function third({ x, y, width, height }: Rect, above: boolean): Rect {
  const part = Math.max(2, height / 3)
  return { x, width, height: part, y: above ? y : y + height - part }
}
function corner({ x, y, width, height }: Rect, above: boolean): [number, number][] {
  const right = x + width
  const side = 7
  if (above)
    return [
      [right - side, y],
      [right, y],
      [right, y + side],
    ]
  return [
    [right - side, y + height],
    [right, y + height],
    [right, y + height - side],
  ]
}

/** The value in each cell that has room for it. */
function paintNumbers(pen: Pen, drawing: CarpetDrawing, scale: CarpetScale): void {
  const { cells, found, states, places, stepMs, theme, words } = drawing
  const { least, greatest } = scale.range
  const longest = Math.max(words.value(least).length, words.value(greatest).length) * DIGIT_PX + 16
  if (places.cellWidth < longest) return
  for (let cell = 0; cell < cells.length; cell++) {
    if (states[cell] !== 'value') continue
    const { x, y, width, height } = rectOf(cells, places, cell)
    if (height < LABEL + 2) continue
    const value = found.values[cell] as number
    const place = scale.placeOf(value)
    const [text, middle] = [words.value(value), { x: x + width / 2, y: y + height / 2 }]
    // No hatch runs through a number.
    const room = text.length * DIGIT_PX + 6
    const behind = { x: middle.x - room / 2, y: middle.y - LABEL * 0.75, width: room, height: LABEL * 1.5 }
    if (isPart(cells, found, cell, stepMs)) pen.fill(scale.colours[place] ?? theme.grid, [behind])
    const colour = scale.inks[place] ?? theme.text
    pen.text(text, middle.x, middle.y, { colour, size: LABEL, align: 'center', middle: true })
  }
}

/** Lines where a month begins; in hours, also where the calendar day does. */
function paintBorders(pen: Pen, { cells, places, theme }: CarpetDrawing): void {
  if (cells.kind === 'month') return
  for (const [index, block] of cells.blocks.entries()) {
    const bottom = (places.tops[index] ?? 0) + cells.rows * places.cellHeight
    const days = block.columns * (cells.kind === 'hour' ? 1 : 7)
    const last = addDays(block.firstDay, days - 1)
    if (cells.kind === 'hour' && cells.gas.contractHour > 0) {
      const { y } = placeAt(places, index, 0, 24 - cells.gas.contractHour)
      const crisp = y - 0.5
      pen.line(theme.surface, [
        [places.left, crisp],
        [rightOf(places, block.columns), crisp],
      ])
    }
    for (let day = firstOfMonth(block.firstDay, 1); day <= last; day = firstOfMonth(day, 1)) {
      const since = dayNumber(day) - dayNumber(block.firstDay)
      const [column, row] = cells.kind === 'hour' ? [since, 0] : [Math.floor(since / 7), since % 7]
      const at = placeAt(places, index, column, row)
      const next = placeAt(places, index, column + 1, 0).x
      const top = placeAt(places, index, column, 0).y
      const half = 0.5
      pen.line(theme.surface, stepped({ x: at.x - half, next: next - half, y: at.y - half, top, bottom, row }), 1 + places.gap)
    }
  }
}

/** Down the left of a month's first day, and above it where it is not the first of its week. */
function stepped(at: { x: number; next: number; y: number; top: number; bottom: number; row: number }): [number, number][] {
  if (at.row === 0)
    return [
      [at.x, at.top],
      [at.x, at.bottom],
    ]
  return [
    [at.x, at.bottom],
    [at.x, at.y],
    [at.next, at.y],
    [at.next, at.top],
  ]
}

/** Hours, weekdays or years at the left. */
function paintSides(pen: Pen, { cells, places, theme, words }: CarpetDrawing): void {
  const side = { colour: theme.muted, size: LABEL, align: 'right', middle: true } as const
  for (const [index, block] of cells.blocks.entries()) {
    const top = places.tops[index] ?? 0
    if (cells.kind === 'hour') {
      for (const { row, hour, contract } of hourTicks(cells.gas.contractHour, places.cellHeight)) {
        const look = contract ? { ...side, bold: true, colour: theme.text } : side
        const y = top + row * places.cellHeight
        pen.text(words.hour(hour), GUTTER - 8, y, look)
        pen.line(contract ? theme.text : theme.line, [
          [GUTTER - 5, y],
          [GUTTER - 1, y],
        ])
      }
    } else {
      const every = Math.ceil(13 / places.cellHeight)
      for (let row = 0; row < cells.rows; row += every) {
        const y = top + (row + 0.5) * places.cellHeight
        const text = cells.kind === 'day' ? words.weekday(row) : String(Number(block.firstDay.slice(0, 4)) + row)
        pen.text(text, GUTTER - 8, y, side)
      }
    }
  }
}

function paintAxis(pen: Pen, { cells, places, theme, words }: CarpetDrawing, block: CarpetBlock, index: number): void {
  const bottom = (places.tops[index] ?? 0) + cells.rows * places.cellHeight
  const y = bottom + 14
  for (const tick of columnTicks(cells, block, places)) {
    if (tick.align === 'left')
      pen.line(theme.line, [
        [tick.x + 0.5, bottom],
        [tick.x + 0.5, bottom + 5],
      ])
    const colour = tick.level === 'day' ? theme.muted : theme.text
    pen.text(words.tick(tick), tick.align === 'left' ? tick.x + 3 : tick.x, y, {
      colour,
      size: LABEL,
      align: tick.align,
    })
  }
}

/** Above the columns: how many hours a day has whose clocks change, and which days have an extreme. */
function paintLane(pen: Pen, { cells, found, states, scale, places, theme, words }: CarpetDrawing): void {
  for (const { block, column, hours, skipped } of cells.changes) {
    const { x, width } = placeAt(places, block, column, 0)
    const top = places.tops[block] ?? 0
    const middle = x + width / 2
    const end = rightOf(places, cells.blocks[block]?.columns ?? 0)
    const text = words.hours(hours)
    const half = (text.length * DIGIT_PX) / 2
    const label = Math.min(Math.max(middle, places.left + half), end - half + 12)
    pen.text(text, label, top - 6, { colour: theme.warn, size: 10, bold: true, align: 'center' })
    pen.line(
      theme.warn,
      [
        [x, top - 3],
        [x + width, top - 3],
      ],
      2,
    )
    for (const row of skipped) {
      const gone = placeAt(places, block, column, row)
      pen.line(theme.warn, [
        [gone.x, gone.y + gone.height],
        [gone.x + gone.width, gone.y],
      ])
    }
  }
  paintTwice(pen, { cells, places, theme })
  if (!scale) return
  const taken = new Set(cells.changes.map(({ block, column }) => `${block}|${column}`))
  const done = new Set<string>()
  for (let cell = 0; cell < cells.length; cell++) {
    if (states[cell] !== 'value') continue
    const value = found.values[cell] as number
    const above = value > scale.range.high
    if (!above && value >= scale.range.low) continue
    const key = `${cells.block[cell]}|${cells.column[cell]}`
    if (taken.has(key) || done.has(key)) continue
    done.add(key)
    const { x, width } = placeAt(places, cells.block[cell] ?? 0, cells.column[cell] ?? 0, 0)
    const [middle, base] = [x + width / 2, (places.tops[cells.block[cell] ?? 0] ?? 0) - 3]
    const tip = above ? base - 6 : base
    const foot = above ? base : base - 6
    pen.shape(theme.text, [
      [middle, tip],
      [middle + TRIANGLE, foot],
      [middle - TRIANGLE, foot],
    ])
  }
}

/** A line between the two of an hour that comes twice, and a frame around both where there is room for it. */
function paintTwice(pen: Pen, { cells, places, theme }: Pick<CarpetDrawing, 'cells' | 'places' | 'theme'>): void {
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells.half[cell] !== 2) continue
    const { x, y, width } = rectOf(cells, places, cell)
    pen.line(theme.surface, [
      [x, y],
      [x + width, y],
    ])
    if (places.gap === 0) continue
    const both = placeAt(places, cells.block[cell] ?? 0, cells.column[cell] ?? 0, cells.row[cell] ?? 0)
    const [left, top] = [both.x - 0.5, both.y - 0.5]
    const [right, bottom] = [left + both.width, top + both.height]
    pen.line(
      theme.warn,
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top],
      ],
      1,
    )
  }
}
