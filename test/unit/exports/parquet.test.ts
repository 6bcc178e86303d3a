import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { expect, test } from 'vitest'
import { write } from '../../../electron/exports/formats/parquet.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { GROUP_ROWS } from '../../../electron/exports/parquet/column.ts'
import { Shared, type Block, type Cell, type Column, type Table } from '../../../electron/exports/table.ts'
import { duck, duckRows } from '../../support/duck.ts'
import { tempFolder } from '../book/fixtures.ts'

const COLUMNS: Column[] = (
  [
    ['at', 'instant'],
    ['name', 'text'],
    ['code', 'code'],
    ['value', 'value'],
    ['day', 'day'],
    ['entries', 'object'],
    ['VALUE', 'value'],
  ] as const
).map(([key, kind]) => ({ key, kind, header: key }))

async function written(rows: Iterable<readonly Cell[]>, more: Partial<Table> = {}): Promise<string> {
  const file = join(tempFolder(), 'table.parquet')
  const table: Table = { title: 't', columns: COLUMNS, rows, expected: null, about: [], ...more }
  const options = { format: 'parquet', reader: 'programs', language: 'en', timeZone: 'UTC' } as const
  await pipeline(write(table, zoneClock('UTC'), options), createWriteStream(file))
  return file
}

const NASTY = [
  'a "quoted" text',
  "it's",
  'a,b;c\td',
  'two\nlines\r\n',
  '😀 ё 𝒳',
  '=1+1',
  '1e5',
  '123456789012345678',
  '007',
  '-5',
  '−5',
  '12,5',
  '',
  ' ',
  'NULL',
  'null',
  'NaN',
  'Infinity',
  '\u0000',
  'x'.repeat(100_000),
  "'; DROP TABLE t; --",
]

test('every value comes back as it was: DuckDB reads it', async () => {
  const rows = NASTY.map((text, at): Cell[] => [at, text, text, text, null, { Code: text }, null])
  const connection = await duck()
  const file = await written(rows)
  const read = await duckRows(connection, `SELECT name, code_text, value_text, entries FROM '${file}' ORDER BY "at"`)
  expect(read).toEqual(NASTY.map((text) => [text, text, text, JSON.stringify({ Code: text })]))
  const numbers = await duckRows(connection, `SELECT value_text, value FROM '${file}' WHERE value IS NOT NULL ORDER BY "at"`)
  expect(numbers).toEqual([
    ['1e5', 100_000],
    ['123456789012345678', 123_456_789_012_345_680],
    ['007', 7],
    ['-5', -5],
    ['12,5', 12.5],
  ])
})

test('numbers are numbers to the last bit, negatives, zeros of either sign and nulls among them', async () => {
  const numbers = [0, -0, 0.1 + 0.2, -1.5, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, null, undefined]
  const connection = await duck()
  const file = await written(numbers.map((value, at) => [at, null, 12, value, null, null, null]))
  const read = await duckRows(connection, `SELECT value FROM '${file}' ORDER BY "at"`)
  read.forEach(([value], at) => expect(Object.is(value, numbers[at] ?? null), String(numbers[at])).toBe(true))
  expect((await duckRows(connection, `SELECT * FROM '${file}' LIMIT 0`)).length).toBe(0)
  const names = await duckRows(connection, `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${file}')`)
  // A second column of texts only where there are any, and no two names that differ by their case alone.
  expect(names).toEqual([
    ['at', 'TIMESTAMP WITH TIME ZONE'],
    ['name', 'VARCHAR'],
    ['code', 'BIGINT'],
    ['value', 'DOUBLE'],
    ['day', 'DATE'],
    ['entries', 'VARCHAR'],
    ['VALUE_2', 'DOUBLE'],
  ])
})

test('what does not fit a column of codes stands beside it', async () => {
  const codes: Cell[] = [5, -5, '5', 1.5, true, [1, 'a'], 2 ** 53, null]
  const file = await written(codes.map((code, at) => [at, null, code, null, null, null, null]))
  expect(await duckRows(await duck(), `SELECT code, code_text FROM '${file}' ORDER BY "at"`)).toEqual([
    [5, null],
    [-5, null],
    [null, '5'],
    [null, '1.5'],
    [null, 'true'],
    [null, '[1,"a"]'],
    [null, '9007199254740992'],
    [null, null],
  ])
})

