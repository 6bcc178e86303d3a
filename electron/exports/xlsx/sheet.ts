import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileReader } from '../../contract/files.ts'
import { UTF8 } from '../characters.ts'
import { plainText, Shared, type Cell, type Column, type Pieces, type Row } from '../table.ts'
import { letters, textCell, type CellWriter } from './cells.ts'
import type { Cursor } from './cursor.ts'
import { STYLE } from './styles.ts'
import { XML_HEAD } from './xml.ts'

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
/** XML between two pauses, in which the zip catches up and other work of the thread gets its turn. */
const BREATH_CHARACTERS = 64 * 1024
/** Rows that say how wide columns need to be. */
const SAMPLE_ROWS = 60
/** Pieces that rows share whose cells are remembered. */
const REMEMBERED = 20_000

export interface SheetOptions {
  columns: readonly Column[]
  writers: readonly CellWriter[]
  reader: FileReader
  /** Title and lines above the table; absent: it begins the sheet. */
  head?: { title: string; lines: readonly (readonly [name: string, value: string])[] } | undefined
  /** Rows of data that the sheet takes at most. */
  most: number
  /** How many rows it got. */
  done: (rows: number) => void
}

/** `xl/worksheets/sheetN.xml`: header frozen, filtered and repeated on each printed page, columns as wide as they need. */
export async function* sheetXml(rows: Cursor<Pieces>, options: SheetOptions): AsyncGenerator<Buffer> {
  const { columns, writers, reader, most, head } = options
  /** The row of the headings. */
  const top = headerRow(head)
  const places = columns.map((_, at) => letters(at))
  // Rows are copied: the source may fill a row anew once the next one is asked for.
  const sample: Pieces[] = []
  while (sample.length < Math.min(SAMPLE_ROWS, most) && rows.peek() !== undefined) sample.push([...(rows.next() ?? [])])
  const wide = sample.map(flat)
  const titles = columns.map((column) => (reader === 'programs' ? (column.plainHeader ?? column.key) : column.header))
  const widths = columns.map((column, at) =>
    widthOf(
      column,
      titles[at] ?? '',
      wide.map((row) => row[at]),
    ),
  )

  let number = top
  /** Bytes, a character each: one text of another alphabet would make the whole take twice the memory and time. */
  let xml =
    `${XML_HEAD}<worksheet ${SHEET}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<sheetViews><sheetView workbookViewId="0">${head ? '' : FROZEN}</sheetView></sheetViews>` +
    (widths.length > 0 ? `<cols>${widths.map(colXml).join('')}</cols>` : '') +
    `<sheetData>${head ? UTF8.bytes(headXml(head)) : ''}<row r="${top}">${titles.map((title, at) => `<c r="${places[at]}${top}"${UTF8.bytes(textCell(title, STYLE.header))}`).join('')}</row>`

  const openings = places.map((letter) => `<c r="${letter}`)
  /** The number of the row behind the letters of its cells. */
  let rest = ''
  const place = (at: number, content: string | undefined): void => {
    if (content) xml += openings[at] + rest + content
  }
  /** Cells that many rows share, as this sheet writes them, but for their addresses. */
  const contents = new Map<Shared, readonly string[]>()
  const contentsOf = (shared: Shared, start: number): readonly string[] => {
    const known = contents.get(shared)
    if (known) return known
    if (contents.size >= REMEMBERED) contents.clear()
    const row: Cell[] = Array.from({ length: start })
    row.push(...shared.cells)
    const made = shared.cells.map((cell, nth) => writers[start + nth]?.(cell, row) ?? '')
    contents.set(shared, made)
    return made
  }
  const write = (row: Pieces): void => {
    number++
    rest = `${number}"`
    xml += `<row r="${rest}>`
    let at = 0
    for (const piece of row) {
      if (piece instanceof Shared) for (const content of contentsOf(piece, at)) place(at++, content)
      else {
        // A cell of its own in a row of pieces never asks for its unit: the two are shared.
        place(at, writers[at]?.(piece, row as Row))
        at++
      }
    }
    xml += '</row>'
  }
  for (const row of sample) write(row)
  while (number - top < most) {
    const row = rows.next()
    if (row === undefined) break
    write(row)
    if (xml.length < BREATH_CHARACTERS) continue
    yield Buffer.from(xml, 'latin1')
    xml = ''
    await nextTurn()
  }
  const last = places.at(-1) ?? 'A'
  yield Buffer.from(
    `${xml}</sheetData><autoFilter ref="A${top}:${last}${number}"/>` +
      '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
      '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>',
    'latin1',
  )
  options.done(number - top)
}

/** Of a sheet that is the table alone the headings stay in sight. */
const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

/** Title, lines and an empty row stand above the headings. */
export const headerRow = (head: SheetOptions['head']): number => (head ? head.lines.length + 3 : 1)

function headXml({ title, lines }: NonNullable<SheetOptions['head']>): string {
  const rows = lines.map(
    ([name, value], at) => `<row r="${at + 2}"><c r="A${at + 2}"${textCell(name, STYLE.label)}<c r="B${at + 2}"${textCell(value)}</row>`,
  )
  return `<row r="1"><c r="A1"${textCell(title, STYLE.title)}</row>${rows.join('')}`
}

const flat = (row: Pieces): Cell[] => row.flatMap((piece): readonly Cell[] => (piece instanceof Shared ? piece.cells : [piece]))

const colXml = (width: number, at: number): string => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`

const LEAST = {
  text: 10,
  code: 9,
  value: 9,
  time: 20,
  instant: 24,
  day: 12,
  duration: 9,
  lasting: 11,
  object: 30,
} as const
/** A title longer than this goes on in a second line. */
const TITLE_LINE = 22

function widthOf({ kind, show }: Column, title: string, cells: readonly Cell[]): number {
  const isTime = kind === 'time' || kind === 'instant' || kind === 'day' || kind === 'duration' || kind === 'lasting'
  const shown = (cell: Cell) => {
    if (cell === null || cell === undefined || isTime) return 0
    return (show ? show(cell) : plainText(cell)).length
  }
  const longest = Math.max(0, ...cells.map(shown))
  const word = Math.max(0, ...title.split(/\s/).map((part) => part.length))
  return Math.min(60, Math.max(LEAST[kind], longest + 2, word + 4, Math.min(title.length, TITLE_LINE) + 4))
}

/** A sheet of a few lines that are held together: the cover. A line is its cells, each a look and a text or a number. */
export function smallSheet(
  widths: readonly number[],
  lines: readonly (readonly (readonly [style: number, text: string | number] | null)[])[],
  links: readonly { cell: string; to: string }[],
): string {
  const rows = lines.map((line, at) => {
    const cells = line.map((cell, column) => {
      if (cell === null) return ''
      const [style, content] = cell
      const place = `<c r="${letters(column)}${at + 1}"`
      return place + (typeof content === 'number' ? ` s="${style}"><v>${content}</v></c>` : textCell(content, style))
    })
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const hyperlinks = links.map(({ cell, to }) => `<hyperlink ref="${cell}" location="${to}"/>`).join('')
  return (
    `${XML_HEAD}<worksheet ${SHEET}><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>` +
    `<cols>${widths.map(colXml).join('')}</cols><sheetData>${rows.join('')}</sheetData>` +
    `${hyperlinks ? `<hyperlinks>${hyperlinks}</hyperlinks>` : ''}</worksheet>`
  )
}
