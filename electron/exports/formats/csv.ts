import { byDay, type ZoneClock } from '../../contract/time/zone.ts'
import type { Words } from '../../words/program.ts'
import { dialectOf, type Dialect } from './csv-dialect.ts'
import { inBlocks, type FormatOptions, type WriteFormat } from '../format.ts'
import { AS_TEXT, charactersOf, type Characters } from '../characters.ts'
import { isDecimal, measuredIn } from '../safety.ts'
import { plainText, Shared, type Cell, type Column, type Row, type Table } from '../table.ts'

/** A field as it stands in the file; numbers need no quotes. */
type Field = (cell: NonNullable<Cell>, row: Row) => string

export const write: WriteFormat = (table, clock, options) => {
  const { encoding = 'utf-8', onReplaced = () => undefined } = options
  return inBlocks(csvLines(table, clock, options, charactersOf(encoding, onReplaced)))
}

/**
 * CSV after RFC 4180, CRLF line ends.
 * For people: what a spreadsheet set to their language takes as it is: the language's separator, decimal sign and order
 * of a day, behind a byte order mark (Excel reads Cyrillic only so).
 * For programs: commas, decimal points, values and codes verbatim, times in ISO 8601 with the zone's offset, headings
 * that are the same in every language; no byte order mark. Formulas are made harmless for both: either file can be
 * opened with a click. `characters`: how texts become bytes; as text when absent.
 */
export function* csvLines(table: Table, clock: ZoneClock, options: FormatOptions, characters: Characters = AS_TEXT): Generator<string> {
  const dialect = dialectOf(options, characters)
  const { isPlain, separator, quote } = dialect
  const fields = table.columns.map((column) =>
    isPlain ? plainField(column, clock, dialect) : peopleField(table.columns, column, clock, dialect),
  )
  const header = table.columns.map((column) => quote(isPlain ? (column.plainHeader ?? column.key) : column.header))
  const ofOwnRow = table.pieces === undefined
  /** As many separators as there are cells without a text in between. */
  const gaps = Array.from({ length: fields.length + 1 }, (_, count) => separator.repeat(count))
  const shared = (cells: readonly Cell[], start: number): string => {
    const row = isPlain ? cells : placed(cells, start)
    const texts = cells.map((cell, nth) => (cell === null || cell === undefined ? '' : (fields[start + nth]?.(cell, row) ?? '')))
    return texts.join(separator)
  }

  yield `${dialect.mark}${header.join(separator)}\r\n`
  // Joined at once: adding text to text would make a tree of a million leaves.
  let parts: string[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  for (const row of table.pieces ?? table.rows) {
    let at = 0
    let gap = 0
    for (const piece of row) {
      if (piece instanceof Shared) {
        if (gap > 0) add(gaps[gap] ?? '')
        add((piece.text ??= shared(piece.cells, at)))
        at += piece.cells.length
        gap = 1
        continue
      }
      if (piece !== null && piece !== undefined) {
        if (gap > 0) add(gaps[gap] ?? '')
        add(fields[at]?.(piece, ofOwnRow ? (row as Row) : NO_CELLS) ?? '')
        gap = 0
      }
      gap++
      at++
    }
    parts.push(gaps[gap - 1] ?? '', '\r\n')
    if (parts.length < PARTS && length < MOST_LENGTH) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (parts.length > 0) yield parts.join('')
}

const PARTS = 4096
/** Characters of a piece: a single cell may hold a million. */
const MOST_LENGTH = 1 << 20
const NO_CELLS: Row = []

/** Cells where they stand in their row. */
const placed = (cells: readonly Cell[], at: number): Row => [...Array.from({ length: at }, () => null), ...cells]

const REMEMBERED = 20_000
/** Longer texts are hardly ever repeated, and 20,000 of them have no room. */
const MOST_REMEMBERED = 1000
/** Quotes texts and remembers them: a million rows repeat a few thousand texts. */
function quoter({ quote }: Dialect): (text: string) => string {
  const fields = new Map<string, string>()
  return (text) => {
    if (text.length > MOST_REMEMBERED) return quote(text)
    const known = fields.get(text)
    if (known !== undefined) return known
    if (fields.size >= REMEMBERED) fields.clear()
    const field = quote(text)
    fields.set(text, field)
    return field
  }
}

function plainField({ kind }: Column, clock: ZoneClock, dialect: Dialect): Field {
  const quoted = quoter(dialect)
  const iso = byDay(clock, (atMs) => clock.iso(atMs), { digits: 'hh:mm:ss.mmm', behind: '+00:00' })
  const isTime = kind === 'time' || kind === 'instant'
  return (cell) => {
    if (typeof cell === 'number') return isTime ? iso(cell) : String(cell)
    if (typeof cell === 'boolean') return String(cell)
    if (typeof cell !== 'string') return quoted(JSON.stringify(cell))
    // Measured values repeat seldom, and a plain number is its own field.
    return kind === 'value' && isDecimal(cell) ? cell : quoted(cell)
  }
}

function peopleField(columns: readonly Column[], column: Column, clock: ZoneClock, dialect: Dialect): Field {
  const { kind, show } = column
  const { words, number } = dialect
  const quoted = quoter(dialect)
  if (show) return (cell) => quoted(show(cell))
  const isMeasured = measuredIn(columns, column)
  const { decimal } = words.habits
  const wallText = wallWriter(words.habits)
  const isInstant = kind === 'instant'
  const wall = byDay(clock, (atMs) => wallText(clock.wall(atMs, isInstant)), {
    digits: isInstant ? (decimal === ',' ? 'hh:mm:ss,mmm' : 'hh:mm:ss.mmm') : 'hh:mm:ss',
    behind: '',
  })
  // A comma before the milliseconds must not end the field.
  const time = isInstant && decimal === dialect.separator ? (atMs: number) => `"${wall(atMs)}"` : wall
  return (cell, row) => {
    if (typeof cell === 'number') {
      if (kind === 'time' || isInstant) return time(cell)
      return kind === 'text' ? String(cell) : number(String(cell))
    }
    if (typeof cell === 'boolean') return quoted(cell ? words.file.yes : words.file.no)
    if (typeof cell !== 'string') return quoted(plainText(cell))
    if (kind === 'day') return wallText(cell)
    return isDecimal(cell) && isMeasured(row) ? number(cell) : quoted(cell)
  }
}

/** Writes `yyyy-mm-dd hh:mm:ss.mmm`, or the day alone, as a language has it. */
function wallWriter({ day, decimal }: Words['habits']): (wall: string) => string {
  if (day === 'yyyy-mm-dd' && decimal === '.') return (wall) => wall
  return (wall) => {
    const written = day.replace('yyyy', wall.slice(0, 4)).replace('mm', wall.slice(5, 7)).replace('dd', wall.slice(8, 10))
    return written + wall.slice(10).replace('.', decimal)
  }
}
