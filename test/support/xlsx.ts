import type { CellValue, Sheet, Workbook } from 'hucre'
import { parseCellRef, readXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import readSheets from 'read-excel-file/node'

/**
 * Opens a workbook with two libraries that did not write it: hucre reads values, looks and pages, read-excel-file
 * reads values. Throws when one of them refuses the file or when they read a cell differently.
 */
export async function openedBook(file: string): Promise<Workbook> {
  const book = await readXlsx(readFileSync(file), { readStyles: true })
  const second = await readSheets(file, { trim: false })
  const [names, secondNames] = [book.sheets.map(({ name }) => name), second.map(({ sheet }) => sheet)]
  if (String(names) !== String(secondNames)) throw new Error(`sheets read as ${String(names)} and ${String(secondNames)}`)
  for (const [at, sheet] of book.sheets.entries()) {
    const [lines, secondLines] = [linesOf(sheet), (second[at]?.data ?? []).map(upToLast)]
    const row = Array.from({ length: Math.max(lines.length, secondLines.length) }).findIndex((_, nth) => {
      const [one = [], two = []] = [lines[nth], secondLines[nth]]
      return one.length !== two.length || !one.every((cell, place) => isSame(cell, two[place]))
    })
    if (row >= 0) throw new Error(`row ${row + 1} of ${sheet.name} reads as ${JSON.stringify([lines[row], secondLines[row]])}`)
  }
  return book
}

/** The sheet that a spreadsheet shows first: the rows, not the cover before them. */
export const openSheet = (book: Workbook): Sheet | undefined => book.sheets[book.activeSheet ?? 0]

/** The rows of a sheet, each up to its last cell that shows something; empty cells before that are null or ''. */
export const linesOf = (sheet: Sheet | undefined): CellValue[][] => (sheet?.rows ?? []).map(upToLast)

/** The table of a sheet, its headings first, without the title block that a report has above it. */
export const tableOf = (sheet: Sheet | undefined): CellValue[][] =>
  linesOf(sheet).slice(parseCellRef(sheet?.autoFilter?.range.split(':')[0] ?? 'A1').row)

/** A cell by its address, such as `B3`: its value, and where it has a look its type and its number format. */
export function cellAt(sheet: Sheet | undefined, address: string) {
  const { row, col } = parseCellRef(address)
  const look = sheet?.cells?.get(`${row},${col}`)
  return { value: sheet?.rows[row]?.[col] ?? null, type: look?.type, numFmt: look?.style?.numFmt }
}

/** The ms that a cell lasts which is shown as hours (`[h]:mm`); the library reads it as a moment after 1899-12-31. */
export const lastingMs = (value: CellValue | undefined): number =>
  value instanceof Date && value.getTime() < MARCH_1900_MS ? value.getTime() - Date.UTC(1899, 11, 31) : Number.NaN

const MARCH_1900_MS = Date.UTC(1900, 2, 1)
const DAY_MS = 86_400_000

const upToLast = <T>(row: readonly (T | null)[]): (T | null)[] =>
  row.slice(0, row.findLastIndex((cell) => cell !== null && cell !== '') + 1)

/**
 * True when both libraries read the same cell. read-excel-file reads an empty text as no text, cuts a moment to whole ms
 * where hucre rounds it, and counts from 1899-12-30 before March 1900 too.
 */
function isSame(one: CellValue, two: unknown): boolean {
  if (!(one instanceof Date && two instanceof Date)) return Object.is(one === '' ? null : one, two)
  const oneMs = one.getTime() < MARCH_1900_MS ? one.getTime() - DAY_MS : one.getTime()
  return Math.abs(oneMs - two.getTime()) <= 1
}
