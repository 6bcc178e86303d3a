import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvLines } from '../../../electron/exports/formats/csv.ts'
import { writeWhole } from '../../../electron/exports/file.ts'
import { jsonPieces } from '../../../electron/exports/formats/json.ts'
import type { Cell, Table } from '../../../electron/exports/table.ts'
import { xlsxStream } from '../../../electron/exports/formats/xlsx.ts'
import { zoneClock } from '../../../electron/contract/time/zone.ts'
import { strictCsv } from '../../support/csv.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'meterbook-exports-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = zoneClock('Europe/Moscow')
const atMs = Date.parse('2026-01-31T07:00:00.250Z')

function table(rows: Iterable<readonly Cell[]>): Table {
  return {
    title: 'Журнал: [1/2]',
    expected: null,
    about: [['Station', 'ГРП-2'], ['Formula', '=1+1']], // oxfmt-ignore
    columns: [
      { key: 'time', header: 'Time (Europe/Moscow)', kind: 'instant' },
      { key: 'name', header: 'Name', kind: 'text' },
      { key: 'P', header: 'P, кПа', kind: 'value', within: 'values' },
      { key: 'entries', header: 'Entries', kind: 'object' },
    ],
    rows,
  }
}

const nasty: Cell[][] = [
  [atMs, 'ГРП "Северная"; №2, ул. Ленина\nдом 5', 12.5, { Code: '17', n: 3 }],
  [atMs, '=HYPERLINK("http://evil")', '-0.250', null],
  [null, '007', 'нет', undefined],
  [atMs, '+7 916 123-45-67', undefined, {}],
]

const csv = (rows: Iterable<readonly Cell[]>, reader: 'people' | 'programs', language: 'en' | 'ru') =>
  csvLines(table(rows), clock, { reader, language })

test('CSV for people in English: byte order mark, CRLF, quoting, formulas disarmed, commas and points', () => {
  const text = [...csv(nasty, 'people', 'en')].join('')
  expect(text.startsWith('\uFEFFTime (Europe/Moscow),Name,"P, кПа",Entries\r\n')).toBe(true)
  expect(strictCsv(text.slice(1), ',').slice(1)).toEqual([
    ['2026-01-31 10:00:00.250', 'ГРП "Северная"; №2, ул. Ленина\nдом 5', '12.5', 'Code: 17; n: 3'],
    ['2026-01-31 10:00:00.250', '\'=HYPERLINK("http://evil")', '-0.250', ''],
    ['', '007', 'нет', ''],
    ['2026-01-31 10:00:00.250', "'+7 916 123-45-67", '', ''],
  ])
})

test('CSV for people in Russian: semicolons, decimal commas, days before months; a text that is no measured number stays', () => {
  const text = [...csv([...nasty, [atMs, '12.5', '1e5', true], [atMs, 12.5, -1e-7, '1.5']], 'people', 'ru')].join('')
  expect(text.split('\r\n', 1)[0]).toBe('\uFEFFTime (Europe/Moscow);Name;"P, кПа";Entries')
  expect(strictCsv(text.slice(1), ';').slice(1)).toEqual([
    ['31.01.2026 10:00:00,250', 'ГРП "Северная"; №2, ул. Ленина\nдом 5', '12,5', 'Code: 17; n: 3'],
    ['31.01.2026 10:00:00,250', '\'=HYPERLINK("http://evil")', '-0,250', ''],
    ['', '007', 'нет', ''],
    ['31.01.2026 10:00:00,250', "'+7 916 123-45-67", '', ''],
    ['31.01.2026 10:00:00,250', '12.5', '1e5', 'да'],
    ['31.01.2026 10:00:00,250', '12.5', '-1e-7', '1.5'],
  ])
})

test('CSV for programs is the same in every language: commas, points, codes, verbatim values, ISO times', () => {
  const text = [...csv(nasty, 'programs', 'ru')].join('')
  expect([...csv(nasty, 'programs', 'en')].join('')).toBe(text)
  expect(strictCsv(text, ',')).toEqual([
    ['time', 'name', 'P', 'entries'],
    ['2026-01-31T10:00:00.250+03:00', 'ГРП "Северная"; №2, ул. Ленина\nдом 5', '12.5', '{"Code":"17","n":3}'],
    ['2026-01-31T10:00:00.250+03:00', '\'=HYPERLINK("http://evil")', '-0.250', ''],
    ['', '007', 'нет', ''],
    ['2026-01-31T10:00:00.250+03:00', "'+7 916 123-45-67", '', '{}'],
  ])
})

