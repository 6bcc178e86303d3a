import { formulaSafe } from '../../../electron/contract/formulas.ts'
import type { GridColumn } from './columns.ts'
import type { RowSource } from './rows.ts'

/** More rows than this are an export's work, not the clipboard's. */
const MOST_ROWS = 20_000
/** What a cell shows where there is no value. */
const ABSENT = '—'

/** The chosen rows in the list's order, or the current one, as tab-separated text under a header, with the columns that show; a paste into a spreadsheet runs nothing. */
export async function rowsAsText<Row>(
  source: RowSource<Row>,
  columns: readonly GridColumn<Row>[],
  isChosen: ((row: Row) => boolean) | null,
  current: Row | undefined,
): Promise<string> {
  const rows = isChosen
    ? (await source.between(0, Math.min(source.total.value, MOST_ROWS) - 1)).filter(isChosen)
    : current === undefined
      ? []
      : [current]
  const line = (cells: readonly string[]) => cells.map(cellOf).join('\t')
  const header = line(columns.map(({ title }) => title))
  return [header, ...rows.map((row) => line(columns.map(({ copied, text }) => (copied ?? text)(row))))].join('\n')
}

/** One cell on one line; a spreadsheet would read a quote at its start as the beginning of many cells. */
function cellOf(text: string): string {
  if (text === ABSENT) return ''
  const flat = formulaSafe(text.replaceAll(/[\t\r\n]+/g, ' '))
  return flat.startsWith('"') ? `"${flat.replaceAll('"', '""')}"` : flat
}
