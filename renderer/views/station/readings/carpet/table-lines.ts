import type { CarpetCells } from '../../../../charts/carpet/cells.ts'

/** A row of the carpet's table: the cells of each hour, weekday or month; none where there is no such time, two where an hour comes twice. */
export interface TableLine {
  /** Its first cell. */
  key: number
  cells: readonly (readonly number[])[]
}

const MONTHS = 12

/** Gas days of hours, weeks of days, years of months; in the order of time. */
export function tableLines(cells: CarpetCells): TableLine[] {
  const positions = cells.kind === 'month' ? MONTHS : cells.rows
  const lines: { key: number; line: number; cells: number[][] }[] = []
  for (let cell = 0; cell < cells.length; cell++) {
    const [column, row] = [cells.column[cell] ?? 0, cells.row[cell] ?? 0]
    const line = cells.kind === 'month' ? row : (cells.block[cell] ?? 0) * 1000 + column
    const position = cells.kind === 'month' ? column : row
    const last = lines[lines.length - 1]
    const now = last?.line === line ? last : { key: cell, line, cells: Array.from({ length: positions }, (): number[] => []) }
    if (now !== last) lines.push(now)
    now.cells[position]?.push(cell)
  }
  return lines.map(({ key, cells: found }) => ({ key, cells: found }))
}