test('CSV: times are those of the clock in any order of rows, before, in and after a change of the clocks', () => {
  const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Monrovia']
  const changeMs = Date.parse('2026-10-25T01:00:00Z')
  const near = fc.integer({ min: changeMs - 7_200_000, max: changeMs + 7_200_000 })
  const anyTimes = fc.array(fc.oneof(near, fc.integer({ min: -3e12, max: 3e12 })), { maxLength: 30 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyTimes, (timeZone, times) => {
      const own = zoneClock(timeZone)
      const written = (kind: 'time' | 'instant', reader: 'people' | 'programs', language: 'en' | 'ru') => {
        const rows = times.map((time) => [time])
        const whole = { title: '', expected: null, about: [], columns: [{ key: 't', header: 't', kind }], rows }
        return [...csvLines(whole, own, { reader, language })].slice(1).map((line) => line.trim())
      }
      expect(written('instant', 'programs', 'en')).toEqual(times.map(own.iso))
      expect(written('time', 'people', 'en')).toEqual(times.map((time) => own.wall(time)))
      expect(written('instant', 'people', 'ru').map((text) => text.slice(-12))).toEqual(
        times.map((time) => own.wall(time, true).slice(-12).replace('.', ',')),
      )
    }),
    { seed: 9, numRuns: 50 },
  )
})

