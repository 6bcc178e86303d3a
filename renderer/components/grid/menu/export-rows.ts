import { formulaSafe } from '../../../../electron/contract/formulas.ts'
import { type Language, wordsOf } from '../../../../electron/words/index.ts'
import type { GridColumn } from '../columns.ts'

/** The text of a cell without a value. */
const ABSENT = '—'
/** A byte order mark: a spreadsheet reads Cyrillic only so. */
const MARK = '\uFEFF'
const QUOTABLE = /[,;"\t\r\n]|^\s|\s$/

/** Rows as CSV for people: the shown columns, and the language's separator, so that a spreadsheet takes it as it is. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], language: Language): string {
  const { separator } = wordsOf(language).habits
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(separator)}\r\n`
  const texts = rows.map((row) => columns.map(({ copied, text }) => (copied ?? text)(row)))
  return [MARK, line(columns.map(({ title }) => title)), ...texts.map(line)].join('')
}

function quoted(text: string): string {
  if (text === ABSENT) return ''
  const safe = formulaSafe(text)
  return QUOTABLE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
