import { formulaSafe } from './safety.ts'
import type { Cell, Column, Table } from './table.ts'
import type { ZoneClock } from '../analysis/zone.ts'

/**
 * CSV after RFC 4180, in UTF-8 with a byte order mark (Excel reads Cyrillic only so), CRLF line ends.
 * The delimiter is what a spreadsheet in that language expects: ',' in English, ';' in Russian. Values stay verbatim
 * in both (a decimal point is a decimal point: the file is for programs too; for sums in Excel there is XLSX).
 */
export function* csvLines(table: Table, clock: ZoneClock, language: 'en' | 'ru'): Generator<string> {
  const delimiter = language === 'ru' ? ';' : ','
  const quotable = language === 'ru' ? /[;"\r\n]|^\s|\s$/ : /[,"\r\n]|^\s|\s$/
  const field = (text: string) => (quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const line = (fields: readonly string[]) => `${fields.map(field).join(delimiter)}\r\n`

  yield `\uFEFF${line(table.columns.map((column) => formulaSafe(column.header)))}`
  for (const row of table.rows) yield line(table.columns.map((column, i) => csvText(row[i], column, clock)))
}

function csvText(cell: Cell, column: Column, clock: ZoneClock): string {
  if (cell === null || cell === undefined) return ''
  if (column.show) return formulaSafe(column.show(cell))
  if ((column.kind === 'time' || column.kind === 'instant') && typeof cell === 'number') {
    return clock.wall(cell, column.kind === 'instant')
  }
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  return formulaSafe(plainText(cell))
}

/** A text for a cell: a record reads `name: value; name: value`, anything deeper stays JSON. */
export function plainText(cell: Exclude<Cell, null | undefined>): string {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'object') return String(cell)
  if (Array.isArray(cell)) return JSON.stringify(cell)
  return Object.entries(cell)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
}
