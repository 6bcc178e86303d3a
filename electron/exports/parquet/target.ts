import { numberOf } from '../../book/index.ts'
import { dayNumber } from '../../contract/time/day.ts'
import type { Cell, Column } from '../table.ts'
import type { ColumnKind, NumberColumn, TextColumn } from './column.ts'

/** A column of the table as columns of the file: one for what fits, one for all else. */
export interface Target {
  fits: NumberColumn | null
  text: TextColumn
  /** The number that a cell is kept as; null: it is a text. */
  numberOf: (cell: NonNullable<Cell>) => number | null
}

export type NumberColumnKind = Exclude<ColumnKind, 'text'>

/** The type that cells of a column fit into; a text when absent. */
export const KINDS: Partial<Record<Column['kind'], NumberColumnKind>> = {
  value: 'double',
  code: 'whole',
  time: 'time',
  instant: 'time',
  day: 'day',
}
const DAY = /^\d{4}-\d\d-\d\d$/

export const asNumber: Record<NumberColumnKind, Target['numberOf']> = {
  double: (cell) => {
    const number = numberOf(cell)
    return Number.isFinite(number) ? number : null
  },
  whole: (cell) => (typeof cell === 'number' && Number.isSafeInteger(cell) && !Object.is(cell, -0) ? cell : null),
  time: (cell) => (typeof cell === 'number' ? Math.round(cell) : null),
  day: (cell) => (typeof cell === 'string' && DAY.test(cell) ? dayNumber(cell) : null),
}

export function addCell({ fits, text, numberOf }: Target, cell: Cell): void {
  if (cell === null || cell === undefined) {
    fits?.add(null)
    text.addNone()
    return
  }
  const number = fits ? numberOf(cell) : null
  fits?.add(number)
  if (hasNoText(cell, number)) text.addNone()
  else text.add(textOf(cell))
}

/** Keeps a cell at a place: as a number (NaN: none), and by the number of its text (-1: none). */
export function keep({ fits, text, numberOf }: Target, cell: Cell, at: number, numbers: Float64Array, texts: Int32Array) {
  const isNone = cell === null || cell === undefined
  const number = fits && !isNone ? numberOf(cell) : null
  numbers[at] = number ?? Number.NaN
  texts[at] = isNone || hasNoText(cell, number) ? -1 : text.numberOf(textOf(cell))
}

/** A day's text says no more than the day. */
const hasNoText = (cell: NonNullable<Cell>, number: number | null): boolean =>
  number !== null && (typeof cell === 'number' || DAY.test(String(cell)))

/** A text as it is, anything else as JSON: 12.5, true, {"Code": "1"}. */
const textOf = (cell: NonNullable<Cell>): string => (typeof cell === 'string' ? cell : JSON.stringify(cell))