test('times are moments in UTC and days are dates, over a change of clocks and before 1970', async () => {
  // In Berlin 02:30 comes twice on this day.
  const times = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), -1, -62_135_596_800_000, 4_102_444_800_123]
  const file = await written(times.map((at) => [at, null, null, null, '1969-12-31', null, null]))
  const connection = await duck()
  await connection.run("SET TimeZone = 'Europe/Berlin'")
  const read = await duckRows(connection, `SELECT epoch_ms("at"), day FROM '${file}'`)
  expect(read).toEqual(times.map((at) => [at, '1969-12-31']))
})

test('a table without rows is a file that can be read', async () => {
  const file = await written([])
  expect(await duckRows(await duck(), `SELECT count(*), count(value) FROM '${file}'`)).toEqual([[0, 0]])
})

test('row groups are bounded, and readers can pass over those they do not need', async () => {
  const rows = 2 * GROUP_ROWS + 17
  function* many(): Generator<Cell[]> {
    for (let at = 0; at < rows; at++) yield [at * 1000, `n${at % 7}`, at, at === rows - 1 ? 'a text' : at / 3, null, null, null]
  }
  const file = await written(many())
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(file))
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([GROUP_ROWS, GROUP_ROWS, 17])
  const bounds = groups.map(({ columns }) => columns[2]?.meta_data?.statistics)
  expect(bounds.map((one) => [one?.min_value, one?.max_value])).toEqual([
    [0n, BigInt(GROUP_ROWS - 1)],
    [BigInt(GROUP_ROWS), BigInt(2 * GROUP_ROWS - 1)],
    [BigInt(2 * GROUP_ROWS), BigInt(rows - 1)],
  ])
  const [read] = await duckRows(
    await duck(),
    `SELECT count(*), sum(code), sum(value), max(value_text), count(DISTINCT name) FROM '${file}'`,
  )
  expect(read?.slice(0, 2)).toEqual([rows, (rows * (rows - 1)) / 2])
  expect(read?.[2]).toBeCloseTo(((rows - 1) * (rows - 2)) / 6, 0)
  expect(read?.slice(3)).toEqual(['a text', 7])
})

test('bounds are those of the texts that are written: half a character is written as U+FFFD', async () => {
  const texts = ['\ud800', 'a\udc00b', '\ufffe']
  const file = await written(texts.map((text, at) => [at, text, 1, null, null, null, null]))
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(file))
  expect(groups[0]?.columns[1]?.meta_data?.statistics).toMatchObject({ min_value: 'a\ufffdb', max_value: '\ufffe' })
  const read = await duckRows(await duck(), `SELECT name FROM '${file}' ORDER BY "at"`)
  expect(read).toEqual(texts.map((text) => [text.toWellFormed()]))
})

test('rows in pieces make the file that whole rows make', async () => {
  const shared = [new Shared(['ГРП-1', 1, '12,5']), new Shared([null, 'x', undefined])]
  const at = Array.from({ length: GROUP_ROWS + 5 }, (_, i) => i)
  const pieces = at.map((i) => [i, shared[i % 2] ?? null, '2026-01-01', null, i / 2])
  const rows = at.map((i): Cell[] => [i, ...(shared[i % 2]?.cells ?? []), '2026-01-01', null, i / 2])
  const connection = await duck()
  const [a, b] = [await written([], { pieces }), await written(rows)]
  expect(await duckRows(connection, `SELECT count(*) FROM (FROM '${a}' EXCEPT ALL FROM '${b}')`)).toEqual([[0]])
  expect(await duckRows(connection, `SELECT count(*), count(code_text) FROM '${a}'`)).toEqual([
    [GROUP_ROWS + 5, Math.floor((GROUP_ROWS + 5) / 2)],
  ])
})

