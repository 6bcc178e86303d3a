import { describe, expect, test } from 'vitest'
import { GUESS_FAULTS, SKIP_REASONS, type ImportMap } from '../../../electron/contract/import-map.ts'
import { readFile } from '../../../electron/imports/index.ts'
import { IMPORT_GUESS_WORDS, IMPORT_SKIP_WORDS } from '../../../electron/words/en/import-faults.ts'

/** Cells as values, rows that are left out, and maps that do not fit. */

const NOW = Date.parse('2026-11-30T00:00:00Z')
const TIME = '01.10.2026 10:00'
const BASE: ImportMap = {
  format: 'csv',
  separator: ';',
  skipRows: 0,
  headings: true,
  content: 'readings',
  archiveType: 'hourly',
  view: 'general',
  time: { columns: ['Время'], pattern: 'DD.MM.YYYY HH:mm', zone: 'UTC', stamp: 'end' },
  decimal: 'auto',
  columns: [{ column: 'P', channel: 'Pabs' }],
}
const OPTIONS = { zoneOfStation: 'UTC', nowMs: NOW }
const read = (text: string, more: Partial<ImportMap> = {}, options: Partial<Parameters<typeof readFile>[3]> = {}) =>
  readFile(Buffer.from(text), 'a.csv', { ...BASE, ...more }, { ...OPTIONS, ...options })
const one = async (cell: string, more: Partial<ImportMap> = {}) =>
  (await read(`Время;P\n${TIME};${cell}`, more)).readings[0]?.records[0]?.values['Pabs']

describe('numbers', () => {
  test.each([
    ['1,5', 'auto', 1.5],
    ['1.5', 'auto', 1.5],
    ['1 234,5', 'auto', 1234.5],
    ['1\u00a0234\u202f567.25', 'auto', 1234567.25],
    ["3'512'004", 'auto', 3512004],
    ['1.234.567,89', 'auto', 1234567.89],
    ['1,234,567.89', 'auto', 1234567.89],
    ['1,234,567', 'auto', 1234567],
    ['−3,5', 'auto', -3.5],
    ['+3.5', '.', 3.5],
    ['1,234', '.', 1234],
    ['1,234', ',', 1.234],
    ['1.234', ',', 1234],
    ['1.5E-3', '.', 0.0015],
    ['0', '.', 0],
  ] as const)('%s with the decimal sign %s', async (cell, decimal, value) => {
    expect(await one(cell, { decimal })).toBe(value)
  })
  test.each(['---', '1,2,3', '1.2.3', '12,34.5', 'нет связи', '0x81', '1 °C', 'NaN', 'Infinity', '1e999', '٣', '1'.repeat(101)])(
    '%s is none: it is left out and counted',
    async (cell) => {
      const { readings, noNumbers, skippedBy } = await read(`Время;P\n${TIME};${cell}`)
      expect([readings, noNumbers, skippedBy]).toEqual([[], [{ channel: 'Pabs', cells: 1, example: cell }], { 'no-values': 1 }])
    },
  )
  test('in the unified view they are texts with the digits of the file', async () => {
    expect(await one('1 234,50', { view: 'unified' })).toBe('1234.50')
  })
  test('the digits that a file prints are told', async () => {
    const { decimals } = await read(`Время;P\n${TIME};1,5\n01.10.2026 11:00;1,250\n01.10.2026 12:00;1`)
    expect(decimals).toEqual({ Pabs: 3 })
  })
  test('converted into a smaller unit they are fewer, into a larger more', async () => {
    const of = async (unit: string, sentUnit: string) =>
      (await read(`Время;P\n${TIME};4,015`, { columns: [{ column: 'P', channel: 'Pabs', unit, sentUnit }] })).decimals
    expect(await of('бар', 'кПа')).toEqual({ Pabs: 1 })
    expect(await of('бар', 'МПа')).toEqual({ Pabs: 4 })
  })
})

describe('units', () => {
  const columns = (unit: string, sentUnit?: string) => [{ column: 'P', channel: 'Pabs', unit, sentUnit }]
  test.each([
    ['4,015', 'бар', 'МПа', 0.4015],
    ['3', 'кгс/см2', 'кПа', 294.1995],
    ['283,15', 'К', '°C', 10],
    ['2,5', 'тыс.м3', 'м3', 2500],
    ['7', 'кПа', 'кПа', 7],
    ['1', 'атм', 'кПа', 101.325],
  ])('%s %s are %s', async (cell, unit, sent, value) => {
    expect(await one(cell, { columns: columns(unit, sent) })).toBe(value)
  })
  test('the unit that the service sends is asked for where the map does not say it', async () => {
    const { readings } = await read(`Время;P\n${TIME};4`, { columns: columns('bar') }, { unitOf: () => 'kPa' })
    expect(readings[0]?.records[0]?.values).toEqual({ Pabs: 400 })
  })
  test.each([
    ['бар', '°C'],
    ['попугай', 'МПа'],
    ['бар (абс.)', 'бар (изб.)'],
  ])('%s never becomes %s', async (unit, sent) => {
    await expect(one('1', { columns: columns(unit, sent) })).rejects.toMatchObject({
      code: 'IMPORT_MAP_UNFIT',
      data: { reason: 'unit', detail: unit, known: `Pabs, ${sent}` },
    })
  })
})

