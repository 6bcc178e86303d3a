import type { Verbatim } from '../contract/records.ts'
import type { ZoneClock } from '../contract/time/zone.ts'

/**
 * What a column holds, so that each file format can write it at its best:
 * `text` is always a text (names, serial numbers, phones); `code` is what the service sent, number as number and text as
 * text; `value` is a measured value, and for people a text that is a plain decimal number counts as one;
 * `time` is Unix ms shown to the second, `instant` the same to the millisecond; `day` is `yyyy-mm-dd`;
 * `duration` is ms shown as hours and minutes (`123:05`), `lasting` the same with seconds;
 * `object` is a record of named values.
 */
export type ColumnKind = 'text' | 'code' | 'value' | 'time' | 'instant' | 'day' | 'duration' | 'lasting' | 'object'

export interface Column {
  /** Stable name, as the service and the public views spell it; the key in JSON files. */
  key: string
  /** Title in the language of the export, for people. */
  header: string
  /** Title for programs; the key when absent. */
  plainHeader?: string
  kind: ColumnKind
  /** People's own words, which are printed in full. */
  isProse?: boolean
  /** Key of the column with the unit: only in rows that have one a text counts as a number (a phone has none). */
  unitKey?: string
  /** Codes stand among its values (a state, a serial number): a spreadsheet keeps every cell of it as a text, whatever stands beside it. */
  hasCodes?: true
  /** Ids and what else is for programs: paper leaves it out. */
  offPaper?: true
  /** Paper says it once, above the rows, where they are those of one station. */
  isOfStation?: true
  /** Amounts whose sum says something: paper ends with it. */
  adds?: boolean
  /** How people read the cell, in the language of the export; programs get the cell itself. */
  show?: (cell: Verbatim) => string
  /** JSON only: the object inside a row that holds this key (channel values, so that no code can clash with ours). */
  within?: 'values'
}

/** A cell: `undefined` where the record has no such value (which is not the same as null). */
export type Cell = Verbatim | undefined
export type Row = readonly Cell[]

/**
 * Cells that many rows have in common (a station's, a message's), in the order of their columns: a writer forms their
 * text once and keeps it here.
 */
export class Shared {
  text: string | null = null
  /** For writers of columns: the place of this text in their table, and in which table that is. */
  place = -1
  placedIn: object | null = null
  readonly cells: readonly Cell[]
  constructor(cells: readonly Cell[]) {
    this.cells = cells
  }
}

/**
 * A row in pieces, in the order of the columns: cells of its own and cells that it shares. A cell whose column has a
 * `unitKey` is in one piece with its unit, and channel values (`within`) are cells of the row. What is handed out may be filled anew for the next row.
 */
export type Pieces = readonly (Cell | Shared)[]

/**
 * Many rows as columns, in the order of the columns: numbers of the rows' own, or which of a list of shared cells each row
 * has. A list may grow from block to block, and what has a number keeps it; another list begins anew.
 */
export interface Block {
  rows: number
  parts: readonly (
    | { readonly numbers: Float64Array }
    | { readonly which: Uint32Array; readonly of: readonly Shared[]; readonly width: number }
  )[]
}

/** What is exported, ready to be written: rows come one at a time and are never held together. */
export interface Table {
  /** Name of the sheet. */
  title: string
  columns: readonly Column[]
  rows: Iterable<Row>
  /**
   * The rows in pieces, for writers that are faster with them. Only one of `rows`, `pieces` and `blocks` is read, once.
   */
  pieces?: Iterable<Pieces>
  /** The rows as columns, for writers of columns. */
  blocks?: Iterable<Block>
  /** How many rows are to be expected, for progress; null where it is not known beforehand. */
  expected: number | null
  /** On paper it is A4, and each station has a part of its own, in its own local time. */
  paper?: 'by-station'
  /** What the file is about, as shown to people: stations, span, filter, time zone. */
  about: readonly (readonly [name: string, value: string])[]
  /** Of a report: the lines of its title block, which stand above the table on the sheet that opens first. */
  head?: readonly (readonly [name: string, value: string])[]
  /** Whose wall time its times are shown by, for formats that have sheets; that of the whole file when absent. */
  clock?: ZoneClock
  /** The rows again as tables of their own, one a station, called after it: for formats that have sheets. */
  apart?: Iterable<Table> | AsyncIterable<Table>
}

/** Rows for every writer from rows in pieces. */
export function fromPieces(pieces: Iterable<Pieces>): Pick<Table, 'rows' | 'pieces'> {
  function* rows(): Generator<Row> {
    for (const row of pieces) {
      const cells: Cell[] = []
      for (const piece of row) {
        if (piece instanceof Shared) for (const cell of piece.cells) cells.push(cell)
        else cells.push(piece)
      }
      yield cells
    }
  }
  return { pieces, rows: rows() }
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
