import { parse, type CsvError } from 'csv-parse/sync'
import type { ImportFormat, SourceCell } from '../contract/import-map.ts'
import { tooLarge, unreadable } from './failures.ts'
import { MOST_CELLS, MOST_ROWS } from './limits.ts'

/** Rows of a text, one after the other and never together. */

/** A row with the number of its line, from 1 (of several lines the last). Returning false ends reading. */
export type Visit = (row: number, cells: SourceCell[]) => boolean | undefined

export interface TextShape {
  format: Exclude<ImportFormat, 'xlsx'>
  separator: string
}

const NOTHING: SourceCell = { text: '', kind: 'nothing' }
export const textCell = (text: string): SourceCell => (text === '' ? NOTHING : { text, kind: 'text' })

/** The lines that box drawings and dashes make in a printed table: nothing stands in them. */
const RULE = /^[\s─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫|+_=*-]*$/u
const BOX = /[│┃║]/gu

/** @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export function visitText(file: string, text: string, { format, separator }: TextShape, visit: Visit): void {
  // Counted before anything is made of them: that takes a second, not a minute.
  if (hasMoreLines(text, MOST_ROWS)) throw tooLarge(file, 'rows', MOST_ROWS)
  const counted: Visit = (row, cells) => {
    if (cells.length > MOST_CELLS) throw tooLarge(file, 'cells', MOST_CELLS)
    return visit(row, cells)
  }
  if (format === 'fixed' || separator === '|') visitLines(text, format === 'fixed' ? byBlanks(separator) : byBars, counted)
  else visitCsv(file, text, separator, counted)
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > most) return true
  return false
}

function visitLines(text: string, split: (line: string) => string[], visit: Visit): void {
  let number = 0
  for (let at = 0; at < text.length; number++) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).replaceAll(/[\r\f\u001A]/gu, '')
    at = end < 0 ? text.length : end + 1
    if (RULE.test(line)) continue
    if (visit(number + 1, split(line).map(textCell)) === false) return
  }
}

const byBars = (line: string): string[] => {
  const bars = line.replaceAll(BOX, '|').trim()
  return bars
    .slice(bars.startsWith('|') ? 1 : 0, bars.endsWith('|') ? -1 : undefined)
    .split('|')
    .map((cell) => cell.trim())
}
const byBlanks = (separator: string) => (line: string) => line.trim().split(separator === ' ' ? /\s+/u : /\s{2,}|\t/u)

/** How much of a broken file is read for one cell before it is given up: a quote that does not end would take the rest. */
const MOST_RECORD = 4_000_000

class Enough extends Error {}

function visitCsv(file: string, text: string, separator: string, visit: Visit): void {
  try {
    parse(text, {
      delimiter: separator,
      quote: '"',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MOST_RECORD,
      cast: (cell, { quoting }): SourceCell => (quoting ? { text: cell, kind: 'text', quoted: true } : textCell(cell.trim())),
      on_record: (record: unknown, { lines }) => {
        // What `cast` made of the cells.
        const cells = record as SourceCell[]
        if (cells.some(({ kind }) => kind !== 'nothing') && visit(lines, cells) === false) throw new Enough()
        return null
      },
    })
  } catch (error) {
    const cause: unknown = error
    if (cause instanceof Enough) return
    if (isCsvError(cause)) throw unreadable(file, 'quotes', cause)
    throw cause
  }
}
const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
