import { formulaSafe } from '../../../electron/contract/formulas.ts'
import type { GridColumn } from './columns.ts'
import type { RowSource } from './rows.ts'

/** More rows than this are an export's work, not the clipboard's. */
const MOST_ROWS = 20_000

/** The chosen rows in the list's order, or the current one, as tab-separated text with the columns that show; a paste into a spreadsheet runs nothing. */
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
  const cell = (text: string) => formulaSafe(text.replaceAll(/[	
]/g, ' '))
  const line = (row: Row) => columns.map((column) => cell((column.copied ?? column.text)(row))).join('	')
  return rows.map(line).join('\n')
}
