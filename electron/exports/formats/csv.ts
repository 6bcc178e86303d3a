import { formulaSafe } from '../../contract/formulas.ts'
import { byHour, type ZoneClock } from '../../contract/time/zone.ts'
import { wordsOf, type Words } from '../../words/index.ts'
import { inBlocks, type FormatOptions, type WriteFormat } from '../format.ts'
import { isDecimal, measuredIn } from '../safety.ts'
import { plainText, type Cell, type Column, type Row, type Table } from '../table.ts'

/** A field as it stands in the file; numbers need no quotes. */
type Field = (cell: NonNullable<Cell>, row: Row) => string

export const write: WriteFormat = (table, clock, options) => inBlocks(csvLines(table, clock, options))

/**
 * CSV after RFC 4180, in UTF-8, CRLF line ends.
 * For people: what a spreadsheet set to their language takes as it is: the language's separator, decimal sign and order
 * of a day, behind a byte order mark (Excel reads Cyrillic only so).
 * For programs: commas, decimal points, values and codes verbatim, times in ISO 8601 with the zone's offset, headings
 * that are the same in every language; no byte order mark. Formulas are made harmless for both: either file can be
 * opened with a click.
 */
export function* csvLines(table: Table, clock: ZoneClock, { reader, language }: FormatOptions): Generator<string> {
  const isPlain = reader === 'programs'
  const words = wordsOf(language)
  const separator = isPlain ? ',' : words.habits.separator
  const fields = table.columns.map((column) =>
    isPlain ? plainField(column, clock) : peopleField(table.columns, column, clock, words),
  )
  const header = table.columns.map((column) => quote(isPlain ? (column.plainHeader ?? column.key) : column.header))

  yield `${isPlain ? '' : '\uFEFF'}${header.join(separator)}\r\n`
  for (const row of table.rows) {
    let line = ''
    fields.forEach((field, at) => {
      const cell = row[at]
      if (at > 0) line += separator
      if (cell !== null && cell !== undefined) line += field(cell, row)
    })
    yield `${line}\r\n`
  }
}

/** Any separator is quoted, the file's own or not: some readers guess. */
const QUOTABLE = /[,;"\t\r\n]|^\s|\s$/
function quote(text: string): string {
  const safe = formulaSafe(text)
  return QUOTABLE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const REMEMBERED = 20_000
/** Quotes texts and remembers them: a million rows repeat a few thousand texts. */
function quoter(): (text: string) => string {
  const fields = new Map<string, string>()
  return (text) => {
    const known = fields.get(text)
    if (known !== undefined) return known
    if (fields.size >= REMEMBERED) fields.clear()
    const field = quote(text)
    fields.set(text, field)
    return field
  }
}

function plainField({ kind }: Column, clock: ZoneClock): Field {
  const quoted = quoter()
  const iso = byHour(clock, (atMs) => clock.iso(atMs), { digits: 'mm:ss.mmm', behind: '+00:00' })
  const isTime = kind === 'time' || kind === 'instant'
  return (cell) => {
    if (typeof cell === 'number') return isTime ? iso(cell) : String(cell)
    if (typeof cell === 'boolean') return String(cell)
    return quoted(typeof cell === 'string' ? cell : JSON.stringify(cell))
  }
}

function peopleField(columns: readonly Column[], column: Column, clock: ZoneClock, words: Words): Field {
  const { kind, show } = column
  const quoted = quoter()
  if (show) return (cell) => quoted(show(cell))
  const isMeasured = measuredIn(columns, column)
  const { decimal } = words.habits
  const localized = (number: string) => (decimal === '.' ? number : number.replace('.', decimal))
  const wallText = wallWriter(words.habits)
  const wall = byHour(clock, (atMs) => wallText(clock.wall(atMs, kind === 'instant')), {
    digits: kind === 'instant' ? (decimal === ',' ? 'mm:ss,mmm' : 'mm:ss.mmm') : 'mm:ss',
    behind: '',
  })
  return (cell, row) => {
    if (typeof cell === 'number') {
      if (kind === 'time' || kind === 'instant') return wall(cell)
      return kind === 'text' ? String(cell) : localized(String(cell))
    }
    if (typeof cell === 'boolean') return cell ? words.file.yes : words.file.no
    if (typeof cell !== 'string') return quoted(plainText(cell))
    if (kind === 'day') return wallText(cell)
    return isDecimal(cell) && isMeasured(row) ? localized(cell) : quoted(cell)
  }
}

/** Writes `yyyy-mm-dd hh:mm:ss.mmm`, or the day alone, as a language has it. */
function wallWriter({ day, decimal }: Words['habits']): (wall: string) => string {
  if (day === 'yyyy-mm-dd' && decimal === '.') return (wall) => wall
  return (wall) => {
    const written = day
      .replace('yyyy', wall.slice(0, 4))
      .replace('mm', wall.slice(5, 7))
      .replace('dd', wall.slice(8, 10))
    return written + wall.slice(10).replace('.', decimal)
  }
}