test('JSON: one document, values verbatim, times with their offset, missing values left out', () => {
  const document = JSON.parse([...jsonPieces(table(nasty), clock)].join('')) as { rows: unknown[]; about: unknown }
  expect(document.rows).toEqual([
    {
      time: '2026-01-31T10:00:00.250+03:00',
      name: nasty[0]?.[1],
      entries: { Code: '17', n: 3 },
      values: { P: 12.5 },
    },
    { time: '2026-01-31T10:00:00.250+03:00', name: nasty[1]?.[1], entries: null, values: { P: '-0.250' } },
    { time: null, name: '007', values: { P: 'нет' } },
    { time: '2026-01-31T10:00:00.250+03:00', name: '+7 916 123-45-67', entries: {}, values: {} },
  ])
  expect(document.about).toEqual({ Station: 'ГРП-2', Formula: '=1+1' })
  expect(JSON.parse([...jsonPieces(table([]), clock)].join(''))).toMatchObject({ rows: [] })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'JSON: a channel or an entry called %s is kept',
  (name) => {
    const own = { ...table([]), columns: [{ key: name, header: name, kind: 'value', within: 'values' }, { key: 'e', header: 'e', kind: 'object' }] } as const // oxfmt-ignore
    const entries = JSON.parse(`{"${name}":"3"}`) as Cell
    const text = [
      ...jsonPieces(
        {
          ...own,
          about: [[name, 'x']],
          rows: [
            [12.5, entries],
            [undefined, null],
          ],
        },
        clock,
      ),
    ].join('')
    expect(text).toContain(`{"e":{"${name}":"3"},"values":{"${name}":12.5}}`)
    expect(text).toContain(`"about":{"${name}":"x"}`)
    const { rows } = JSON.parse(text) as { rows: { values: object }[] }
    expect(rows.map(({ values }) => Object.hasOwn(values, name))).toEqual([true, false])
  },
)

test('XLSX: real dates in wall time, texts as texts, header frozen and filtered', async () => {
  const file = join(folder, 'a.xlsx')
  await writeWhole(file, xlsxStream(table(nasty), clock, { reader: 'people', aboutTitle: 'About' }))
  const book = await opened(file)
  expect(book.worksheets.map((sheet) => sheet.name)).toEqual(['Журнал   1 2 ', 'About'])
  const sheet = book.worksheets[0]
  expect(sheet?.getCell('A1').value).toBe('Time (Europe/Moscow)')
  expect(sheet?.getCell('A2').value).toEqual(new Date('2026-01-31T10:00:00.250Z'))
  expect(sheet?.getCell('A2').numFmt).toBe('yyyy-mm-dd hh:mm:ss.000')
  expect(sheet?.getCell('B3').value).toBe('=HYPERLINK("http://evil")')
  expect(sheet?.getCell('B3').type).toBe(ExcelJS.ValueType.String)
  expect(['C2', 'C3', 'C4', 'C5'].map((cell) => sheet?.getCell(cell).value)).toEqual([12.5, -0.25, 'нет', null])
  expect(sheet?.getCell('B4').value).toBe('007')
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(sheet?.autoFilter).toBe('A1:D1')
  expect(book.worksheets[1]?.getCell('B2').value).toBe('=1+1')
})

const TEXTS = [
  '1e5', '1E5', '007', '1,5', '=1', '0x10', 'TRUE', '2026-01-31', '31.01.2026', '1/2', '12345678901234567890',
  '7707083893', '+79161234567', '79161234567', '0012345', '00:10', '1 000', '12%',
] // oxfmt-ignore

test.each(TEXTS)('XLSX: the text %j is a text cell in every column but a measured one', async (text) => {
  const file = join(folder, 'a.xlsx')
  const columns = (['text', 'code', 'value', 'value'] as const).map((kind, at) => ({
    key: String(at),
    header: kind,
    kind,
    // A settings value without a unit: a phone, a firmware, a serial number.
    ...(at === 2 ? { unitKey: '0' } : {}),
  }))
  const rows = [['', text, text, text], [text]] as const
  await writeWhole(file, xlsxStream({ ...table([]), columns, rows }, clock, { reader: 'people', aboutTitle: 'About' }))
  const sheet = (await opened(file)).worksheets[0]
  for (const address of ['B2', 'C2', 'A3']) {
    expect([address, sheet?.getCell(address).type]).toEqual([address, ExcelJS.ValueType.String])
    expect(sheet?.getCell(address).value).toBe(text)
  }
  const isNumber = /^[1-9]\d{0,14}$/.test(text)
  expect(sheet?.getCell('D2').value).toBe(isNumber ? Number(text) : text)
})

test('XLSX for programs: headings are keys, texts stay texts, times are ISO 8601', async () => {
  const file = join(folder, 'a.xlsx')
  await writeWhole(file, xlsxStream(table(nasty), clock, { reader: 'programs', aboutTitle: 'About' }))
  const sheet = (await opened(file)).worksheets[0]
  expect(['A1', 'C1', 'A2', 'C2', 'C3'].map((cell) => sheet?.getCell(cell).value)).toEqual([
    'time',
    'P',
    '2026-01-31T10:00:00.250+03:00',
    12.5,
    '-0.250',
  ])
})

test('XLSX: rows beyond the limit of a sheet go on in the next', async () => {
  const file = join(folder, 'a.xlsx')
  const rows = Array.from({ length: 25 }, (_, i): Cell[] => [atMs, `row ${i}`, i, null])
  await writeWhole(file, xlsxStream(table(rows), clock, { reader: 'people', aboutTitle: 'About', sheetRows: 11 }))
  const book = await opened(file)
  expect(book.worksheets.map((sheet) => sheet.rowCount)).toEqual([11, 11, 6, 2])
  expect(book.worksheets[2]?.getCell('B6').value).toBe('row 24')
  expect(book.worksheets[2]?.getCell('B1').value).toBe('Name')
})

test('XLSX: no rows, and a text longer than a cell holds', async () => {
  const file = join(folder, 'a.xlsx')
  await writeWhole(file, xlsxStream(table([]), clock, { reader: 'people', aboutTitle: 'About' }))
  expect((await opened(file)).worksheets[0]?.rowCount).toBe(1)
  await writeWhole(
    file,
    xlsxStream(table([[atMs, 'я'.repeat(40_000), 1, null]]), clock, { reader: 'people', aboutTitle: 'About' }),
  )
  expect(String((await opened(file)).worksheets[0]?.getCell('B2').value)).toHaveLength(32_767)
})

test('a file appears whole or not at all', async () => {
  const file = join(folder, 'a.csv')
  writeFileSync(file, 'old')
  function* failing(): Generator<string> {
    yield 'half'
    throw new Error('boom')
  }
  await expect(writeWhole(file, Readable.from(failing()))).rejects.toThrow('boom')
  expect(readFileSync(file, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.csv'])
  expect(await writeWhole(file, Readable.from(['новый']))).toBe(10)
  expect(readFileSync(file, 'utf8')).toBe('новый')
})

test('a file that cannot be written is a failure with its reason', async () => {
  await expect(writeWhole(join(folder, 'no', 'a.csv'), Readable.from(['x']))).rejects.toMatchObject({
    code: 'FILE_NOT_WRITABLE',
    data: { reason: 'ENOENT' },
  })
  await expect(writeWhole(folder, Readable.from(['x']))).rejects.toMatchObject({
    code: 'FILE_NOT_WRITABLE',
    data: { reason: 'EISDIR' },
  })
})

test.runIf(process.platform === 'linux')('a full disk is a failure of its own', async () => {
  await expect(writeWhole('/dev/full', Readable.from(['x']))).rejects.toMatchObject({ code: 'DISK_FULL' })
  const xlsx = xlsxStream(table(nasty), clock, { reader: 'people', aboutTitle: 'About' })
  await expect(writeWhole('/dev/full', xlsx)).rejects.toMatchObject({ code: 'DISK_FULL' })
})

test('a cancelled export leaves nothing behind', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const ending = new AbortController()
    function* endless(): Generator<Cell[]> {
      for (let i = 0; ; i++) {
        if (i === 3000) ending.abort()
        yield [atMs, `row ${i}`, i, null]
      }
    }
    const content =
      format === 'csv'
        ? Readable.from(csv(endless(), 'people', 'en'))
        : xlsxStream(table(endless()), clock, { reader: 'people', aboutTitle: 'About' })
    await expect(writeWhole(join(folder, 'a'), content, ending.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(readdirSync(folder)).toEqual([])
  }
})

async function opened(file: string): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(file)
  return book
}
