import type { Verbatim } from '../contract/records.ts'

/**
 * What a column holds, so that each file format can write it at its best:
 * `text` is always a text (names, serial numbers, phones); `code` is what the service sent, number as number and text as
 * text; `value` is a measured value, and for people a text that is a plain decimal number counts as one;
 * `time` is Unix ms shown to the second, `instant` the same to the millisecond; `day` is `yyyy-mm-dd`;
 * `object` is a record of named values.
 */
export type ColumnKind = 'text' | 'code' | 'value' | 'time' | 'instant' | 'day' | 'object'

export interface Column {
  /** Stable name, as the service and the public views spell it; the key in JSON files. */
  key: string
  /** Title in the language of the export, for people. */
  header: string
  /** Title for programs; the key when absent. */
  plainHeader?: string
  kind: ColumnKind
  /** Key of the column with the unit: only in rows that have one a text counts as a number (a phone has none). */
  unitKey?: string
  /** How people read the cell, in the language of the export; programs get the cell itself. */
  show?: (cell: Verbatim) => string
  /** JSON only: the object inside a row that holds this key (channel values, so that no code can clash with ours). */
  within?: 'values'
}

/** A cell: `undefined` where the record has no such value (which is not the same as null). */
export type Cell = Verbatim | undefined
export type Row = readonly Cell[]

/** What is exported, ready to be written: rows come one at a time and are never held together. */
export interface Table {
  /** Name of the sheet. */
  title: string
  columns: readonly Column[]
  rows: Iterable<Row>
  /** How many rows are to be expected, for progress; null where it is not known beforehand. */
  expected: number | null
  /** What the file is about, as shown to people: stations, span, filter, time zone. */
  about: readonly (readonly [name: string, value: string])[]
}

/** A text for a cell: a record reads `name: value; name: value`, anything deeper stays JSON. */
export function plainText(cell: NonNullable<Cell>): string {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'object') return String(cell)
  if (Array.isArray(cell)) return JSON.stringify(cell)
  return Object.entries(cell)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
}
