import { formulaSafe } from '../../../electron/contract/formulas.ts'
import type { GridColumn } from './columns.ts'
import type { RowSource } from './rows.ts'

/** Copies at most so many rows; more are the export's work. */
export const MOST_ROWS = 20_000
/** The text of a cell without a value. */
const ABSENT = '—'

/** The selected rows in the list's order, or the current one, as tab-separated text of the shown columns under a header. Formulas are disarmed: pasted into a spreadsheet, nothing runs. */
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

/** One cell without line breaks. A leading quote is doubled: a spreadsheet would read on to the next one, over many cells. */
function cellOf(text: string): string {
  if (text === ABSENT) return ''
  const flat = formulaSafe(text.replaceAll(/[\t\r\n]+/g, ' '))
  return flat.startsWith('"') ? `"${flat.replaceAll('"', '""')}"` : flat
}
