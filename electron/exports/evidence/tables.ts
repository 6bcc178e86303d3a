import { formulaSafe } from '../../contract/formulas.ts'
import type { Verbatim } from '../../contract/records.ts'
import { utcIso } from '../../contract/time/zone.ts'
import { canonical } from './canonical.ts'

/** The tables of a bundle: CSV for programs, each described in `datapackage.json`. */

/** Types of Frictionless Data (Table Schema). Times are ISO 8601 in UTC, to the millisecond. */
type CellType = 'string' | 'integer' | 'number' | 'datetime' | 'date'

interface EvidenceColumn {
  name: string
  type: CellType
  description?: string
}

export interface EvidenceTable {
  name: string
  title: string
  columns: readonly EvidenceColumn[]
}

export type EvidenceCell = string | number | null

/** A row of CSV after RFC 4180, without its line end. What a spreadsheet would run as a formula gets an apostrophe. */
export function csvRow(cells: readonly EvidenceCell[]): string {
  return cells.map(field).join(',')
}

/** Null is empty, an empty text is `""`: readers that tell them apart, may. */
function field(cell: EvidenceCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // A lone surrogate has no form in UTF-8 and becomes U+FFFD in the file: here too, where rows are compared with it.
  const safe = formulaSafe(cell).toWellFormed()
  return safe === '' || /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const headOf = ({ columns }: EvidenceTable): string => csvRow(columns.map(({ name }) => name))

/** A value as it came, and what it was: a number is not the text of it. */
export function verbatimCells(value: Verbatim): [value: EvidenceCell, type: string] {
  if (value === null) return [null, 'null']
  if (typeof value === 'string') return [value, 'string']
  if (typeof value === 'number') return [value, 'number']
  return [canonical(value), typeof value === 'boolean' ? 'boolean' : 'json']
}

/** A value as it came where its type is of no matter. */
export const verbatimCell = (value: Verbatim | undefined): EvidenceCell => verbatimCells(value ?? null)[0]

/** Unix ms as ISO 8601 in UTC; what no calendar has, as it is. */
export const isoTime = (atMs: number | null): EvidenceCell => (atMs === null ? null : utcIso(atMs))
