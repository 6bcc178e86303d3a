import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FormatOptions } from '../../../electron/exports/format.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import type { Cell, Column, Table } from '../../../electron/exports/table.ts'
import { xlsxStream } from '../../../electron/exports/formats/xlsx.ts'
import { createSheetNames } from '../../../electron/exports/xlsx/sheet-names.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { cellAt, linesOf, openedBook, openSheet } from '../../support/xlsx.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'meterbook-xlsx-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = zoneClock('Europe/Moscow')
const atMs = Date.parse('2026-01-31T07:00:00.250Z')
const PEOPLE: FormatOptions = { reader: 'people', language: 'en' }
const PROGRAMS: FormatOptions = { reader: 'programs', language: 'en' }

const COLUMNS: readonly Column[] = [
  { key: 'time', header: 'Time (Europe/Moscow)', kind: 'instant' },
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'P', header: 'P, кПа', kind: 'value', within: 'values' },
  { key: 'entries', header: 'Entries', kind: 'object' },
]
const table = (rows: Iterable<readonly Cell[]>, columns = COLUMNS): Table => ({
  title: 'Журнал: [1/2]',
  expected: null,
  about: [
    ['Station', 'ГРП-2'],
    ['Formula', '=1+1'],
  ],
  columns,
  rows,
})

const nasty: Cell[][] = [
  [atMs, 'ГРП "Северная"; №2, ул. Ленина\nдом 5', 12.5, { Code: '17', n: 3 }],
  [atMs, '=HYPERLINK("http://evil")', '-0.250', null],
  [null, '007', 'нет', undefined],
  [atMs, '+7 916 123-45-67', undefined, {}],
]

async function written(what: Table, options: FormatOptions & { sheetRows?: number } = PEOPLE, zone = clock): Promise<string> {
  const file = join(folder, 'a.xlsx')
  await writeWhole(file, xlsxStream(what, zone, options))
  return file
}
const opened = async (what: Table, options: FormatOptions & { sheetRows?: number } = PEOPLE) => openedBook(await written(what, options))

const python = spawnSync('python3', ['--version']).status === 0
if (!python) process.stderr.write('skipped: no python3, workbooks are read back by two libraries only\n')
type PythonCell = [kind: string, text: string] | null
function readByPython(file: string): Record<string, PythonCell[][]> {
  const script = join(import.meta.dirname, '../../support/read-xlsx.py')
  const done = spawnSync('python3', [script, file], { encoding: 'utf8', maxBuffer: 1 << 28 })
  expect(done.stderr).toBe('')
  return JSON.parse(done.stdout) as Record<string, PythonCell[][]>
}

test('real dates in wall time, texts as texts, header frozen, filtered and printed on each page', async () => {
  const book = await opened(table(nasty))
  expect(book.sheets.map((sheet) => sheet.name)).toEqual(['About', 'Журнал 1 2'])
  const sheet = openSheet(book)
  expect(sheet?.name).toBe('Журнал 1 2')
  expect(cellAt(sheet, 'A1').value).toBe('Time (Europe/Moscow)')
  expect(cellAt(sheet, 'A2').value).toEqual(new Date('2026-01-31T10:00:00.250Z'))
  expect(cellAt(sheet, 'A2').numFmt).toBe('yyyy-mm-dd hh:mm:ss.000')
  expect(cellAt(sheet, 'B3').value).toBe('=HYPERLINK("http://evil")')
  expect(cellAt(sheet, 'B3').type).toBe('string')
  expect(cellAt(sheet, 'B3').numFmt).toBe('@')
  expect(['C2', 'C3', 'C4', 'C5'].map((cell) => cellAt(sheet, cell).value)).toEqual([12.5, -0.25, 'нет', null])
  expect(cellAt(sheet, 'B4').value).toBe('007')
  expect(sheet?.freezePane).toEqual({ rows: 1 })
  expect(sheet?.autoFilter?.range).toBe('A1:D5')
  expect(sheet?.pageSetup?.printTitlesRow).toBe('$1:$1')
})

