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
    about: [
      ['Station', 'ГРП-2'],
      ['Formula', '=1+1'],
    ],
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
        return [...csvLines(whole, own, { reader, language })].join('').split('\r\n').slice(1, -1)
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

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('JSON: a channel or an entry called %s is kept', (name) => {
  const own = {
    ...table([]),
    columns: [
      { key: name, header: name, kind: 'value', within: 'values' },
      { key: 'e', header: 'e', kind: 'object' },
    ],
  } as const
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
    code: 'FOLDER_GONE',
    data: { reason: 'ENOENT' },
  })
  await expect(writeWhole(folder, Readable.from(['x']))).rejects.toMatchObject({
    code: 'FILE_NOT_WRITABLE',
    data: { reason: 'EISDIR' },
  })
})

test.runIf(process.platform === 'linux')('a full disk is a failure of its own', async () => {
  await expect(writeWhole('/dev/full', Readable.from(['x']))).rejects.toMatchObject({ code: 'DISK_FULL' })
  const xlsx = xlsxStream(table(nasty), clock, { reader: 'people', language: 'en' })
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
        : xlsxStream(table(endless()), clock, { reader: 'people', language: 'en' })
    await expect(writeWhole(join(folder, 'a'), content, ending.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(readdirSync(folder)).toEqual([])
  }
})
