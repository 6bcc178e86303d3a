import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import type { CsvSeparator } from '../../../electron/contract/files.ts'
import { formulaSafe, formulaText } from '../../../electron/contract/formulas.ts'
import { exportTo, type ExportRequest } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { testFolder } from '../../support/pull.ts'
import { askDuckDb, csvByDuckDb, csvByPython, hasPython } from '../../support/readers.ts'
import { numRuns, station } from '../book/fixtures.ts'

/** Files are read back by DuckDB and by Python, which had no part in writing them. */

const folder = testFolder()
let book: Book
const at = (iso: string) => Date.parse(iso)
/** Texts that files are known to spoil. */
const TEXTS = [
  'ГРП "Северная"; №2, ул. Ленина',
  'дом 5\r\nкв. 7',
  'a\nb',
  '\tx',
  ' x ',
  '"',
  '""',
  ',',
  '😀 🔥',
  'м³/ч',
  '=1+1',
  "'=1+1",
  "''=1",
  '+7 916 123-45-67',
  '-cmd',
  '@SUM(A1)',
  'x;=1+1',
  "x,'=1+1",
  '1e5',
  '1E+400',
  '007',
  '123456789012345678',
  '-0.250',
  '12,5',
  '0',
  '-0',
  'true',
  'null',
  'NULL',
  'NaN',
  '',
  '2026-10-25',
  "'",
  "'5",
  '---',
]
/** Moscow has had no clock changes since 2014, Berlin has: at 01:00Z of this day 03:00 became 02:00. */
const BERLIN = [at('2026-10-25T00:30:00.250Z'), at('2026-10-25T01:00:00Z'), at('2026-10-25T01:30:00.250Z')]

beforeAll(() => {
  book = openBook(folder.file('a.meterbook'), { mode: 'write', now: () => 0 })
  book.page(() => {
    book.stations.put(
      TEXTS.map((text, nth) => station({ id: nth + 1, name: text, equipmentSerialNumber: text, phone: null, uid: 5 })),
      0,
    )
    TEXTS.forEach((text, nth) => {
      const equipmentId = 1001 + nth
      book.readings.put({ equipmentId, archiveType: 'hourly', view: 'general' }, [
        { atMs: BERLIN[nth % 3] ?? 0, values: { P: text, Q: -1e-7, X: null } },
        { atMs: 1000 + nth, values: { Q: 12.5, Y: true } },
      ])
      book.events.add({ equipmentId, archiveType: 'alarm' }, [
        { atMs: BERLIN[nth % 3] ?? 0, entries: { Code: text, CodeDescription: text, ValCode: text, Izm: null, [`к ${text}`]: text } },
        { atMs: 5000 + nth, entries: { Code: nth, ValCode: -nth } },
      ])
    })
  })
})
afterAll(() => {
  book.close()
  folder.remove()
})

type What = ExportRequest extends infer R ? (R extends ExportRequest ? Omit<R, keyof ExportHow> : never) : never
const ids = TEXTS.map((_, nth) => nth + 1)
const KINDS: Record<string, What> = {
  stations: { kind: 'stations', filter: {} },
  readings: { kind: 'readings', stationIds: ids, archiveTypes: 'all', view: 'general' },
  events: { kind: 'events', filter: {} },
  'events of all stations': { kind: 'events', filter: { situations: true } },
}
const PLAIN: ExportHow = { format: 'csv', reader: 'programs', language: 'ru', timeZone: 'Europe/Berlin' }

let files = 0
async function written(what: What, how: Partial<ExportHow> = {}) {
  const file = folder.file(`${++files}.${how.format ?? 'csv'}`)
  return { file, ...(await exportTo(book, { ...what, ...PLAIN, ...how }, file)) }
}

