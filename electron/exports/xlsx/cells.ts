import { cutForEye } from '../../contract/cut.ts'
import type { ZoneClock } from '../../contract/time/zone.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { FileReader } from '../../contract/files.ts'
import { UTF8 } from '../characters.ts'
import { exactNumber, measuredIn } from '../safety.ts'
import { plainText, type Cell, type Column, type Row } from '../table.ts'
import { STYLE } from './styles.ts'
import { escaped } from './xml.ts'

/** The most characters that Excel takes in a cell. */
const CELL_TEXT = 32_767
const REMEMBERED = 20_000

/**
 * What stands in a cell behind its address: attributes, content, closing tag; nothing where the cell stays empty.
 * As bytes, a character each (see characters.ts).
 */
export type CellWriter = (cell: Cell, row: Row) => string

/** Makes the writers of cells, and counts what had to be cut. */
export function createCells(reader: FileReader, clock: ZoneClock) {
  const isPlain = reader === 'programs'
  let cut = 0
  const isCut = () => void cut++

  /** For people times and days are dates in the zone's wall time; for programs ISO 8601, and texts never numbers. */
  function writerOf(columns: readonly Column[], column: Column): CellWriter {
    const text = rememberedTexts(isCut)
    const any: CellWriter = (cell) => {
      if (cell === null || cell === undefined) return ''
      if (typeof cell === 'number') return numberCell(cell)
      if (typeof cell === 'boolean') return ` t="b"><v>${cell ? 1 : 0}</v></c>`
      return text(plainText(cell))
    }
    const { kind, show, hasCodes } = column
    const isTime = kind === 'time' || kind === 'instant'
    if (isPlain) return isTime ? (cell, row) => (typeof cell === 'number' ? text(clock.iso(cell)) : any(cell, row)) : any
    if (show) return (cell) => (cell === null || cell === undefined ? '' : text(show(cell)))
    if (isTime) {
      const style = STYLE[kind]
      return (cell, row) => {
        if (typeof cell !== 'number') return any(cell, row)
        return dateCell(clock.wallMs(cell), style) ?? text(clock.wall(cell, kind === 'instant'))
      }
    }
    switch (kind) {
      case 'value': {
        if (hasCodes) return (cell, row) => (typeof cell === 'number' ? text(String(cell)) : any(cell, row))
        const isMeasured = measuredIn(columns, column)
        return (cell, row) => {
          const number = typeof cell === 'string' && isMeasured(row) ? exactNumber(cell) : null
          return number === null ? any(cell, row) : numberCell(number)
        }
      }
      case 'duration':
      case 'lasting': {
        const style = STYLE[kind]
        return (cell, row) => (typeof cell === 'number' ? ` s="${style}"><v>${cell / DAY_MS}</v></c>` : any(cell, row))
      }
      case 'code':
        return any
      case 'day':
        return (cell, row) => (typeof cell === 'string' ? (dayCell(cell) ?? text(cell)) : any(cell, row))
      default:
        return (cell, row) => (typeof cell === 'number' ? text(String(cell)) : any(cell, row))
    }
  }

  return {
    writersOf: (columns: readonly Column[]) => columns.map((column) => writerOf(columns, column)),
    /** Texts so far that are longer than a cell holds. */
    cut: () => cut,
  }
}

const numberCell = (number: number): string => (Number.isFinite(number) ? `><v>${number}</v></c>` : '')

/** Makes text cells and remembers them: a million rows repeat a few thousand texts. */
function rememberedTexts(isCut: () => void): (text: string) => string {
  const cells = new Map<string, string>()
  return (text) => {
    const known = cells.get(text)
    if (known !== undefined) return known
    if (cells.size >= REMEMBERED) cells.clear()
    const cell = UTF8.bytes(textCell(text))
    // One that was cut is not remembered: each is counted.
    if (text.length > CELL_TEXT) isCut()
    else cells.set(text, cell)
    return cell
  }
}

/** Excel calls a workbook with a longer text damaged, also on the cover. */
const cutToCell = (text: string): string => cutForEye(text, CELL_TEXT)

/** A text that is never a formula and never a number, also after a user has edited the cell beside it. */
export const textCell = (text: string, style: number = STYLE.text): string =>
  ` s="${style}" t="inlineStr"><is><t${/^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : ''}>${escaped(cutToCell(text))}</t></is></c>`

/** Day 0 of spreadsheets' dates, 1899-12-30, in Unix ms. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
/** Before March 1900 spreadsheets disagree on the leap year, after 9999 they know no date. */
const FIRST_SERIAL = 61
const AFTER_LAST_SERIAL = 2_958_466

/** A wall time as a date; null where spreadsheets have none. */
function dateCell(wallMs: number, style: number): string | null {
  const serial = (wallMs - DAY_ZERO_MS) / DAY_MS
  return serial >= FIRST_SERIAL && serial < AFTER_LAST_SERIAL ? ` s="${style}"><v>${serial}</v></c>` : null
}

/** A day that exists, `yyyy-mm-dd`. */
function dayCell(day: string): string | null {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const atMs = Date.UTC(year, month - 1, date)
  return new Date(atMs).toISOString().startsWith(day) ? dateCell(atMs, STYLE.day) : null
}

/** `A`, `Z`, `AA`: the letters of a column, counted from 0. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (column % 26))
}