test('the cover says what the table says of itself, and how many rows there are', async () => {
  const [cover] = (await opened(table(nasty))).sheets
  expect(linesOf(cover)).toEqual([
    ['Журнал: [1/2]'],
    [],
    ['Station', 'ГРП-2'],
    ['Formula', '=1+1'],
    ['Times', expect.stringContaining('Unix time')],
    ['Rows', 4],
  ])
})

test('in Russian days are written as Russian spreadsheets write them', async () => {
  const columns: Column[] = [
    { key: 'day', header: 'Сутки', kind: 'day' },
    { key: 'time', header: 'Время', kind: 'time' },
  ]
  const rows: Cell[][] = [
    ['2026-02-28', atMs],
    ['2026-02-30', -1e15],
    ['весь год', 'нет'],
  ]
  const sheet = openSheet(await opened(table(rows, columns), { reader: 'people', language: 'ru' }))
  expect(cellAt(sheet, 'A2').value).toEqual(new Date('2026-02-28T00:00:00Z'))
  expect([cellAt(sheet, 'A2').numFmt, cellAt(sheet, 'B2').numFmt]).toEqual(['dd.mm.yyyy', 'dd.mm.yyyy hh:mm:ss'])
  // What is no date of a spreadsheet stays the text that it is.
  expect([cellAt(sheet, 'A3').value, cellAt(sheet, 'A4').value, cellAt(sheet, 'B4').value]).toEqual(['2026-02-30', 'весь год', 'нет'])
  expect(cellAt(sheet, 'B3').type).toBe('string')
})

const TEXTS = [
  '1e5',
  '1E5',
  '007',
  '1,5',
  '=1',
  '@SUM(A1)',
  '-1+1',
  '0x10',
  'TRUE',
  '2026-01-31',
  '31.01.2026',
  '1/2',
  '123456789012345678',
  '12345678901234567890',
  '7707083893',
  '+79161234567',
  '79161234567',
  '0012345',
  '00:10',
  '1 000',
  '12%',
  "'quoted",
  '"',
  '<b>&amp;</b>',
  ' before',
  'after ',
  'a\nb\r\nc\td',
  'газ 🔥 ⚠️',
  '_x0041_',
  '_x',
  'bell \u0007 and \uFFFE',
  '',
]

test('nasty texts read the same by three readers that did not write them', async () => {
  const columns = (['text', 'code', 'value', 'value'] as const).map((kind, at) => ({
    key: String(at),
    header: kind,
    kind,
    // A settings value without a unit: a phone, a firmware, a serial number.
    ...(at === 2 ? { unitKey: '0' } : {}),
  }))
  // The first column stays empty: it says that the second 'value' has no unit.
  const file = await written(
    table(
      TEXTS.map((text) => ['', text, text, text]),
      columns,
    ),
  )
  const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text)
  const numeric = TEXTS.map((text) => (isNumber(text) ? Number(text) : text))

  // Two libraries read the same here, or opening it throws; both say null of an empty text.
  const rows = openSheet(await openedBook(file))?.rows ?? []
  TEXTS.forEach((text, at) => {
    expect(rows[at + 1]?.slice(1).map((cell) => cell ?? '')).toEqual([text, text, numeric[at]])
  })
  if (!python) return
  const byPython = Object.values(readByPython(file))[1] ?? []
  TEXTS.forEach((text, at) => {
    const last = isNumber(text) ? ['n', text] : ['s', text]
    expect(byPython[at + 1]?.slice(1)).toEqual([['s', text], ['s', text], last])
  })
})