interface Document {
  columns: { key: string }[]
  rows: (Record<string, unknown> & { values?: Record<string, unknown> })[]
}
/** What the JSON file says, cell by cell: a text as it is, anything else as its JSON; null where the record has nothing. */
async function verbatim(what: What): Promise<{ document: Document; cells: (string | null)[][] }> {
  const { file } = await written(what, { format: 'json' })
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const cells = document.rows.map((row) =>
    document.columns.map(({ key }) => {
      const cell = row[key] ?? row.values?.[key] ?? null
      return cell === null || typeof cell === 'string' ? cell : JSON.stringify(cell)
    }),
  )
  return { document, cells }
}
const bare = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => row.map((cell) => (cell === null ? null : formulaText(cell))))
const withoutNulls = (rows: readonly (readonly (string | null)[])[]) => rows.map((row) => row.map((cell) => cell ?? ''))

describe.each(Object.entries(KINDS))('%s', (_, what) => {
  test.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ] as [CsvSeparator, string][])('CSV by %s gives the same values to DuckDB and Python', async (separator, sign) => {
    const { cells } = await verbatim(what)
    expect(cells.flat().filter((cell) => cell !== null && TEXTS.includes(cell)).length).toBeGreaterThan(TEXTS.length)
    const { file, rows } = await written(what, { separator })
    expect(rows).toBe(cells.length)
    expect(bare(await csvByDuckDb(file, sign))).toEqual(cells)
    if (hasPython) expect(bare(csvByPython(file, { separator: sign }).slice(1))).toEqual(withoutNulls(cells))
  })

  test('JSON gives the same values to DuckDB', async () => {
    const { document, cells } = await verbatim(what)
    const { file } = await written(what, { format: 'json' })
    const paths = document.columns.map(({ key }) =>
      document.rows.some(({ values }) => values && key in values) ? `r->'values'->>'${key}'` : `r->>'${key}'`,
    )
    const read = await askDuckDb(
      `SELECT ${paths.join(', ')} FROM (SELECT unnest(rows) AS r FROM read_json('${file}', columns = {rows: 'JSON[]'}))`,
    )
    const numbers = (rows: (string | null)[][]) =>
      rows.map((row) => row.map((cell) => (cell !== null && /^-?[\d.]+e-?\d+$/.test(cell) ? String(Number(cell)) : cell)))
    expect(numbers(read)).toEqual(numbers(cells))
  })
})

test('a CSV for people has the texts that Python reads, by any separator', async () => {
  if (!hasPython) return
  for (const language of ['en', 'ru'] as const) {
    for (const [separator, sign] of [
      ['comma', ','],
      ['semicolon', ';'],
      ['tab', '\t'],
    ] as const) {
      const { file } = await written({ kind: 'events', filter: { desc: true } }, { reader: 'people', language, separator })
      const [header = [], ...rows] = csvByPython(file, { encoding: 'utf-8-sig', separator: sign })
      const { document } = await verbatim({ kind: 'events', filter: { desc: true } })
      const place = document.columns.findIndex(({ key }) => key === 'description')
      expect(header).toHaveLength(document.columns.length)
      expect(rows.map((row) => formulaText(row[place] ?? ''))).toEqual(document.rows.map(({ description }) => description ?? ''))
    }
  }
})

test('windows-1251 holds what it can; what it lacks is replaced by the nearest sign and named', async () => {
  const { file, replaced } = await written({ kind: 'events', filter: {} }, { encoding: 'windows-1251' })
  expect(replaced.toSorted()).toEqual(['³', '😀', '🔥'].toSorted())
  const text = new TextDecoder('windows-1251').decode(readFileSync(file))
  expect(text).toContain('ГРП ""Северная""; №2, ул. Ленина')
  expect(text).toContain('м3/ч')
  expect(text).toContain('? ?')
  const { file: whole, replaced: none } = await written({ kind: 'events', filter: {} }, { encoding: 'utf-8' })
  expect(none).toEqual([])
  if (!hasPython) return
  const fitted = (cell: string) => cell.replaceAll('³', '3').replaceAll(/[😀🔥]/gu, '?')
  expect(csvByPython(file, { encoding: 'cp1251' })).toEqual(csvByPython(whole).map((row) => row.map(fitted)))
})

test('apostrophes that guard formulas can be taken away, and no other', () => {
  const text = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '1', 'a', ',', ';', '\t', '\n', ' ', '"', '.', '＝'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, (one) => formulaText(formulaSafe(one)) === one),
    { seed: 4, numRuns: numRuns(5_000, 100_000) },
  )
})
