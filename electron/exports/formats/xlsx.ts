import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { stream } from 'exceljs'
import type { ZoneClock } from '../../analysis/zone.ts'
import type { FileReader } from '../../contract/files.ts'
import { wordsOf } from '../../words/index.ts'
import type { WriteFormat } from '../format.ts'
import { exactNumber, measuredIn } from '../safety.ts'
import { plainText, type Cell, type Column, type Row, type Table } from '../table.ts'

/** What Excel holds at most. */
const SHEET_ROWS = 1_048_576
const CELL_TEXT = 32_767
/** Rows between two pauses, in which the zip catches up and other work of the thread gets its turn. */
const BREATH_ROWS = 256

export interface XlsxOptions {
  reader: FileReader
  /** Title of the sheet that says what the file is about. */
  aboutTitle: string
  /** Rows of a sheet, the header included; Excel's own limit when absent. */
  sheetRows?: number
}

export const write: WriteFormat = (table, clock, { reader, language }) =>
  xlsxStream(table, clock, { reader, aboutTitle: wordsOf(language).file.about })

/**
 * A workbook, streamed: header frozen and filtered, columns as wide as they need, times as real dates in the wall time
 * of the zone (Excel knows no zones; the header names it), texts never as formulas, and as numbers only where people
 * count with them. For programs every text stays a text, times are ISO 8601. Rows beyond Excel's limit go on in further
 * sheets; a last sheet says what the file is about.
 */
export function xlsxStream(table: Table, clock: ZoneClock, options: XlsxOptions): Readable {
  const output = new PassThrough({ highWaterMark: 1 << 20 })
  fill(output, table, clock, options).catch((error: unknown) => output.destroy(error as Error))
  return output
}

async function fill(output: PassThrough, table: Table, clock: ZoneClock, options: XlsxOptions): Promise<void> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: output,
    useStyles: true,
    useSharedStrings: false,
    // The default level takes three times as long for a file a tenth smaller.
    zip: { zlib: { level: 1 } },
  })
  book.creator = 'Meterbook'
  const dataRows = (options.sheetRows ?? SHEET_ROWS) - 1
  const isPlain = options.reader === 'programs'
  const readers = table.columns.map((column) =>
    isPlain ? plainReader(column, clock) : peopleReader(table.columns, column, clock),
  )
  const width = table.columns.length
  let number = 1
  let sheet = addSheet(book, table, { number, isPlain })
  let rows = 0
  for (const row of table.rows) {
    if (rows === dataRows) {
      await sheet.commit()
      sheet = addSheet(book, table, { number: ++number, isPlain })
      rows = 0
    }
    const cells: unknown[] = new Array(width)
    for (let i = 0; i < width; i++) cells[i] = readers[i]?.(row[i], row)
    sheet.addRow(cells).commit()
    if (++rows % BREATH_ROWS === 0) await breathe(output)
  }
  await sheet.commit()
  addAbout(book, table, options.aboutTitle)
  await book.commit()
}

/** Lets the zip and the file catch up; throws when the file was given up. */
async function breathe(output: PassThrough): Promise<void> {
  if (output.writableNeedDrain) {
    const ended = new AbortController()
    await Promise.race([
      once(output, 'drain', { signal: ended.signal }),
      once(output, 'close', { signal: ended.signal }),
    ])
    ended.abort()
  } else await nextTurn()
  if (output.destroyed) throw new Error('the target was closed')
}

type Sheet = ReturnType<stream.xlsx.WorkbookWriter['addWorksheet']>

function addSheet(
  book: stream.xlsx.WorkbookWriter,
  table: Table,
  { number, isPlain }: { number: number; isPlain: boolean },
): Sheet {
  const name = number === 1 ? table.title : `${table.title} ${number}`
  const sheet = book.addWorksheet(sheetName(name), { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = table.columns.map((column) => ({ width: columnWidth(column), style: columnStyle(column, isPlain) }))
  const header = sheet.addRow(
    table.columns.map((column) => (isPlain ? (column.plainHeader ?? column.key) : column.header)),
  )
  header.font = { bold: true }
  header.numFmt = '@'
  header.alignment = { vertical: 'top', wrapText: true }
  header.commit()
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(1, table.columns.length) } }
  return sheet
}

function addAbout(book: stream.xlsx.WorkbookWriter, table: Table, title: string): void {
  const about = book.addWorksheet(sheetName(title))
  about.columns = [{ width: 24 }, { width: 80 }]
  for (const pair of table.about) about.addRow(pair.map(cellText)).commit()
  about.commit()
}

/** Excel refuses some characters in sheet names, and more than 31 of any. */
const sheetName = (name: string) => name.replaceAll(/[*?:\\/[\]]/g, ' ').slice(0, 31)

function columnWidth(column: Column): number {
  const least = { text: 12, code: 12, value: 12, time: 20, instant: 24, day: 12, object: 40 }[column.kind]
  return Math.min(Math.max(least, column.header.length + 4), 60)
}

function columnStyle(column: Column, isPlain: boolean): { numFmt?: string } {
  if (isPlain) return {}
  if (column.kind === 'time') return { numFmt: 'yyyy-mm-dd hh:mm:ss' }
  if (column.kind === 'instant') return { numFmt: 'yyyy-mm-dd hh:mm:ss.000' }
  return column.kind === 'text' || column.kind === 'object' ? { numFmt: '@' } : {}
}

type CellReader = (cell: Cell, row: Row) => unknown

function plainReader({ kind }: Column, clock: ZoneClock): CellReader {
  const isTime = kind === 'time' || kind === 'instant'
  return (cell) => (isTime && typeof cell === 'number' ? clock.iso(cell) : cellText(cell))
}

function peopleReader(columns: readonly Column[], column: Column, clock: ZoneClock): CellReader {
  const { show } = column
  if (show) return (cell) => (cell === null || cell === undefined ? null : show(cell))
  const isMeasured = measuredIn(columns, column)
  switch (column.kind) {
    case 'time':
    case 'instant':
      // exceljs writes a Date by its UTC parts, so UTC parts are set to the zone's wall time.
      return (cell) => (typeof cell === 'number' ? new Date(cell + clock.offsetMs(cell)) : cellText(cell))
    case 'value':
      return (cell, row) =>
        typeof cell === 'string' && isMeasured(row) ? (exactNumber(cell) ?? cellText(cell)) : cellText(cell)
    case 'code':
    case 'day':
      return cellText
    default:
      return (cell) => (typeof cell === 'number' ? String(cell) : cellText(cell))
  }
}

function cellText(cell: Cell): unknown {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell
  const text = plainText(cell).toWellFormed()
  return text.length > CELL_TEXT ? `${text.slice(0, CELL_TEXT - 1)}…` : text
}
