import type { ZoneClock } from '../../contract/time/zone.ts'
import { AS_TEXT, UTF8, type Characters } from '../characters.ts'
import { inBlocks, type WriteFormat } from '../format.ts'
import { Shared, type Cell, type Column, type Pieces, type Table } from '../table.ts'

export const write: WriteFormat = (table, clock) => inBlocks(jsonPieces(table, clock, UTF8))

/**
 * One JSON document, written a row at a time:
 * `{"title", "about": {…}, "columns": [{"key", "header"}], "rows": [{…}]}`. Values are verbatim; times are ISO 8601 with
 * the zone's offset; what a record does not have is left out. `characters`: how texts become bytes; as text when absent.
 */
export function* jsonPieces(table: Table, clock: ZoneClock, { bytes }: Characters = AS_TEXT): Generator<string> {
  const head = {
    title: table.title,
    about: Object.fromEntries(table.about),
    columns: table.columns.map(({ key, header }) => ({ key, header })),
  }
  const rowOf = rowWriter(table.columns, clock, bytes)
  yield `${bytes(JSON.stringify(head)).slice(0, -1)},"rows":[`
  let separator = '\n'
  for (const row of table.pieces ?? table.rows) {
    yield separator + rowOf(row)
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Writes a row, in pieces or not, as an object; channel values stand in an object of their own, behind the rest. */
function rowWriter(columns: readonly Column[], clock: ZoneClock, bytes: (text: string) => string) {
  const names = columns.map(({ key }) => `${bytes(JSON.stringify(key))}:`)
  const isTime = columns.map(({ kind }) => kind === 'time' || kind === 'instant')
  const isWithin = columns.map(({ within }) => within !== undefined)
  const hasValues = isWithin.includes(true)
  const places = new Map(columns.map(({ key, within }, at) => [`${within ?? ''} ${key}`, at]))
  /** Two columns of one key (a channel in two units): the last that a row has counts. */
  const repeats = places.size < columns.length

  function member(cell: Cell, at: number): string {
    if (cell === undefined) return ''
    const name = names[at] ?? ''
    if (typeof cell === 'number') {
      if (isTime[at] === true) return `${name}"${clock.iso(cell)}",`
      return `${name}${Number.isFinite(cell) ? String(cell) : 'null'},`
    }
    return `${name}${bytes(JSON.stringify(cell))},`
  }
  const isShadowed = (cells: readonly Cell[], at: number): boolean =>
    columns.some(
      ({ key, within }, other) => other > at && key === columns[at]?.key && within === columns[at]?.within && cells[other] !== undefined,
    )

  return (row: Pieces): string => {
    let record = ''
    let values = ''
    let at = 0
    for (const piece of row) {
      if (piece instanceof Shared) {
        const start = at
        record += piece.text ??= piece.cells.map((cell, nth) => member(cell, start + nth)).join('')
        at += piece.cells.length
        continue
      }
      const text = repeats && isShadowed(flat(row), at) ? '' : member(piece, at)
      if (isWithin[at] === true) values += text
      else record += text
      at++
    }
    if (hasValues) record += `"values":{${values.slice(0, -1)}},`
    return `{${record.slice(0, -1)}}`
  }
}

const flat = (row: Pieces): Cell[] => row.flatMap((piece): readonly Cell[] => (piece instanceof Shared ? piece.cells : [piece]))
