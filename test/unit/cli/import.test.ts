import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberOf, openBook, type Book } from '../../../electron/book/index.ts'
import { run } from '../../../electron/cli/main.ts'
import { MOST_IMPORT_BYTES } from '../../../electron/contract/import-words.ts'
import type { ImportOutcome } from '../../../electron/contract/imports.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { testFolder } from '../../support/pull.ts'
import { alarm, station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** Files by cable at the command line: the program's own come back record for record, a foreign one is mapped, kept and taken away. */

const DAY = Date.UTC(2026, 9, 24)
const HOURS = 72
const folder = testFolder()
const [whole, empty] = [folder.file('whole.meterbook'), folder.file('empty.meterbook')]
const key = { equipmentId: 11, archiveType: 'hourly', view: 'general' } as const

async function meterbook(...args: string[]): Promise<{ code: number; printed: string; noted: string }> {
  const seen = seenTerminal({ env: { METERBOOK_DATA: folder.file('data') } })
  const code = await run(args, seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}
type Said = ImportOutcome & { exit: number; map: unknown }
async function imported(book: string, file: string, ...more: string[]): Promise<Said> {
  const { printed, noted } = await meterbook('import', file, '--book', book, '--station', '1', '--json', ...more)
  expect(noted).toBe('')
  return JSON.parse(printed) as Said
}
const counts = ({ archives }: ImportOutcome) => archives.map(({ archiveType, added, same, twice }) => [archiveType, added, same, twice])

/** A clock that is put back on 25 October: an hour that comes twice. */
function fill(book: Book, withRecords: boolean): void {
  book.page(() => {
    book.stations.put(
      [station({ id: 1, equipmentId: 11, equipmentTypeId: 1 }), station({ id: 2, equipmentId: 12, equipmentTypeId: 1 })],
      DAY,
    )
    book.clocks.setOfStations([1, 2], { timeZone: 'Europe/Berlin', contractHour: 6 })
    const channels = [
      ['V', 'Стандартный объём', 'м3'],
      ['P', 'Давление', 'кПа'],
    ] as const
    book.channels.put(
      ['hourly', 'daily'].flatMap((archiveTypeVarname) =>
        channels.map(([channelVarname, channelName, unitName]) => ({
          equipmentTypeId: 1,
          archiveTypeName: null,
          archiveTypeVarname,
          telemetryTypeName: null,
          channelName,
          channelVarname,
          unitName,
        })),
      ),
    )
    if (!withRecords) return
    for (const equipmentId of [11, 12]) {
      const hours = Array.from({ length: HOURS }, (_, at) => ({
        atMs: DAY + at * HOUR_MS,
        values: { V: equipmentId + at / 8, P: at % 5 === 0 ? null : 310.25 },
      }))
      book.readings.put({ ...key, equipmentId }, hours)
      book.readings.put(
        { ...key, equipmentId, view: 'unified' },
        hours.map(({ atMs, values }) => ({ atMs, values: { V: `${values.V},0`, P: '310.250' } })),
      )
      book.events.add({ equipmentId, archiveType: 'alarm' }, [alarm(DAY + 500, '17'), alarm(DAY + HOUR_MS, '18', '=1+1; "a"')])
    }
  })
}
beforeAll(() => {
  for (const [file, withRecords] of [
    [whole, true],
    [empty, false],
  ] as const) {
    const book = openBook(file, { mode: 'write', now: () => DAY + 90 * HOUR_MS })
    fill(book, withRecords)
    book.close()
  }
})
afterAll(() => folder.remove())

const fresh = (name: string): string => {
  const file = folder.file(name)
  copyFileSync(empty, file)
  return file
}
const rowsOf = (file: string, view: string): string[] => {
  const book = openBook(file, { mode: 'read', now: Date.now })
  try {
    const sql = `SELECT * FROM ${view} WHERE equipment_id = 11 ORDER BY 1, 2, 3, 4, 5`
    return book.db
      .prepare<[], Record<string, unknown>>(sql)
      .all()
      .map(({ source: _, ...row }) => JSON.stringify(row))
  } finally {
    book.close()
  }
}

/** Of a file for people nobody can tell how many noughts a number ended with, nor in any file a null from what is not there. */
const told = (rows: readonly string[], isPlain: boolean) =>
  rows.flatMap((row) => {
    const cells = JSON.parse(row) as { value: unknown }
    if (cells.value === null) return []
    return [isPlain || typeof cells.value !== 'string' ? row : JSON.stringify({ ...cells, value: numberOf(cells.value) || cells.value })]
  })

for (const [format, ...more] of [['csv', '--plain'], ['csv', '--language', 'ru'], ['xlsx']] as const)
  test(`the program's own ${format} ${more.join(' ')} comes back record for record, and twice adds nothing`, async () => {
    const target = fresh(`back-${format}${more.join('')}.meterbook`)
    const exported = async (what: string, ...asked: string[]) => {
      const out = folder.file(`${what}${more.join('')}${asked.join('')}.${format}`)
      const all = ['export', what, '--book', whole, '--format', format, '--stations', '1,2', '--out', out, ...asked, ...more]
      expect(await meterbook(...all)).toMatchObject({ code: 0 })
      return out
    }
    for (const view of ['general', 'unified'] as const) {
      const out = await exported('readings', '--view', view)
      expect(counts(await imported(whole, out, '--view', view, '--dry-run'))).toEqual([['hourly', 0, HOURS, 0]])
      expect(counts(await imported(target, out, '--view', view))).toEqual([['hourly', HOURS, 0, 0]])
    }
    const events = await exported('events', '--archives', 'alarm')
    expect(counts(await imported(whole, events, '--dry-run'))).toEqual([['alarm', 0, 2, 0]])
    expect(counts(await imported(target, events))).toEqual([['alarm', 2, 0, 0]])
    expect(counts(await imported(target, events))).toEqual([['alarm', 0, 2, 0]])
    const isPlain = more.includes('--plain' as never)
    expect(told(rowsOf(target, 'v_reading'), isPlain)).toEqual(told(rowsOf(whole, 'v_reading'), isPlain))
    expect(rowsOf(target, 'v_event')).toEqual(rowsOf(whole, 'v_event'))
  })

test('a foreign file by a map: compared, brought in, kept for the type, listed and taken away; what differs is exit 1', async () => {
  const book = fresh('foreign.meterbook')
  const file = folder.file('foreign.csv')
  writeFileSync(file, 'Архив прибора 4711\r\nДата;Время;Q;Рабс\r\n01.11.26;10:00;12,5;4,10\r\n01.11.26;11:00;13,5;4,20\r\nИтого;;26;\r\n')
  const map = folder.file('map.yaml')
  writeFileSync(
    map,
    `format: csv
skipRows: 1
headings: true
content: readings
archiveType: hourly
view: general
time: { columns: [Дата, Время], pattern: "DD.MM.YY HH:mm", zone: station, stamp: end }
decimal: ","
columns:
  - { column: Q, channel: V }
  - { column: Рабс, channel: P, unit: бар, sentUnit: кПа }
`,
  )
  const dry = await imported(book, file, '--map', map, '--dry-run')
  expect([counts(dry), dry.skipped, dry.isDryRun]).toEqual([[['hourly', 2, 0, 0]], [{ why: 'no-time', rows: 1 }], true])
  expect(rowsOf(book, 'v_reading')).toEqual([])
  const said = await meterbook('import', file, '--book', book, '--station', '1', '--map', map, '--keep', 'Архив', '--who', 'Ольга')
  expect(said).toMatchObject({ code: 0, printed: expect.stringContaining('They are in the book.') })
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  const source = (await meterbook('import', '--book', book, '--station', '1')).printed
  expect(source).toContain(sha256)
  // By the map that is kept for the type; another value at 11:00.
  writeFileSync(file, readFileSync(file, 'utf8').replace('13,5', '14,5'))
  const again = await imported(book, file)
  expect([counts(again), again.exit]).toEqual([[['hourly', 0, 1, 1]], 1])
  expect(again.differences).toMatchObject([{ channelVarname: 'V', file: '14.5', book: '13.5' }])
  const values = rowsOf(book, 'v_reading').map((row) => (JSON.parse(row) as { value: number }).value)
  expect(values).toEqual([410, 12.5, 420, 13.5])
  const taken = await meterbook('import', '--book', book, '--station', '1', '--take-away', sha256)
  expect(taken).toMatchObject({ code: 0, printed: expect.stringContaining('2 records') })
  expect(rowsOf(book, 'v_reading')).toEqual([])
})

test('what cannot be read or mapped is a sentence, and nothing is written', async () => {
  const book = fresh('wrong.meterbook')
  const file = folder.file('wrong.txt')
  const refused = async (text: string | Buffer, ...more: string[]) => {
    writeFileSync(file, text)
    const { code, noted } = await meterbook('import', file, '--book', book, '--station', '1', ...more)
    expect(code).not.toBe(0)
    return noted
  }
  expect(await refused('')).toMatch(/there is nothing in it/)
  expect(await refused(Buffer.from([0x50, 0x4b, 3, 4, 9, 9]))).toMatch(/xlsx/i)
  // A file of noughts that takes no place on the disk: its size alone is looked at.
  const large = folder.file('large.csv')
  writeFileSync(large, '')
  truncateSync(large, MOST_IMPORT_BYTES + 1)
  const beyond = await meterbook('import', large, '--book', book, '--station', '1')
  expect([beyond.code === 0, beyond.noted]).toEqual([false, expect.stringMatching(/large\.csv.*larger, in MB.*200/)])
  expect(await refused('a;b\r\n1;2\r\n')).toMatch(/No map was found/)
  expect(await refused('a;b\r\n1;2\r\n', '--map', folder.file('none.yaml'))).toMatch(/cannot be read/)
  expect(rowsOf(book, 'v_reading')).toEqual([])
})
