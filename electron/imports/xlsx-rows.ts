import { isDateFormat, parseCellRef, serialToDate } from 'hucre'
import { MeterbookError } from '../contract/errors.ts'
import { ALL_SHEETS, type SourceCell } from '../contract/import-map.ts'
import { tooLarge, unfit, unreadable } from './failures.ts'
import { MOST_CELLS, MOST_CELLS_IN_ALL, MOST_LETTERS, MOST_ROWS, MOST_SHEETS, MOST_TEXT_BYTES } from './limits.ts'
import { textCell, type Visit } from './text-rows.ts'
import { isPlainNumber } from './values.ts'
import { openParts, type Parts } from './xlsx-parts.ts'

/** Rows of a spreadsheet, one after the other (ISO/IEC 29500-1, 18.3 and 18.4). */

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

/** What the cells of all sheets refer to. */
interface Shared {
  texts: readonly string[]
  /** Of each style: whether its numbers are dates. */
  dates: readonly boolean[]
  countsFrom1904: boolean
}

/** @throws MeterbookError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export async function openXlsx(file: string, bytes: Buffer): Promise<OpenBook> {
  if (isOle(bytes)) throw unreadable(file, 'locked')
  const { parts, paths, shared } = await failing(file, () => opened(file, bytes))
  if (paths.size === 0) throw unreadable(file, 'no-xlsx')
  let cells = 0
  return {
    sheets: [...paths.keys()].slice(0, MOST_SHEETS),
    visit: (sheet, visit) =>
      failing(file, async () => {
        let [rows, isDone] = [0, false]
        const take = (row: number, own: SourceCell[]): void => {
          if (isDone) return
          cells += own.length
          if (cells > MOST_CELLS_IN_ALL) throw tooLarge(file, 'all-cells', MOST_CELLS_IN_ALL)
          if (own.every(({ text }) => text === '')) return
          if (++rows > MOST_ROWS) throw tooLarge(file, 'rows', MOST_ROWS)
          isDone = visit(row, own) === false
        }
        await parts.read(paths.get(sheet) ?? '', { ...rowReader(file, shared, take), isDone: () => isDone })
      }),
  }
}

/** The sheets that a map means. @throws MeterbookError IMPORT_MAP_UNFIT where none is called so */
export function sheetsMeant({ sheets }: OpenBook, asked: string | undefined): string[] {
  if (asked === undefined || asked === ALL_SHEETS) return sheets
  if (!sheets.includes(asked)) throw unfit('sheet', asked, sheets.join(', '))
  return [asked]
}