describe('rows that are left out', () => {
  const rows = (...texts: string[]) => `Время;P\n${texts.map((text) => `${TIME};${text}`).join('\n')}`
  test.each([
    ['итого', 'Итого: 5', true],
    ['итого', 'подытог', false],
    ['итог*', 'Итого: 5', true],
    ['*5', 'Итого: 5', true],
    ['и*о*5', 'Итого: 5', true],
    ['и*5*о', 'Итого: 5', false],
    ['', '   ', true],
    ['', 'x', false],
    ['(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', false],
  ])("'%s' leaves out '%s': %s", async (matches, cell, isOut) => {
    const { skippedBy, readings } = await read(`Время;P;Q\n${TIME};${cell};1`, {
      skipIf: [{ column: 'P', matches }],
      columns: [{ column: 'Q', channel: 'Q' }],
    })
    expect([skippedBy['told'] ?? 0, readings.length]).toEqual(isOut ? [1, 0] : [0, 1])
  })
  test('a row with a time and nothing else', async () => {
    expect((await read(rows(''))).skippedBy).toEqual({ 'no-values': 1 })
  })
  test('of many, ten thousand are named and all are counted', async () => {
    const { skipped, skippedBy } = await read(`Время;P\n${'x;1\n'.repeat(10_050)}`)
    expect([skipped.length, skippedBy]).toEqual([10_000, { 'no-time': 10_050 }])
  })
})

describe('rows of several stations', () => {
  const map = { owner: { station: 'id', device: 'dev' } }
  const text = `Время;P;id;dev\n${TIME};1;7;70\n01.10.2026 11:00;2;8;80\n01.10.2026 12:00;3;7;71`
  test('only the wanted one is read, device by device', async () => {
    const { readings, skippedBy } = await read(text, map, { stationId: 7 })
    expect(readings.map(({ equipmentId, records }) => [equipmentId, records.length])).toEqual([
      [70, 1],
      [71, 1],
    ])
    expect(skippedBy).toEqual({ 'other-station': 1 })
  })
  test('one device of it', async () => {
    expect((await read(text, map, { stationId: 7, equipmentIds: [71] })).skippedBy).toEqual({ 'other-station': 2 })
  })
  test('without a station nobody knows whose the rows are', async () => {
    await expect(read(text, map)).rejects.toMatchObject({ data: { reason: 'owners', detail: '7, 8' } })
  })
})

describe('archives by row', () => {
  test('a name of the map, or the code itself; a row that names none is said', async () => {
    const { readings, skippedBy } = await read(`Время;P;A\n${TIME};1;Часовой\n${TIME};2;daily\n${TIME};3;`, {
      archive: { column: 'A', names: { Часовой: 'hourly' } },
    })
    expect(readings.map(({ archiveType }) => archiveType)).toEqual(['hourly', 'daily'])
    expect(skippedBy).toEqual({ 'no-archive': 1 })
  })
})

describe('a map that does not fit', () => {
  const text = `Время;P\n${TIME};1`
  test.each([
    [{ columns: [{ column: 'T', channel: 'T' }] }, 'column', 'T'],
    [{ columns: [{ column: 9, channel: 'T' }] }, 'column', '9'],
    [{ time: { ...BASE.time, columns: ['Дата'] } }, 'column', 'Дата'],
    [{ separator: '~' }, 'separator', '~'],
  ] as const)('%j', async (more, reason, detail) => {
    await expect(read(text, more as Partial<ImportMap>)).rejects.toMatchObject({ code: 'IMPORT_MAP_UNFIT', data: { reason, detail } })
  })
})

test('an event named like no other keeps its entry', async () => {
  const { events } = await read(`Время;P\n${TIME};x`, {
    content: 'events',
    archiveType: 'alarm',
    columns: [{ column: 'P', channel: '__proto__' }],
  })
  expect(Object.entries(events[0]?.events[0]?.entries ?? {})).toEqual([['__proto__', 'x']])
})

test('the description that the reference gives a code is no entry of the event', async () => {
  const map = {
    content: 'events',
    archiveType: 'alarm',
    columns: ['Code', 'CodeDescription'].map((channel) => ({ column: channel, channel })),
  } as const
  const text = `Время;Code;CodeDescription\n${TIME};001;Вскрытие\n${TIME};002;Вскрытие`
  const { events } = await read(text, map, { describedAs: (archive, code) => (archive === 'alarm' && code === '001' ? 'Вскрытие' : null) })
  expect(events[0]?.events.map(({ entries }) => entries)).toEqual([{ Code: '001' }, { Code: '002', CodeDescription: 'Вскрытие' }])
})

test('each reason has words', () => {
  expect(Object.keys(IMPORT_SKIP_WORDS).toSorted()).toEqual([...SKIP_REASONS].toSorted())
  expect(Object.keys(IMPORT_GUESS_WORDS).toSorted()).toEqual([...GUESS_FAULTS].toSorted())
})
