import type { Verbatim } from '../contract/records.ts'

/**
 * What a column holds, so that each file format can write it at its best:
 * `text` never becomes a number (serial numbers, phones, codes); `value` is a measured value, verbatim, shown as a
 * number where it is one; `time` is Unix ms shown to the second, `instant` the same to the millisecond;
 * `day` is `yyyy-mm-dd`; `object` is a record of named values.
 */
export type ColumnKind = 'text' | 'value' | 'time' | 'instant' | 'day' | 'object'

export interface Column {
  /** Stable name, as the service and the public views spell it; the key in JSON files. */
  key: string
  /** Title in the language of the export. */
  header: string
  kind: ColumnKind
  /** How people read the cell, in the language of the export; JSON keeps the cell itself. */
  show?: (cell: Verbatim) => string
  /** JSON only: the object inside a row that holds this key (channel values, so that no code can clash with ours). */
  within?: 'values'
}

/** A cell: `undefined` where the record has no such value (which is not the same as null). */
export type Cell = Verbatim | undefined

/** What is exported, ready to be written: rows come one at a time and are never held together. */
export interface Table {
  /** Name of the sheet. */
  title: string
  columns: readonly Column[]
  rows: Iterable<readonly Cell[]>
  /** How many rows are to be expected, for progress; null where it is not known beforehand. */
  expected: number | null
  /** What the file is about, as shown to people: stations, span, filter, time zone. */
  about: readonly (readonly [name: string, value: string])[]
}