async function opened(file: string, bytes: Buffer): Promise<{ parts: Parts; paths: Map<string, string>; shared: Shared }> {
  const parts = await openParts(file, bytes)
  const pathOf = (relations: Awaited<ReturnType<Parts['relations']>>, wanted: string) =>
    [...relations.values()].find(({ type }) => type === wanted)?.path
  const workbook = pathOf(await parts.relations(''), 'officeDocument') ?? ''
  const relations = await parts.relations(workbook)
  const paths = new Map<string, string>()
  let countsFrom1904 = false
  await parts.read(workbook, {
    open(tag, attributes) {
      if (tag === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (tag !== 'sheet') return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
      const found = relations.get(id)
      if (found?.type === 'worksheet' && attributes['name']) paths.set(attributes['name'], found.path)
    },
  })
  const [texts, styles] = [pathOf(relations, 'sharedStrings'), pathOf(relations, 'styles')]
  return {
    parts,
    paths,
    shared: {
      texts: texts === undefined ? [] : await textsIn(file, parts, texts),
      dates: styles === undefined ? [] : await dateStylesIn(parts, styles),
      countsFrom1904,
    },
  }
}

/** Joins the texts of runs, without those that say how to pronounce them. */
function textJoiner(file: string) {
  let [joined, isIn, isAside] = ['', false, false]
  return {
    open(tag: string): void {
      if (tag === 'rPh') isAside = true
      if (tag === 't') isIn = !isAside
    },
    text(some: string): void {
      if (!isIn) return
      joined += some
      if (joined.length > MOST_LETTERS) throw tooLarge(file, 'letters', MOST_LETTERS)
    },
    close(tag: string): void {
      if (tag === 'rPh') isAside = false
      if (tag === 't') isIn = false
    },
    taken(): string {
      const text = unescaped(joined)
      joined = ''
      return text
    },
  }
}
/** Signs that XML does not have are spelled `_x000B_` (22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9a-f]{4})_/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

async function textsIn(file: string, parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = []
  const joiner = textJoiner(file)
  const reader = {
    ...joiner,
    close(tag: string): void {
      joiner.close(tag)
      if (tag === 'si' && texts.push(joiner.taken()) > MOST_CELLS_IN_ALL) throw tooLarge(file, 'all-cells', MOST_CELLS_IN_ALL)
    },
  }
  await parts.read(path, reader, MOST_TEXT_BYTES)
  return texts
}

/** The longest format that a spreadsheet has. */
const MOST_FORMAT = 255

async function dateStylesIn(parts: Parts, path: string): Promise<boolean[]> {
  const formats = new Map<string, string>()
  const dates: boolean[] = []
  let isOfCells = false
  await parts.read(
    path,
    {
      open(tag, { numFmtId: id = '', formatCode: format = '' }) {
        if (tag === 'numFmt') formats.set(id, format.slice(0, MOST_FORMAT))
        if (tag === 'cellXfs') isOfCells = true
        if (tag === 'xf' && isOfCells) dates.push(isDateFormat(formats.get(id) ?? id))
      },
      close(tag) {
        if (tag === 'cellXfs') isOfCells = false
      },
    },
    MOST_TEXT_BYTES,
  )
  return dates
}

const LAST_ROW = 1_048_576

/** Puts the cells of a sheet together, up to the last of each row that has a text. */
function rowReader(file: string, shared: Shared, take: (row: number, cells: SourceCell[]) => void) {
  const joiner = textJoiner(file)
  let [row, next, value, isValue] = [0, 0, '', false]
  let cells: SourceCell[] = []
  let cell: { at: number; type: string; style: number } | null = null
  return {
    open(tag: string, { r: place, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
      if (tag === 'row') {
        const said = Number(place)
        row = said > 0 && said <= LAST_ROW && Number.isInteger(said) ? said : row + 1
        ;[cells, next] = [[], 0]
      } else if (tag === 'c') {
        const at = place === undefined ? next : parseCellRef(place).col
        if (at < 0 || at >= MOST_CELLS) throw tooLarge(file, 'cells', MOST_CELLS)
        cell = { at, type, style: Number(style ?? -1) }
        next = at + 1
      } else if (tag === 'v') isValue = cell !== null
      else if (cell?.type === 'inlineStr') joiner.open(tag)
    },
    text(some: string): void {
      if (isValue) value += some
      else joiner.text(some)
    },
    close(tag: string): void {
      if (tag === 'v') isValue = false
      else if (tag === 'row') take(row, cells)
      else if (tag === 'c' && cell) {
        const found = cell.type === 'inlineStr' ? spoken(joiner.taken()) : cellOf(value, cell, shared)
        if (found.kind !== 'nothing') {
          while (cells.length < cell.at) cells.push(NOTHING)
          cells[cell.at] = found
        }
        ;[cell, value] = [null, '']
      } else joiner.close(tag)
    },
  }
}

const NOTHING = textCell('')
/** An empty text is told from no cell at all. */
const spoken = (text: string): SourceCell => ({ text, kind: 'text' })

function cellOf(value: string, { type, style }: { type: string; style: number }, { texts, dates, countsFrom1904 }: Shared): SourceCell {
  if (type === 's') {
    const text = texts[Number(value)]
    return text === undefined ? NOTHING : spoken(text)
  }
  if (type === 'str') return spoken(unescaped(value))
  if (type === 'b') return { text: String(value === '1' || value.toLowerCase() === 'true'), kind: 'truth' }
  // The text of a formula's error, and what is no number although it says so.
  if (!isPlainNumber(value)) return textCell(value)
  const number = Number(value)
  if (dates[style] !== true) return { text: String(number), kind: 'number' }
  const date = serialToDate(number, countsFrom1904)
  return Number.isFinite(date.getTime()) ? { text: date.toISOString().slice(0, -1).replace('T', ' '), kind: 'date' } : NOTHING
}

/** What the libraries throw over a damaged file, whatever it is, says one thing. */
async function failing<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MeterbookError) throw error
    throw unreadable(file, 'no-xlsx', error)
  }
}
