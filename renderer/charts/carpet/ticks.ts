import { addDays, dayNumber, firstOfMonth } from '../../../electron/contract/time/day.ts'
import type { Day } from '../../../electron/contract/records.ts'
import type { CarpetBlock, CarpetCells } from './cells.ts'
import type { CarpetPlaces } from './places.ts'

/** A label below a block. `x`: px from the canvas' left edge, where its column begins, or the column's middle. */
export interface ColumnTick {
  x: number
  day: Day
  /** The label says the day of the month, the month, or the month and its year. */
  level: 'day' | 'month' | 'year'
  align: 'left' | 'center'
}

/** Room that labels need, px. */
const DAY_PX = 22
const MONTH_PX = 34
const NUMBERED = [1, 2, 5, 10]
/** Days narrower than this have no numbers: months say enough, px. */
const NUMBERED_PX = 6
const MONTHS = [1, 2, 3, 6, 12]
const MONTH_DAYS = 30.4

/** The labels below a block: single days where there is room, else months. */
export function columnTicks(cells: CarpetCells, block: CarpetBlock, places: CarpetPlaces): ColumnTick[] {
  if (cells.kind === 'month') return monthTicks(block, places)
  const daysAColumn = cells.kind === 'hour' ? 1 : 7
  const dayPx = places.cellWidth / daysAColumn
  const last = addDays(block.firstDay, block.columns * daysAColumn - 1)
  if (cells.kind === 'hour') {
    const step = NUMBERED.find((days) => days * dayPx >= DAY_PX)
    if (step !== undefined && dayPx >= NUMBERED_PX) return dayTicks(block, places, step)
  } else if (places.cellWidth >= DAY_PX * 2) return weekTicks(block, places)
  const every = MONTHS.find((months) => months * MONTH_DAYS * dayPx >= MONTH_PX) ?? 12
  const ticks: ColumnTick[] = []
  for (let day = firstOfMonth(block.firstDay); day <= last; day = firstOfMonth(day, 1)) {
    const month = Number(day.slice(5, 7)) - 1
    if (month % every !== 0) continue
    const since = dayNumber(day) - dayNumber(block.firstDay)
    const column = cells.kind === 'hour' ? since : Math.ceil(since / daysAColumn)
    if (column < 0 || column >= block.columns) continue
    const level = month === 0 || (block.year === null && ticks.length === 0) ? 'year' : 'month'
    ticks.push({ x: places.left + column * places.cellWidth, day, level, align: 'left' })
  }
  return apart(ticks, (tick) => (tick.level === 'year' ? MONTH_PX * 1.9 : MONTH_PX * 0.8))
}

function dayTicks(block: CarpetBlock, places: CarpetPlaces, step: number): ColumnTick[] {
  const ticks: ColumnTick[] = []
  for (let column = 0; column < block.columns; column++) {
    const day = addDays(block.firstDay, column)
    const date = Number(day.slice(8))
    const isFirst = column === 0 || date === 1
    if (!isFirst && ((date - 1) % step !== 0 || date + step / 2 >= 32)) continue
    const x = places.left + (column + 0.5) * places.cellWidth
    ticks.push({ x, day, level: isFirst ? 'month' : 'day', align: 'center' })
  }
  return apart(ticks, (tick) => (tick.level === 'month' ? DAY_PX * 1.6 : DAY_PX * 0.9))
}

/** Ticks of columns that are weeks: the day of each Monday. */
const weekTicks = (block: CarpetBlock, places: CarpetPlaces): ColumnTick[] =>
  Array.from({ length: block.columns }, (_, column) => ({
    x: places.left + (column + 0.5) * places.cellWidth,
    day: addDays(block.firstDay, column * 7),
    level: 'month' as const,
    align: 'center' as const,
  }))

const monthTicks = (block: CarpetBlock, places: CarpetPlaces): ColumnTick[] =>
  Array.from({ length: block.columns }, (_, column) => ({
    x: places.left + (column + 0.5) * places.cellWidth,
    day: firstOfMonth(block.firstDay, column),
    level: 'month' as const,
    align: 'center' as const,
  }))

/** Leaves out labels for which the one before has no room; a month goes before a day. */
function apart(ticks: readonly ColumnTick[], room: (tick: ColumnTick) => number): ColumnTick[] {
  const kept: ColumnTick[] = []
  for (const tick of ticks) {
    const before = kept[kept.length - 1]
    if (!before || tick.x - before.x >= room(before)) kept.push(tick)
    else if (before.level === 'day' && tick.level !== 'day') kept[kept.length - 1] = tick
  }
  return kept
}

/** Hours at the left of a block of hours: where they begin, in rows from the top, the contract hour at both ends. */
export function hourTicks(contractHour: number, cellHeight: number): { row: number; hour: number; contract: boolean }[] {
  const step = [1, 2, 3, 6, 12].find((hours) => hours * cellHeight >= 15) ?? 24
  const ends = [0, 24].map((row) => ({ row, hour: contractHour, contract: true }))
  const between = Array.from({ length: 23 }, (_, at) => ({
    row: at + 1,
    hour: (contractHour + at + 1) % 24,
    contract: false,
  }))
  const roomy = between.filter(({ row, hour }) => hour % step === 0 && Math.min(row, 24 - row) * cellHeight >= 13)
  return [...ends, ...roomy].toSorted((a, b) => a.row - b.row)
}