test('numbers, nulls and what a record lacks read the same by three readers', async () => {
  const numbers = [0, -1, 0.1 + 0.2, 1e21, -1e-7, Number.MAX_SAFE_INTEGER, 5e-324, 12.5, null, undefined, true, false]
  const file = await written(table(numbers.map((cell) => [atMs, 'x', cell, null])))
  const sheet = openSheet(await openedBook(file))
  const wished = numbers.map((cell) => cell ?? null)
  expect(numbers.map((_, at) => cellAt(sheet, `C${at + 2}`).value)).toEqual(wished)
  if (!python) return
  const rows = readByPython(file)['Журнал 1 2'] ?? []
  const read = (cell: PythonCell | undefined) => (cell ? (cell[0] === 'b' ? cell[1] === '1' : Number(cell[1])) : null)
  expect(numbers.map((_, at) => read(rows[at + 1]?.[2]))).toEqual(wished)
})

test('times are those of the clock before, in and after a change of the clocks', async () => {
  const changeMs = Date.parse('2026-10-25T01:00:00Z')
  const near = fc.integer({ min: changeMs - 7_200_000, max: changeMs + 7_200_000 })
  const any = fc.array(fc.oneof(near, fc.integer({ min: Date.UTC(1901, 0), max: Date.UTC(2200, 0) })), { minLength: 1, maxLength: 20 })
  const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns']
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), any, async (timeZone, times) => {
      const own = zoneClock(timeZone)
      const file = await written(
        table(
          times.map((time) => [time]),
          COLUMNS.slice(0, 1),
        ),
        PEOPLE,
        own,
      )
      const sheet = openSheet(await openedBook(file))
      const read = times.map((_, at) => cellAt(sheet, `A${at + 2}`).value)
      expect(read).toEqual(times.map((time) => new Date(`${own.wall(time, true).replace(' ', 'T')}Z`)))
    }),
    { seed: 12, numRuns: 25 },
  )
})

test('for programs: headings are keys, texts stay texts, times are ISO 8601, rows on the first sheet', async () => {
  const book = await opened(table(nasty), PROGRAMS)
  expect(book.sheets.map(({ name }) => name)).toEqual(['Журнал 1 2', 'About'])
  const sheet = book.sheets[0]
  expect(['A1', 'C1', 'A2', 'C2', 'C3'].map((cell) => cellAt(sheet, cell).value)).toEqual([
    'time',
    'P',
    '2026-01-31T10:00:00.250+03:00',
    12.5,
    '-0.250',
  ])
})

test('rows beyond the limit of a sheet go on in the next, under the same heads', async () => {
  const rows = Array.from({ length: 25 }, (_, i): Cell[] => [atMs, `row ${i}`, i, null])
  const book = await opened(table(rows), { ...PEOPLE, sheetRows: 11 })
  expect(book.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['About', 11],
    ['Журнал 1 2', 11],
    ['Журнал 1 2 (2)', 11],
    ['Журнал 1 2 (3)', 6],
  ])
  expect(cellAt(book.sheets[3], 'B6').value).toBe('row 24')
  expect(cellAt(book.sheets[3], 'B1').value).toBe('Name')
  expect(book.sheets[2]?.autoFilter?.range).toBe('A1:D11')
  // The cover leads to each.
  expect(book.sheets[0]?.cells?.get('9,0')?.hyperlink).toMatchObject({ location: "'Журнал 1 2 (2)'!A1" })
  expect(cellAt(book.sheets[0], 'B11').value).toBe(5)
})

test('as many rows as a sheet takes need no second one', async () => {
  const rows = Array.from({ length: 10 }, (_, i): Cell[] => [atMs, `row ${i}`, i, null])
  const book = await opened(table(rows), { ...PEOPLE, sheetRows: 11 })
  expect(book.sheets.map((sheet) => sheet.rows.length)).toEqual([7 - 1, 11])
})

