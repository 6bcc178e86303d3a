import { IMPORT_SEPARATORS, type ImportEncoding, type ImportMap, type SourceTable } from '../contract/import-map.ts'
import { MOST_IMPORT_BYTES, MOST_IMPORT_MB } from '../contract/import-words.ts'
import { decoded, encodingOf } from './encoding.ts'
import { tooLarge, unfit, unreadable } from './failures.ts'
import { PREVIEW_ROWS } from './limits.ts'
import { visitText, type TextShape, type Visit } from './text-rows.ts'
import { isOle, isZip, openXlsx, sheetsMeant } from './xlsx-rows.ts'

/** A file as rows of cells: what it is, how its text is spelled, and its beginning for a preview. */

/**
 * The beginning of a file, of each sheet of a spreadsheet.
 * @param name of the file, for what is said of it
 * @param asked spelled otherwise than it seems, where somebody says so
 * @param most rows of each table
 * @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE
 */
export async function readSource(
  bytes: Buffer,
  name: string,
  asked: Pick<Partial<ImportMap>, 'format' | 'encoding' | 'separator'> = {},
  most: number = PREVIEW_ROWS,
): Promise<SourceTable[]> {
  const tables: SourceTable[] = []
  const tableOf = (about: Omit<SourceTable, 'rows' | 'isCut'>): Visit => {
    const table: SourceTable = { ...about, rows: [], isCut: false }
    tables.push(table)
    return (row, cells) => {
      if (table.rows.length >= most) {
        table.isCut = true
        return false
      }
      table.rows.push({ row, cells })
      return true
    }
  }
  bounded(bytes, name)
  if (isSpreadsheet(bytes)) {
    const book = await openXlsx(name, bytes)
    for (const sheet of book.sheets) await book.visit(sheet, tableOf({ format: 'xlsx', sheet, encoding: null, separator: null }))
    return tables
  }
  const { text, encoding, shape } = textOf(bytes, name, asked)
  visitText(name, text, shape, tableOf({ ...shape, sheet: null, encoding }))
  return tables
}

/** Reads the rows that a map means. `visit` is told of which sheet they are; a sheet of which it wants no more ends. */
export async function visitRows(
  bytes: Buffer,
  name: string,
  map: ImportMap,
  visitorOf: (sheet: string | null) => Visit | 'enough',
): Promise<void> {
  bounded(bytes, name)
  if (map.format === 'xlsx') {
    if (!isSpreadsheet(bytes)) throw unreadable(name, 'no-xlsx')
    const book = await openXlsx(name, bytes)
    for (const sheet of sheetsMeant(book, map.sheet)) {
      const visit = visitorOf(sheet)
      if (visit === 'enough') return
      await book.visit(sheet, visit)
    }
    return
  }
  if (isSpreadsheet(bytes)) throw unreadable(name, 'no-text')
  const { text, shape } = textOf(bytes, name, map)
  const visit = visitorOf(null)
  if (visit !== 'enough') visitText(name, text, shape, visit)
}

const isSpreadsheet = (bytes: Buffer): boolean => isZip(bytes) || isOle(bytes)

function bounded(bytes: Buffer, name: string): void {
  if (bytes.length === 0) throw unreadable(name, 'empty')
  if (bytes.length > MOST_IMPORT_BYTES) throw tooLarge(name, 'bytes', MOST_IMPORT_MB)
}

function textOf(bytes: Buffer, name: string, asked: Pick<Partial<ImportMap>, 'format' | 'encoding' | 'separator'>) {
  const encoding: ImportEncoding | null = asked.encoding ?? encodingOf(bytes)
  if (encoding === null) throw unreadable(name, 'no-text')
  const text = decoded(bytes, encoding)
  if (text.trim() === '') throw unreadable(name, 'empty')
  return { text, encoding, shape: shapeOf(text, asked) }
}

/** Lines that tell how cells are parted. */
const TELLING_LINES = 200
const TELLING_CHARACTERS = 64 * 1024

function shapeOf(text: string, { format, separator }: Pick<Partial<ImportMap>, 'format' | 'separator'>): TextShape {
  if (separator !== undefined && separator.length !== 1) throw unfit('separator', separator)
  const lines = text
    .slice(0, TELLING_CHARACTERS)
    .split(/\r?\n/u, TELLING_LINES)
    .filter((line) => line.trim() !== '')
  if (format === 'fixed') return { format, separator: separator ?? blanksIn(lines) }
  if (separator !== undefined) {
    if (!IMPORT_SEPARATORS.some((known) => known === separator)) throw unfit('separator', separator)
    return { format: 'csv', separator }
  }
  // The order decides: a decimal comma stands in many files whose cells are parted by something else.
  const found = IMPORT_SEPARATORS.find((sign) => isParting(lines, sign))
  if (found !== undefined) return { format: 'csv', separator: found }
  return format === 'csv' ? { format, separator: ';' } : { format: 'fixed', separator: blanksIn(lines) }
}

/** Whether most lines have a sign equally often, outside of quotes: heads and totals may have fewer. */
function isParting(lines: readonly string[], sign: string): boolean {
  const counts = lines
    .map((line) => (sign === '|' ? line.replaceAll(/[│┃║]/gu, '|') : line).replaceAll(/"[^"]*"/gu, '').split(sign).length - 1)
    .filter((count) => count > 0)
  if (counts.length < lines.length * LEAST_PARTED) return false
  const often = new Map<number, number>()
  for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1)
  return Math.max(...often.values()) >= counts.length / 2
}
/** Heads and rules of a printed page take the other lines. */
const LEAST_PARTED = 0.4

/** One blank where few lines have three columns that are parted by two. */
function blanksIn(lines: readonly string[]): string {
  const wide = lines.filter((line) => line.trim().split(/\s{2,}|\t/u).length >= 3)
  return wide.length >= lines.length / 3 ? '' : ' '
}
