import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import type { ImportMap } from '../../../electron/contract/import-map.ts'
import { guessMap, readFile, readSource } from '../../../electron/imports/index.ts'
import { spg761Book } from '../../support/spg761-book.ts'

/** Files as rows of cells: what they are, how their text is spelled, and what is no file of readings at all. */

const TEXT = `Часовой архив узла учёта
Дата и время;Стандартный объём, м3;Давление, кПа;Температура, °C
01.10.2026 10:00;12,5;301,5;11,2
01.10.2026 11:00;13,5;302,5;11,1
01.10.2026 12:00;14,5;303,5;11,0
`
const HINTS = { channels: [], stationZone: 'Europe/Moscow' }

describe('encodings', () => {
  test.each(['utf-8', 'utf-16le', 'windows-1251', 'cp866', 'koi8-r'] as const)('%s', async (encoding) => {
    const text = encoding === 'utf-16le' ? `\uFEFF${TEXT}` : TEXT
    const [table] = await readSource(iconv.encode(text, encoding), 'a.txt')
    expect(table).toMatchObject({ encoding, separator: ';', format: 'csv' })
    expect(table?.rows.map(({ cells }) => cells.map((cell) => cell.text).join(';')).join('\n')).toBe(TEXT.trim())
  })
  test('UTF-16 without its mark, and UTF-8 with it', async () => {
    expect((await readSource(iconv.encode('a;b\n1;2\n3;4\n', 'utf-16le'), 'a'))[0]).toMatchObject({ encoding: 'utf-16le' })
    expect((await readSource(Buffer.from('\uFEFFa;b\n1;2'), 'a'))[0]?.rows[0]?.cells[0]?.text).toBe('a')
  })
})

describe('how cells are parted', () => {
  test.each([
    ['a;b,c;d\n1;2,5;3\n1;2,5;3', 'csv', ';', 3],
    ['a\tb\tc\n1,5\t2,5\t3\n1,5\t2,5\t3', 'csv', '\t', 3],
    ['a,b\n1.5,2\n1.5,2', 'csv', ',', 2],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'csv', '|', 2],
    ['┌──┬──┐\n│ a│ b│\n├──┼──┤\n│ 1│ 2│\n└──┴──┘', 'csv', '|', 2],
    ['01.10.26  10-00   1.5  2\n01.10.26  11-00   1.5  2', 'fixed', '', 4],
    ['01.10.26 10-00 1.5 2\n01.10.26 11-00 1.5 2', 'fixed', ' ', 4],
    ['a;"b;c";d\n1;"2;2;2";3\n1;2;3', 'csv', ';', 3],
  ] as const)('%j', async (text, format, separator, columns) => {
    const [table] = await readSource(Buffer.from(text), 'a')
    expect(table).toMatchObject({ format, separator })
    expect(table?.rows.every(({ cells }) => cells.length === columns)).toBe(true)
  })
  test('rows keep the numbers of their lines', async () => {
    const [table] = await readSource(Buffer.from('a;b\n\n"1\n2";3\n4;5\n'), 'a')
    expect(table?.rows.map(({ row, cells }) => [row, cells[0]?.text])).toEqual([
      [1, 'a'],
      [4, '1\n2'],
      [5, '4'],
    ])
  })
  test('a preview ends where it is told to', async () => {
    const [table] = await readSource(Buffer.from('1;2\n'.repeat(50)), 'a', {}, 10)
    expect(table).toMatchObject({ isCut: true })
    expect(table?.rows).toHaveLength(10)
  })
})

test('a spreadsheet tells texts, numbers and dates apart, sheet by sheet', async () => {
  const tables = await readSource(await spg761Book(), 'a.xlsx')
  expect(tables.map(({ sheet, rows }) => [sheet, rows.length])).toEqual([
    ['Титул', 1],
    ['Сутки', 17],
  ])
  expect(tables[1]?.rows[5]).toEqual({
    row: 7,
    cells: [
      { text: '2026-10-01 00:00:00.000', kind: 'date' },
      { text: '2.5', kind: 'number' },
      { text: '1250.5', kind: 'number' },
      { text: '0.402', kind: 'number' },
      { text: '11.5', kind: 'number' },
    ],
  })
})

describe('a guess by headings', () => {
  const guessed = async (text: string, hints: Parameters<typeof guessMap>[2] = HINTS) =>
    guessMap(await readSource(Buffer.from(text), 'a.csv'), 'a.csv', hints)

  test('names the channels of the unified view', async () => {
    const guess = await guessed(TEXT)
    expect(guess).toMatchObject({
      by: 'guess',
      map: {
        archiveType: 'hourly',
        view: 'unified',
        skipRows: 2,
        headings: false,
        time: { columns: [0], pattern: 'DD.MM.YYYY HH:mm[:ss]', zone: 'station' },
      },
    })
    expect(guess.map?.columns).toEqual([
      { column: 1, channel: 'gas_consume', unit: 'м3' },
      { column: 2, channel: 'P', unit: 'кПа' },
      { column: 3, channel: 'T', unit: '°C' },
    ])
    const read = await readFile(Buffer.from(TEXT), 'a.csv', guess.map as ImportMap, {
      zoneOfStation: 'Europe/Moscow',
      nowMs: Date.parse('2026-11-01T00:00:00Z'),
    })
    expect(read.readings[0]?.records[0]).toEqual({
      atMs: Date.parse('2026-10-01T07:00:00Z'),
      values: { gas_consume: '12.5', P: '301.5', T: '11.2' },
    })
  })
  test('but the station’s own channels before them, with the units that they are sent in', async () => {
    const channels = [{ channel_varname: 'Pabs', channel_name: 'Давление', unit_name: 'МПа', archive_type_varname: 'hourly' }]
    const guess = await guessed(TEXT, { ...HINTS, channels })
    expect(guess.map).toMatchObject({ view: 'general' })
    expect(guess.map?.columns[1]).toEqual({ column: 2, channel: 'Pabs', unit: 'кПа', sentUnit: 'МПа' })
  })
  test('finds a day and its time in two columns, and the archive by the steps', async () => {
    const days = '№;Дата;Время;Давление, кПа\n1;01.10.26;10:00;1\n2;02.10.26;10:00;2\n3;03.10.26;10:00;3\n'
    expect((await guessed(days)).map).toMatchObject({ archiveType: 'daily', time: { columns: [1, 2], pattern: 'DD.MM.YY HH:mm[:ss]' } })
  })
  test.each([
    ['no-time', 'a;b\n1;2\n3;4'],
    ['no-channels', 'когда;сколько\n01.10.2026 10:00;5\n01.10.2026 11:00;6'],
    ['no-rows', '───'],
  ])('%s', async (fault, text) => {
    expect(await guessed(`${text}\n`)).toMatchObject({ map: null, fault })
  })
})