test('pieces may change from row to row, and may be many', async () => {
  const many = Array.from({ length: 3000 }, (_, i) => new Shared([`ГРП-${i}`, i % 7 === 0 ? null : i, `${i},5`]))
  const whole = new Shared([null, 'x', undefined, '2026-01-01', null, 7])
  const pieces = Array.from({ length: 9000 }, (_, i) => {
    if (i % 1000 === 3) return [i, whole]
    if (i % 1000 === 4) return [i, 'own', 5, 'own']
    return [i, many[(i * 7) % many.length] ?? null, '2026-01-01', null, i / 2]
  })
  const rows = pieces.map((row) => row.flatMap((piece) => (piece instanceof Shared ? piece.cells : [piece])))
  const connection = await duck()
  const [a, b] = [await written([], { pieces }), await written(rows)]
  const difference = `SELECT count(*) FROM ((FROM '${a}' EXCEPT ALL FROM '${b}') UNION ALL (FROM '${b}' EXCEPT ALL FROM '${a}'))`
  expect(await duckRows(connection, difference)).toEqual([[0]])
  expect(await duckRows(connection, `SELECT count(*) FROM '${a}'`)).toEqual([[9000]])
})

test('blocks of columns give what their rows give, with lists that grow and begin anew, and more texts than are kept', async () => {
  const ROWS = 2 * GROUP_ROWS + 777
  const STEP = 1500
  // More than two row groups, nearly every text another; every 20th comes again in a later row group.
  const textAt = (row: number) => (row % 20 === 0 ? `again ${row % 400}` : `text ${row}`)
  function* blocks(): Generator<Block> {
    let texts: Shared[] = []
    const codes = [7, null, 12].map((code) => new Shared([code, 'x']))
    for (let from = 0; from < ROWS; from += STEP) {
      if (from % (40 * STEP) === 0) texts = []
      const rows = Math.min(STEP, ROWS - from)
      const which = Uint32Array.from({ length: rows }, (_, nth) => texts.push(new Shared([textAt(from + nth)])) - 1)
      yield {
        rows,
        parts: [
          { numbers: Float64Array.from({ length: rows }, (_, nth) => from + nth) },
          { which, of: texts, width: 1 },
          { which: which.map((_, nth) => (from + nth) % 3), of: codes, width: 2 },
          { numbers: Float64Array.from({ length: rows }, (_, nth) => (from + nth) / 2) },
        ],
      }
    }
  }
  const columns = COLUMNS.filter(({ key }) => ['at', 'name', 'code', 'entries', 'value'].includes(key))
  const [at, name, code, value, entries] = columns as [Column, Column, Column, Column, Column]
  const of = { columns: [at, name, code, entries, value] }
  const rows = Array.from({ length: ROWS }, (_, row) => [row, textAt(row), [7, null, 12][row % 3], 'x', row / 2])
  const connection = await duck()
  const [a, b] = [await written([], { ...of, blocks: blocks() }), await written(rows, of)]
  const difference = `SELECT count(*) FROM ((FROM '${a}' EXCEPT ALL FROM '${b}') UNION ALL (FROM '${b}' EXCEPT ALL FROM '${a}'))`
  expect(await duckRows(connection, difference)).toEqual([[0]])
  expect(await duckRows(connection, `SELECT count(*), count(DISTINCT name) FROM '${a}'`)).toEqual([
    [ROWS, new Set(rows.map(([, text]) => text)).size],
  ])
})

test('texts of a megabyte come back whole, are written once, and stand in no footer', async () => {
  const long = 'Код '.repeat(250_000)
  const rows = Array.from({ length: 400 }, (_, at): Cell[] => [at, at % 4 === 0 ? long : `name ${at}`, 'x', null, null, null, null])
  const file = await written(rows)
  const connection = await duck()
  const same = `name = repeat('Код ', 250000)`
  const read = await duckRows(connection, `SELECT count(*), count(*) FILTER (${same}) FROM '${file}'`)
  expect(read.map((row) => row.map(Number))).toEqual([[400, 100]])
  const buffer = await asyncBufferFromFile(file)
  const footer = new DataView(await buffer.slice(buffer.byteLength - 8, buffer.byteLength - 4)).getUint32(0, true)
  expect(footer).toBeLessThan(10_000)
  const { row_groups } = await parquetMetadataAsync(buffer)
  const names = row_groups[0]?.columns.find((column) => column.meta_data?.path_in_schema[0] === 'name')?.meta_data
  expect(Number(names?.total_uncompressed_size)).toBeLessThan(3 * long.length)
})
