import { parse, type CsvError } from 'csv-parse/sync'
import type { ImportFormat, SourceCell } from '../contract/import-map.ts'
import { tooLarge, unreadable } from './failures.ts'
import { MOST_CELLS, MOST_CELLS_IN_ALL, MOST_LETTERS, MOST_ROWS } from './limits.ts'

/** Rows of a text, one after the other and never together. */

/** A row with the number of its line, from 1 (of several lines the last). Returning false ends reading. */
export type Visit = (row: number, cells: SourceCell[]) => boolean | undefined

export interface TextShape {
  format: Exclude<ImportFormat, 'xlsx'>
  separator: string
}

const NOTHING: SourceCell = { text: '', kind: 'nothing' }
export const textCell = (text: string): SourceCell => (text === '' ? NOTHING : { text, kind: 'text' })

/** A sign that is none of the lines that box drawings and dashes make in a printed table. */
const NO_RULE = /[^\s─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫|+_=*-]/u
const BOX = /[│┃║]/gu

/** @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export function visitText(file: string, text: string, { format, separator }: TextShape, visit: Visit): void {
  // Counted before anything is made of them: that takes a second, not a minute.
  if (hasMoreLines(text, MOST_ROWS)) throw tooLarge(file, 'rows', MOST_ROWS)
  let inAll = 0
  const count = (inRow: number): void => {
    if (inRow > MOST_CELLS) throw tooLarge(file, 'cells', MOST_CELLS)
    if (++inAll > MOST_CELLS_IN_ALL) throw tooLarge(file, 'all-cells', MOST_CELLS_IN_ALL)
  }
  if (format === 'fixed' || separator === '|') visitLines(text, format === 'fixed' ? byBlanks(separator) : byBars, count, visit)
  else visitCsv(file, text, separator, count, visit)
}

/** Told of each cell how many its row has by now. */
type Count = (inRow: number) => void

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > most) return true
  return false
}

function visitLines(text: string, split: (line: string) => string[], count: Count, visit: Visit): void {
  let number = 0
  for (let at = 0; at < text.length; number++) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).replaceAll(/[\r\f\u001A]/gu, '')
    at = end < 0 ? text.length : end + 1
    if (!NO_RULE.test(line)) continue
    const cells = split(line).map((cell, nth) => {
      count(nth + 1)
      return textCell(cell)
    })
    if (visit(number + 1, cells) === false) return
  }
}

const byBars = (line: string): string[] => {
  const bars = line.replaceAll(BOX, '|').trim()
  return bars
    .slice(bars.startsWith('|') ? 1 : 0, bars.endsWith('|') ? -1 : undefined)
    .split('|', MOST_CELLS + 1)
    .map((cell) => cell.trim())
}
const byBlanks = (separator: string) => (line: string) => line.trim().split(separator === ' ' ? /\s+/u : /\s{2,}|\t/u, MOST_CELLS + 1)

class Enough extends Error {}

function visitCsv(file: string, text: string, separator: string, count: Count, visit: Visit): void {
  try {
    parse(text, {
      delimiter: separator,
      quote: '"',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // A quote that does not end would take the rest of the file.
      max_record_size: MOST_LETTERS,
      cast: (cell, { quoting, index }): SourceCell => {
        count(index + 1)
        return quoting ? { text: cell, kind: 'text', quoted: true } : textCell(cell.trim())
      },
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
