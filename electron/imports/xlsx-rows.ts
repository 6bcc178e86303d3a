import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { finished } from 'node:stream/promises'
import { fromBufferPromise } from 'yauzl'
import { MeterbookError } from '../contract/errors.ts'
import { ALL_SHEETS, type SourceCell } from '../contract/import-map.ts'
import { tooLarge, unfit, unreadable } from './failures.ts'
import { MOST_CELLS, MOST_EXPANDED_BYTES, MOST_ROWS, MOST_SHEETS } from './limits.ts'
import { textCell, type Visit } from './text-rows.ts'

/** Rows of a spreadsheet, one after the other: what a small file unpacks to is measured before anything of it is read. */

const MB = 1024 ** 2

/** Whether bytes begin as a ZIP does. */
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
/** Whether they begin as the files of older Office programs do, and those that a password locks. */
export const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

export interface OpenBook {
  /** In the order of the spreadsheet. */
  sheets: string[]
  /** The rows of a sheet that have any cell, with the numbers that they have in the sheet, from 1. */
  visit(sheet: string, visit: Visit): Promise<void>
}

/** @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export async function openXlsx(file: string, bytes: Buffer): Promise<OpenBook> {
  if (isOle(bytes)) throw unreadable(file, 'locked')
  await measured(file, bytes)
  const sheets: string[] = []
  await failing(file, () =>
    readXlsx(bytes, {
      sheets: ({ name }) => {
        sheets.push(name)
        return false
      },
    }),
  )
  if (sheets.length === 0) throw unreadable(file, 'no-xlsx')
  return {
    sheets: sheets.slice(0, MOST_SHEETS),
    visit: (sheet, visit) =>
      failing(file, async () => {
        let rows = 0
        for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
          if (values.length > MOST_CELLS) throw tooLarge(file, 'cells', MOST_CELLS)
          const cells = values.map(cellOf)
          if (cells.every(({ text }) => text === '')) continue
          if (++rows > MOST_ROWS) throw tooLarge(file, 'rows', MOST_ROWS)
          if (visit(index + 1, cells) === false) return
        }
      }),
  }
}

/** The sheets that a map means. @throws MeterbookError IMPORT_MAP_UNFIT where none is called so */
export function sheetsMeant({ sheets }: OpenBook, asked: string | undefined): string[] {
  if (asked === undefined || asked === ALL_SHEETS) return sheets
  if (!sheets.includes(asked)) throw unfit('sheet', asked, sheets.join(', '))
  return [asked]
}

function cellOf(value: unknown): SourceCell {
  if (value === null || value === undefined) return textCell('')
  if (value instanceof Date) {
    const isMoment = Number.isFinite(value.getTime())
    return isMoment ? { text: value.toISOString().slice(0, -1).replace('T', ' '), kind: 'date' } : textCell('')
  }
  if (typeof value === 'number') return Number.isFinite(value) ? { text: String(value), kind: 'number' } : textCell(String(value))
  if (typeof value === 'boolean') return { text: String(value), kind: 'truth' }
  // A cell of a formula's error or of rich text has a text of its own; anything else has none to show.
  // An empty text is told from no cell at all.
  if (value === '') return { text: '', kind: 'text' }
  return textCell(typeof value === 'string' ? value : JSON.stringify(value))
}

/** What the library throws over a damaged file, whatever it is, says one thing. */
async function failing<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MeterbookError) throw error
    throw unreadable(file, 'no-xlsx', error)
  }
}

/**
 * Unpacks every entry once and drops it: sizes in a ZIP may lie, and a kilobyte may become a gigabyte. Unpacking fails by
 * itself where there is more than an entry says.
 * @throws MeterbookError IMPORT_TOO_LARGE, IMPORT_UNREADABLE
 */
async function measured(file: string, bytes: Buffer): Promise<void> {
  let left = MOST_EXPANDED_BYTES
  await failing(file, async () => {
    // Names as bytes: one that is no text must not hide the size of what it names.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      left -= entry.uncompressedSize
      if (left < 0) throw tooLarge(file, 'expanded', MOST_EXPANDED_BYTES / MB)
      await finished((await zip.openReadStreamPromise(entry)).resume())
    }
  })
}
