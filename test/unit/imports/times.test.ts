import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { ImportMap } from '../../../electron/contract/import-map.ts'
import type { Reading } from '../../../electron/contract/records.ts'
import { readFile } from '../../../electron/imports/index.ts'

/** Times as files write them, and the hours that a clock shows twice or never. */

const NOW = Date.parse('2026-11-30T00:00:00Z')
const BASE: ImportMap = {
  format: 'csv',
  separator: ';',
  skipRows: 0,
  headings: false,
  content: 'readings',
  archiveType: 'hourly',
  view: 'general',
  time: { columns: [0], pattern: 'DD.MM.YYYY HH:mm', zone: 'station', stamp: 'end' },
  decimal: ',',
  columns: [{ column: 1, channel: 'P' }],
}
const read = (
  lines: readonly string[],
  time: Partial<ImportMap['time']> = {},
  more: Partial<ImportMap> = {},
  zoneOfStation = 'Europe/Moscow',
) => readFile(Buffer.from(lines.join('\n')), 'a.csv', { ...BASE, ...more, time: { ...BASE.time, ...time } }, { zoneOfStation, nowMs: NOW })
const isos = (records: readonly Reading[] | undefined) => (records ?? []).map(({ atMs }) => new Date(atMs).toISOString().slice(0, -5))

describe('patterns', () => {
  test.each([
    ['DD.MM.YYYY HH:mm', '01.10.2026 10:00', '2026-10-01T07:00:00'],
    ['DD.MM.YYYY HH:mm', '  01.10.2026   10:00 ', '2026-10-01T07:00:00'],
    ['DD.MM.YY HH-mm', '01.10.26 10-00', '2026-10-01T07:00:00'],
    ['D.M.YYYY H:mm', '1.3.2026 7:05', '2026-03-01T04:05:00'],
    ['YYYY-MM-DD HH:mm[:ss]', '2026-10-01 10:00', '2026-10-01T07:00:00'],
    ['YYYY-MM-DD HH:mm[:ss]', '2026-10-01 10:00:59', '2026-10-01T07:00:59'],
    ['DD.MM.YYYY HH:mm', '30.09.2026 24:00', '2026-09-30T21:00:00'],
    ['MM/DD/YYYY HH:mm:ss.SSS', '10/01/2026 10:00:00.5', '2026-10-01T07:00:00'],
    ['iso', '2026-10-01T10:00:00+05:00', '2026-10-01T05:00:00'],
    ['unix', '1790838000', '2026-10-01T07:00:00'],
    ['DD.MM.YYYY', '01.10.2026', '2026-09-30T21:00:00'],
    ['MM.YYYY', '10.2026', '2026-09-30T21:00:00'],
  ])('%s reads %s', async (pattern, text, utc) => {
    expect(isos((await read([`${text};1`], { pattern })).readings[0]?.records)).toEqual([utc])
  })

  test.each([
    ['DD.MM.YYYY HH:mm', '31.09.2026 10:00'],
    ['DD.MM.YYYY HH:mm', '01.13.2026 10:00'],
    ['DD.MM.YYYY HH:mm', '01.10.2026 24:30'],
    ['DD.MM.YYYY HH:mm', '01.10.2026 25:00'],
    ['DD.MM.YYYY HH:mm', '01.10.2026 10:00:30'],
    ['DD.MM.YYYY HH:mm', 'Итого'],
    ['iso', '2026-10-01T10:00:00'],
    ['unix', ''],
    ['unix', 'x'],
  ])('%s reads nothing in %s, and says so', async (pattern, text) => {
    const { readings, skipped } = await read([`${text};17`], { pattern })
    expect(readings).toEqual([])
    expect(skipped).toEqual([{ row: 1, sheet: null, why: 'no-time', text: `${text} 17`.trim() }])
  })

  test.each(['HH:mm', 'DD.MM', 'DD.MM.YYYY [HH:mm', 'DD.MM.YYYY DD', 'YYYY-MM-DD ]'])('%s is no pattern', async (pattern) => {
    await expect(read(['x;1'], { pattern })).rejects.toMatchObject({
      code: 'IMPORT_MAP_UNFIT',
      data: { reason: 'pattern', detail: pattern },
    })
  })

  test('a time before 1990 is not believed', async () => {
    expect((await read(['01.01.1970 00:00;1'])).skippedBy).toEqual({ 'far-time': 1 })
  })
})

describe('zones', () => {
  test.each([
    ['station', '2026-10-01T07:00:00'],
    ['Asia/Yekaterinburg', '2026-10-01T05:00:00'],
    ['+04:30', '2026-10-01T05:30:00'],
    ['-01:00', '2026-10-01T11:00:00'],
    ['UTC', '2026-10-01T10:00:00'],
  ])('%s', async (zone, utc) => {
    expect(isos((await read(['01.10.2026 10:00;1'], { zone })).readings[0]?.records)).toEqual([utc])
  })
  test.each(['Europe/Nowhere', '+25:00', '+03:99', 'x'])('%s is none', async (zone) => {
    await expect(read(['01.10.2026 10:00;1'], { zone })).rejects.toMatchObject({
      code: 'IMPORT_MAP_UNFIT',
      data: { reason: 'zone', detail: zone },
    })
  })
})

