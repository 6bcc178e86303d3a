import type { ZoneClock } from '../../contract/time/zone.ts'
import { inBlocks, type WriteFormat } from '../format.ts'
import type { Cell, Column, Table } from '../table.ts'

export const write: WriteFormat = (table, clock) => inBlocks(jsonPieces(table, clock))

/**
 * One JSON document, written a row at a time:
 * `{"title", "about": {…}, "columns": [{"key", "header"}], "rows": [{…}]}`. Values are verbatim; times are ISO 8601 with
 * the zone's offset; what a record does not have is left out.
 */
export function* jsonPieces(table: Table, clock: ZoneClock): Generator<string> {
  const head = {
    title: table.title,
    about: Object.fromEntries(table.about),
    columns: table.columns.map(({ key, header }) => ({ key, header })),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  let separator = '\n'
  for (const row of table.rows) {
    yield separator + JSON.stringify(jsonRow(table.columns, row, clock))
    separator = ',\n'
  }
  yield '\n]}\n'
}

function jsonRow(columns: readonly Column[], row: readonly Cell[], clock: ZoneClock): Record<string, unknown> {
  // Without a prototype: a channel called `__proto__` is a key like any other.
  const record = Object.create(null) as Record<string, unknown>
  const values = Object.create(null) as Record<string, unknown>
  let hasValues = false
  columns.forEach((column, i) => {
    if (column.within) hasValues = true
    const cell = row[i]
    if (cell === undefined) return
    const isTime = (column.kind === 'time' || column.kind === 'instant') && typeof cell === 'number'
    const target = column.within ? values : record
    target[column.key] = isTime ? clock.iso(cell) : cell
  })
  if (hasValues) record['values'] = values
  return record
}
