import { readFileSync } from 'node:fs'
import type { CellValue } from 'hucre'
import { openedBook, openSheet } from '../../support/xlsx.ts'

/** A table as read back from an exported file: the header, then the rows, all cells as text. */
export interface FileTable {
  header: string[]
  rows: string[][]
}

/** Reads a CSV file after RFC 4180, as a spreadsheet would. */
export function readCsv(file: string, delimiter = ',', mark = '\uFEFF'): FileTable {
  const text = readFileSync(file, 'utf8')
  // Excel needs a byte order mark to read Cyrillic; other programs trip over one.
  if (text.startsWith('\uFEFF') !== (mark !== '')) throw new Error(`the CSV has ${mark ? 'no' : 'a'} byte order mark`)
  const records: string[][] = []
  let [record, field, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = mark.length; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[at++]
      else quoted = false
    } else if (char === '"') quoted = true
    else if (char === delimiter || char === '\n') {
      record.push(field.replace(/\r$/, ''))
      field = ''
      if (char === '\n') {
        records.push(record)
        record = []
      }
    } else field += char
  }
  const [header = [], ...rows] = records
  return { header, rows }
}

/** Reads the sheet that a workbook opens with; dates become `yyyy-mm-dd hh:mm:ss.mmm` of the wall time that Excel shows. */
export async function readXlsx(file: string): Promise<FileTable> {
  const sheet = openSheet(await openedBook(file))
  if (!sheet) throw new Error('the workbook has no sheet')
  const [header = [], ...rows] = sheet.rows.map((row) => row.map(cellText))
  return { header, rows }
}

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The cells of one column. */
export function columnOf({ header, rows }: FileTable, title: string | RegExp): string[] {
  const at = header.findIndex((name) => (typeof title === 'string' ? name === title : title.test(name)))
  if (at < 0) throw new Error(`the file has no column ${String(title)}, but ${header.join(', ')}`)
  return rows.map((row) => row[at] ?? '')
}
