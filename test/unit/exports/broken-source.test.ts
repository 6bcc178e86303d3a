import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FILE_FORMATS } from '../../../electron/contract/files.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import { writerOf } from '../../../electron/exports/format.ts'
import type { Row, Table } from '../../../electron/exports/table.ts'

/** What fails behind a file (a damaged page, an impossible value) is the answer of its export, and of nothing else. */

let folder: string
const unheard: unknown[] = []
const hear = (error: unknown) => void unheard.push(error)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-broken-source-'))
  unheard.length = 0
  process.on('uncaughtExceptionMonitor', hear)
})
afterEach(() => {
  process.off('uncaughtExceptionMonitor', hear)
  rmSync(folder, { recursive: true, force: true })
})

const CLOCK = zoneClock('UTC')
const ROWS = 3_000
const BROKEN = 'the page is damaged'

/** Rows up to a place, and then an error. */
function* rowsUpTo(place: number): Generator<Row> {
  for (let row = 0; row < place; row++) yield [`row ${row}`, row]
  throw new Error(BROKEN)
}
/** A table that cannot even be begun. */
const unreadable: Iterable<Row> = {
  [Symbol.iterator]: () => {
    throw new Error(BROKEN)
  },
}
const tableOf = (rows: Iterable<Row>, more: Partial<Table> = {}): Table => ({
  title: 'broken',
  columns: [
    { key: 'name', header: 'Name', kind: 'text' },
    { key: 'value', header: 'Value', kind: 'value' },
  ],
  rows,
  expected: null,
  about: [],
  ...more,
})

/** What a sheet of its own for each station comes from. */
async function* apart(tables: number): AsyncGenerator<Table> {
  for (let table = 0; table < tables; table++) {
    await nextTurn()
    yield tableOf([[`table ${table}`, 1]])
  }
  throw new Error(BROKEN)
}

const SOURCES: readonly (readonly [where: string, table: () => Table])[] = [
  ['before the first row', () => tableOf(unreadable)],
  ['at the first row', () => tableOf(rowsUpTo(0))],
  ['in the first rows', () => tableOf(rowsUpTo(20))],
  ['in the middle', () => tableOf(rowsUpTo(ROWS / 2))],
  ['at the end', () => tableOf(rowsUpTo(ROWS))],
  ['in pieces', () => tableOf(rowsUpTo(0), { pieces: rowsUpTo(0) })],
  ['at once in the sheet of the first station', () => tableOf(rowsUpTo(0), { apart: [tableOf(rowsUpTo(0))] })],
  ['later, before the first station', () => tableOf(rowsUpTo(0), { apart: apart(0) })],
  ['later, between two stations', () => tableOf(rowsUpTo(1), { apart: apart(2) })],
]

test.each(FILE_FORMATS.flatMap((format) => SOURCES.map(([where, table]) => [format, where, table] as const)))(
  '%s whose source fails %s: its error is the answer, nothing is left behind, nothing else ends',
  async (format, _where, table) => {
    const write = await writerOf(format)
    const content = write(table(), CLOCK, { reader: 'people', language: 'en' })
    await expect(writeWhole(join(folder, `broken.${format}`), content)).rejects.toThrow(BROKEN)
    // An error that nobody listens to is thrown in a later turn.
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect([readdirSync(folder), unheard]).toEqual([[], []])
  },
)

test.each(FILE_FORMATS)('%s that is looked at late: its error waits', async (format) => {
  const write = await writerOf(format)
  const content = write(tableOf(rowsUpTo(0)), CLOCK, { reader: 'people', language: 'en' })
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  await expect(writeWhole(join(folder, `broken.${format}`), content)).rejects.toThrow(BROKEN)
  expect([readdirSync(folder), unheard]).toEqual([[], []])
})

test('a stream that has failed before it is written: its error is the answer', async () => {
  const content = new PassThrough()
  const written = writeWhole(join(folder, 'broken.bin'), content)
  content.destroy(new Error(BROKEN))
  await expect(written).rejects.toThrow(BROKEN)
  await nextTurn()
  expect([readdirSync(folder), unheard]).toEqual([[], []])
})