describe('the beginning of a period becomes its end', () => {
  test.each([
    ['hourly', '01.10.2026 10:00', '2026-10-01T08:00:00'],
    ['daily', '31.10.2026 10:00', '2026-11-01T07:00:00'],
    ['monthly', '01.10.2026 10:00', '2026-11-01T07:00:00'],
  ])('%s', async (archiveType, text, utc) => {
    expect(isos((await read([`${text};1`], { stamp: 'start' }, { archiveType })).readings[0]?.records)).toEqual([utc])
  })
  test('of an archive without a period it cannot', async () => {
    await expect(read(['01.10.2026 10:00;1'], { stamp: 'start' }, { archiveType: 'decade' })).rejects.toMatchObject({
      data: { reason: 'stamp', detail: 'decade' },
    })
  })
  test('the hour before the clock goes forward ends when it has gone', async () => {
    const { readings } = await read(['29.03.2026 01:00;1'], { stamp: 'start' }, {}, 'Europe/Berlin')
    expect(isos(readings[0]?.records)).toEqual(['2026-03-29T01:00:00'])
  })
})

/** Berlin: on 2026-10-25 at 03:00 the clock goes back to 02:00, on 2026-03-29 at 02:00 forward to 03:00. */
describe('an hour that comes twice', () => {
  const on = (...hours: string[]) => hours.map((hour, nth) => `25.10.2026 ${hour};${nth}`)
  const berlin = (lines: readonly string[]) => read(lines, {}, {}, 'Europe/Berlin')

  test('is told apart by the order of its rows', async () => {
    const { readings, skipped } = await berlin(on('01:00', '02:00', '02:00', '03:00'))
    expect(isos(readings[0]?.records)).toEqual(['2026-10-24T23:00:00', '2026-10-25T00:00:00', '2026-10-25T01:00:00', '2026-10-25T02:00:00'])
    expect(readings[0]?.records.map(({ values }) => values['P'])).toEqual([0, 1, 2, 3])
    expect(skipped).toEqual([])
  })
  test('also in half hours, and at the end of the file', async () => {
    const { readings } = await berlin(on('01:30', '02:00', '02:30', '02:00', '02:30'))
    expect(isos(readings[0]?.records)).toEqual([
      '2026-10-24T23:30:00',
      '2026-10-25T00:00:00',
      '2026-10-25T00:30:00',
      '2026-10-25T01:00:00',
      '2026-10-25T01:30:00',
    ])
  })
  test('also in a file that goes back in time', async () => {
    const { readings } = await berlin(on('03:00', '02:00', '02:00', '01:00'))
    expect(isos(readings[0]?.records)).toEqual(['2026-10-25T02:00:00', '2026-10-25T01:00:00', '2026-10-25T00:00:00', '2026-10-24T23:00:00'])
  })
  test.each([
    ['once', ['01:00', '02:00', '03:00'], 1],
    ['in one pass', ['01:30', '02:00', '02:30', '03:00'], 2],
    ['in three', ['01:00', '02:00', '02:00', '02:00', '03:00'], 3],
  ])('%s: nobody can say which is meant', async (_, hours, skippedRows) => {
    const { readings, skippedBy } = await berlin(on(...hours))
    expect(skippedBy).toEqual({ 'clock-back': skippedRows })
    expect(readings[0]?.records).toHaveLength(hours.length - skippedRows)
  })
  test('a zone without a change has no doubt', async () => {
    expect((await read(on('01:00', '02:00', '03:00'))).skipped).toEqual([])
  })
})

test('an hour that the clock skips was never shown', async () => {
  const { readings, skipped } = await read(['29.03.2026 01:00;1', '29.03.2026 02:30;2', '29.03.2026 03:00;3'], {}, {}, 'Europe/Berlin')
  expect(isos(readings[0]?.records)).toEqual(['2026-03-29T00:00:00', '2026-03-29T01:00:00'])
  expect(skipped).toEqual([{ row: 2, sheet: null, why: 'clock-forward', text: '29.03.2026 02:30 2' }])
})

describe('times of a spreadsheet', () => {
  const book = async (rows: unknown[][]) =>
    Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: rows as never, columns: [{}, { numFmt: 'hh:mm' }, {}] as never }] }))
  const day = new Date(Date.UTC(2026, 9, 1))
  const of = async (rows: unknown[][], time: Partial<ImportMap['time']>) =>
    isos(
      (
        await readFile(
          await book(rows),
          'a.xlsx',
          {
            ...BASE,
            format: 'xlsx',
            separator: undefined,
            columns: [{ column: 2, channel: 'P' }],
            time: { ...BASE.time, zone: 'UTC', ...time },
          },
          { zoneOfStation: 'UTC', nowMs: NOW },
        )
      ).readings[0]?.records,
    )

  test('a date needs no pattern, whatever the map says', async () => {
    expect(await of([[new Date(Date.UTC(2026, 9, 1, 10, 30)), '', 1]], {})).toEqual(['2026-10-01T10:30:00'])
  })
  test('a date and a text, and a text beside a text', async () => {
    const rows = [
      [day, '10:00', 1],
      ['02.10.2026', '11:00', 2],
    ]
    expect(await of(rows, { columns: [0, 1] })).toEqual(['2026-10-01T10:00:00', '2026-10-02T11:00:00'])
  })
  test('a date and a time of day that is a date without a day', async () => {
    expect(await of([[day, new Date(Date.UTC(1899, 11, 30, 10, 45)), 1]], { columns: [0, 1] })).toEqual(['2026-10-01T10:45:00'])
  })
  test('a day alone has the time of day of the map', async () => {
    expect(await of([[day, '', 1]], { pattern: 'DD.MM.YYYY', clock: '10:00' })).toEqual(['2026-10-01T10:00:00'])
  })
})