test('a sheet a station: each with its own columns; stations without rows are named on the cover', async () => {
  const part = (title: string, rows: Cell[][], columns = COLUMNS): Table => ({ ...table(rows, columns), title })
  async function* apart() {
    yield part('ГРП/1', [[atMs, 'a', 1, null]])
    yield part('грп 1', [[atMs, 2]], [COLUMNS[0], COLUMNS[2]] as Column[])
    await Promise.resolve()
    yield part('Пустая', [])
  }
  const book = await opened({ ...table([['never read']]), apart: apart() })
  expect(book.sheets.map(({ name }) => name)).toEqual(['About', 'ГРП 1', 'грп 1 (2)'])
  expect(linesOf(book.sheets[2])[0]).toEqual(['Time (Europe/Moscow)', 'P, кПа'])
  expect(cellAt(book.sheets[2], 'B2').value).toBe(2)
  const cover = linesOf(book.sheets[0])
  expect(cover).toContainEqual(['Rows', 2])
  expect(cover).toContainEqual(['Without rows', 'Пустая'])
})

test('names of sheets are such as Excel takes, whatever they are wished to be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('History', "'", 'a'.repeat(40), '[]:*?/\\')), {
        maxLength: 30,
      }),
      (wishes) => {
        const nameOf = createSheetNames()
        const names = wishes.map(nameOf)
        for (const name of names) {
          expect(name.length).toBeGreaterThan(0)
          expect(name.length).toBeLessThanOrEqual(31)
          expect(name).not.toMatch(/[*?:\\/[\]\p{Cc}]|^'|'$/u)
          expect(name.isWellFormed()).toBe(true)
          expect(name.toLowerCase()).not.toBe('history')
        }
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      },
    ),
    { seed: 31, numRuns: 200 },
  )
})

test('each sheet has the clock of its table, and what is cut on any of them is counted', async () => {
  const one = (zone: string | null): Table => ({
    ...table([[atMs, 'x'.repeat(40_000)]]),
    title: zone ?? 'the file',
    ...(zone === null ? {} : { clock: zoneClock(zone) }),
  })
  const book = await opened({ ...table([]), apart: [one('Asia/Yekaterinburg'), one(null), one('UTC')] })
  const [cover, ...sheets] = book.sheets
  const times = sheets.map((sheet) => cellAt(sheet, 'A2').value)
  expect(times).toEqual(['12', '10', '07'].map((hour) => new Date(`2026-01-31T${hour}:00:00.250Z`)))
  expect(JSON.stringify(linesOf(cover))).toMatch(/"Texts cut short","3 /)
})

test('no rows: a sheet with its heads; a text longer than a cell holds is cut, and the cover says so', async () => {
  expect(openSheet(await opened(table([])))?.rows).toHaveLength(1)
  const book = await opened(
    table([
      [atMs, 'я'.repeat(40_000), 1, null],
      [atMs, 'я'.repeat(40_000), 1, null],
    ]),
  )
  expect(String(cellAt(openSheet(book), 'B2').value)).toHaveLength(32_767)
  const cover = linesOf(book.sheets[0])
  expect(cover).toContainEqual(['Texts cut short', expect.stringMatching(/^2 /)])
})

test('what the cover says of a file is cut as well: Excel calls a workbook with longer cells damaged', async () => {
  const long = 'я'.repeat(40_000)
  const columns: Column[] = [{ key: 'name', header: long, kind: 'text' }]
  const book = await opened({ ...table([['x']], columns), about: [['Consumer', long]] })
  expect(cellAt(book.sheets[0], 'B3').value).toBe(`${'я'.repeat(32_766)}…`)
  expect(cellAt(openSheet(book), 'A1').value).toBe(`${'я'.repeat(32_766)}…`)
})

test('rows are let go where the file is given up, and the thread is never held', async () => {
  let freed = false
  function* rows(): Generator<Cell[]> {
    try {
      for (let i = 0; ; i++) yield [atMs, `row ${i}`, i, null]
    } finally {
      freed = true
    }
  }
  const ending = new AbortController()
  let turns = 0
  const timer = setInterval(() => {
    if (++turns === 5) ending.abort()
  }, 1)
  const content = xlsxStream(table(rows()), clock, PEOPLE)
  await expect(writeWhole(join(folder, 'a'), content, ending.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
  clearInterval(timer)
  await expect.poll(() => freed).toBe(true)
})
