import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/file/open.ts'
import { run } from '../../../electron/cli/main.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { strictCsv } from '../../support/csv.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** `export sums`: the zone and the contract hour are those of the book and its station, unless they are named. */
const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-sums-'))
const file = path.join(folder, 'a.meterbook')
const FIRST = Date.parse('2026-10-01T00:00:00Z')
beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => 0 })
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 101 }), station({ id: 2, equipmentId: 102 })], 0)
    for (const equipmentId of [101, 102])
      book.readings.put(
        { equipmentId, archiveType: 'hourly', view: 'unified' },
        Array.from({ length: 96 }, (_, hour) => ({
          atMs: FIRST + (hour + 1) * HOUR_MS,
          values: { gas_consume: 1000, P: 100, T: 10 },
        })),
      )
    book.clocks.setOfBook({ timeZone: 'Europe/Samara', contractHour: 8 })
    book.clocks.setOfStations([2], { timeZone: 'Asia/Omsk', contractHour: 10 })
  })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function sums(...more: string[]) {
  const seen = seenTerminal()
  const out = path.join(folder, 'out.csv')
  const args = ['export', 'sums', '--book', file, '--out', out, '--archives', 'hourly', ...more]
  const code = await run(args, seen)
  const [header = [], ...rows] = code === 0 ? strictCsv(readFileSync(out, 'utf8').slice(1), ',') : []
  const [from = -1, value = -1] = [header.findIndex((title) => title.startsWith('From')), 5]
  return { code, header, rows: rows.map((row) => [row[0], row[from], row[value]]) }
}
const channel = ['--channel', 'gas_consume']

test.each([
  [['--stations', '1'], 'Europe/Samara', '2026-10-02 08:00:00'],
  [['--stations', '2'], 'Asia/Omsk', '2026-10-02 10:00:00'],
  [['--stations', '2', '--contract-hour', '0', '--time-zone', 'UTC'], 'UTC', '2026-10-02 00:00:00'],
] as const)('%j: gas days of %s from %s', async (which, zone, from) => {
  const { code, header, rows } = await sums(...which, ...channel, '--from', '2026-10-02', '--to', '2026-10-03')
  expect([code, header[10], rows]).toEqual([
    0,
    `From (${zone})`,
    [
      ['2026-10-02', from, '24000'],
      ['2026-10-03', from.replace('-02', '-03'), '24000'],
    ],
  ])
})

test('the units asked for are those of the file', async () => {
  const { header, rows } = await sums('--stations', '1', ...channel, '--units', 'volume=thousandm3', '--by', 'month')
  // The directory names no unit of this channel: of a unified volume it is m³ all the same.
  expect(header[5]).toContain('converted')
  expect(rows.map(([month, , value]) => [month, value])).toEqual([
    ['2026-09', '4'],
    ['2026-10', '92'],
  ])
})

test.each([
  [['--stations', '1,2', ...channel]],
  [['--stations', '1']],
  [['--stations', '1', '--channel', 'P']],
  [['--stations', '1', '--channel', 'T', '--by', 'month']],
  [['--stations', '1', '--channel', 'nobody']],
  [['--stations', '1', ...channel, '--units', 'pressure=parsec']],
  [['--stations', '1', ...channel, '--contract-hour', '24']],
])('%j is wrong usage', async (options) => {
  expect((await sums(...options)).code).toBe(2)
})
