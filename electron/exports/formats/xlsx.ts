import { Readable } from 'node:stream'
import type { ZoneClock } from '../../contract/time/zone.ts'
import { wordsOf } from '../../words/program.ts'
import type { FormatOptions, WriteFormat } from '../format.ts'
import type { Table } from '../table.ts'
import { createCells } from '../xlsx/cells.ts'
import { coverXml, type Behind } from '../xlsx/cover.ts'
import { cursorOf } from '../xlsx/cursor.ts'
import { createPackage } from '../xlsx/package.ts'
import { headerRow, sheetXml } from '../xlsx/sheet.ts'

/** What Excel holds at most, the header included. */
const SHEET_ROWS = 1_048_576

export const write: WriteFormat = (table, clock, options) => xlsxStream(table, clock, options)

/**
 * A workbook, streamed: times as real dates in the wall time of the zone (Excel knows no zones; the header names it),
 * texts never as formulas, and as numbers only where people count with them. For programs every text stays a text, times
 * are ISO 8601. Rows beyond Excel's limit go on in further sheets. For people the cover lies in front, for programs,
 * which read the first sheet, and of a report, whose head stands above its table, at the back.
 * @param sheetRows rows of a sheet, the header included; Excel's own limit when absent
 */
export function xlsxStream(table: Table, clock: ZoneClock, options: FormatOptions & { sheetRows?: number }): Readable {
  return Readable.from(bytesOf(table, clock, options), { objectMode: false })
}

/** Begins with the first read: by then somebody listens to what fails. */
async function* bytesOf(table: Table, clock: ZoneClock, options: FormatOptions & { sheetRows?: number }): AsyncGenerator<Uint8Array> {
  const book = createPackage()
  const { output } = book
  const filled = fill(book, table, clock, options).catch((error: unknown) => void output.destroy(error as Error))
  try {
    yield* output
  } finally {
    // Rows are freed before the file is said to be done or given up.
    output.destroy()
    await filled
  }
}

async function fill(
  book: ReturnType<typeof createPackage>,
  table: Table,
  clock: ZoneClock,
  { reader, language, sheetRows = SHEET_ROWS }: FormatOptions & { sheetRows?: number },
): Promise<void> {
  const words = wordsOf(language)
  const sheets: Behind[] = []
  const without: string[] = []
  let cut = 0
  for await (const part of table.apart ?? [table]) {
    const rows = cursorOf(part.pieces ?? part.rows)
    try {
      if (table.apart && rows.peek() === undefined) {
        without.push(part.title)
        continue
      }
      const cells = createCells(reader, part.clock ?? clock)
      const writers = cells.writersOf(part.columns)
      do {
        let written = 0
        const done = (count: number) => void (written = count)
        const head = reader === 'people' && part.head ? { title: part.title, lines: part.head } : undefined
        const top = headerRow(head)
        const xml = sheetXml(rows, { columns: part.columns, writers, reader, head, most: sheetRows - top, done })
        const name = await book.addRows(part.title, xml, top)
        sheets.push({ name, rows: written })
      } while (rows.peek() !== undefined)
      cut += cells.cut()
    } finally {
      rows.close()
    }
  }
  const xml = coverXml(table, { sheets, without, cut }, words)
  book.finish({ title: words.file.about, xml, atFront: reader === 'people' && !table.head }, { title: table.title, day: words.habits.day })
}
