import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { WriteFormat } from '../format.ts'
import { GROUP_ROWS, type NumberColumn, type TextColumn } from '../parquet/column.ts'
import { filler } from '../parquet/filler.ts'
import { ParquetFile, type ParquetColumn } from '../parquet/parquet-file.ts'
import { asNumber, KINDS, type NumberColumnKind, type Target } from '../parquet/target.ts'
import type { Column, Table } from '../table.ts'
import { uniqueNames } from '../unique-names.ts'

/**
 * Parquet, for programs: columns have the service's names, values are as they came. Times are timestamps in UTC, days are
 * dates, codes that are whole numbers are whole numbers; measured values are eight-byte floats, those that came as texts
 * of a number included. What came as a text, or does not fit its column, stands as a text in a second one, `NAME_text`,
 * which a file has only where it is needed.
 */
export const write: WriteFormat = (table) => Readable.from(parquetBytes(table), { objectMode: false })

async function* parquetBytes(table: Table): AsyncGenerator<Uint8Array> {
  const { about, targetsIn } = columnsOf(table.columns)
  const file = new ParquetFile(about)
  const fill = filler(targetsIn(file))
  yield file.head()
  async function* group(): AsyncGenerator<Uint8Array> {
    fill.settle()
    for (const bytes of file.takeGroup()) {
      yield bytes
      await breath()
    }
    fill.clear()
  }
  let rows = 0
  if (table.blocks)
    for (const block of table.blocks) {
      for (let from = 0; from < block.rows;) {
        const to = Math.min(block.rows, from + GROUP_ROWS - (rows % GROUP_ROWS))
        fill.addBlock(block, from, to)
        rows += to - from
        from = to
        if (rows % GROUP_ROWS === 0) yield* group()
      }
      await breath()
    }
  else
    for (const row of table.pieces ?? table.rows) {
      fill.add(row)
      if (++rows % GROUP_ROWS === 0) yield* group()
      else if (rows % REST_ROWS === 0) await breath()
    }
  yield* group()
  yield file.footer()
}
/** Rows that take a few milliseconds together. */
const REST_ROWS = 2048

function columnsOf(columns: readonly Column[]) {
  const about: ParquetColumn[] = []
  const places: { fits: number | null; text: number; kind: NumberColumnKind | null }[] = []
  const unique = uniqueNames()
  const names = columns.map(({ key }) => unique(key))
  columns.forEach((column, at) => {
    const name = names[at] ?? ''
    const kind = KINDS[column.kind] ?? null
    if (kind === null) {
      places.push({ fits: null, text: about.push({ name, kind: 'text' }) - 1, kind })
      return
    }
    const fits = about.push({ name, kind }) - 1
    const text = about.push({ name: unique(`${name}_text`), kind: 'text', isOptional: true }) - 1
    places.push({ fits, text, kind })
  })
  return {
    about,
    targetsIn: (file: ParquetFile): Target[] =>
      places.map(({ fits, text, kind }) => ({
        fits: fits === null ? null : (file.columns[fits] as NumberColumn),
        text: file.columns[text] as TextColumn,
        numberOf: kind === null ? () => null : asNumber[kind],
      })),
  }
}
