import { formulaSafe } from '../contract/formulas.ts'
import type { FileReader } from '../contract/files.ts'
import type { ZoneClock } from '../contract/time/zone.ts'
import { isDecimal, measuredIn } from './safety.ts'
import type { Cell, Column, Row, Table } from './table.ts'
import type { Words } from './words.ts'

export interface CsvOptions {
  reader: FileReader
  language: 'en' | 'ru'
  words: Words
}

/** A field as it stands in the file; numbers need no quotes. */
type Field = (cell: NonNullable<Cell>, row: Row) => string

/**
 * CSV after RFC 4180, in UTF-8, CRLF line ends.
 * For people: what a spreadsheet in their language takes as it is. A byte order mark (Excel reads Cyrillic only so), in
 * Russian semicolons and decimal commas, in English commas and points.
 * For programs: commas, decimal points, values and codes verbatim, times in ISO 8601 with the zone's offset, headings
 * that are the same in every language; no byte order mark. Formulas are made harmless for both: either file can be
 * opened with a click.
 */
export function* csvLines(table: Table, clock: ZoneClock, options: CsvOptions): Generator<string> {
  const isPlain = options.reader === 'programs'
  const delimiter = !isPlain && options.language === 'ru' ? ';' : ','
  const fields = table.columns.map((column) =>
    isPlain ? plainField(column, clock) : peopleField(table.columns, column, clock, options),
  )
  const header = table.columns.map((column) => quoted(isPlain ? (column.plainHeader ?? column.key) : column.header))

  yield `${isPlain ? '' : '\uFEFF'}${header.join(delimiter)}\r\n`
  for (const row of table.rows) {
    const line = fields.map((field, at) => {
      const cell = row[at]
      return cell === null || cell === undefined ? '' : field(cell, row)
    })
    yield `${line.join(delimiter)}\r\n`
  }
}

/** Any separator is quoted, the file's own or not: some readers guess. */
const QUOTABLE = /[,;"\t\r\n]|^\s|\s$/
function quoted(text: string): string {
  const safe = formulaSafe(text)
  return QUOTABLE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function plainField({ kind }: Column, clock: ZoneClock): Field {
  const isTime = kind === 'time' || kind === 'instant'
  return (cell) => {
    if (typeof cell === 'number') return isTime ? clock.iso(cell) : String(cell)
    if (typeof cell === 'boolean') return String(cell)
    return quoted(typeof cell === 'string' ? cell : JSON.stringify(cell))
  }
}

function peopleField(columns: readonly Column[], column: Column, clock: ZoneClock, options: CsvOptions): Field {
  const { language, words } = options
  const { kind, show } = column
  if (show) return (cell) => quoted(show(cell))
  const isMeasured = measuredIn(columns, column)
  const localized = (number: string) => (language === 'ru' ? number.replace('.', ',') : number)
  return (cell, row) => {
    if (typeof cell === 'number') {
      if (kind === 'time' || kind === 'instant') return wallText(clock.wall(cell, kind === 'instant'), language)
      return kind === 'text' ? String(cell) : localized(String(cell))
    }
    if (typeof cell === 'boolean') return words(cell ? 'yes' : 'no')
    if (typeof cell !== 'string') return quoted(plainText(cell))
    if (kind === 'day') return wallText(cell, language)
    return isDecimal(cell) && isMeasured(row) ? localized(cell) : quoted(cell)
  }
}

/** `yyyy-mm-dd hh:mm:ss.mmm` as the language writes it. English stays: every spreadsheet reads it, and none takes the day for the month. */
function wallText(wall: string, language: 'en' | 'ru'): string {
  if (language === 'en') return wall
  const [day = '', time = ''] = wall.split(' ')
  return [day.split('-').reverse().join('.'), time.replace('.', ',')].filter(Boolean).join(' ')
}

/** A text for a cell: a record reads `name: value; name: value`, anything deeper stays JSON. */
export function plainText(cell: NonNullable<Cell>): string {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'object') return String(cell)
  if (Array.isArray(cell)) return JSON.stringify(cell)
  return Object.entries(cell)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
}
