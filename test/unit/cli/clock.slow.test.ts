import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../electron/book/file/open.ts'
import { run } from '../../../electron/cli/main.ts'
import type { Verification } from '../../../electron/contract/evidence.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { readZip } from '../../support/evidence-tampering.ts'
import { linesOf, openedBook, tableOf } from '../../support/xlsx.ts'
import { station } from '../book/fixtures.ts'
import { seenTerminal } from './seen-terminal.ts'

/** The clock on the command line: what is asked for by name is obeyed, in a book that has a clock of its own too. */

const folder = mkdtempSync(path.join(tmpdir(), 'meterbook-clock-'))
const file = path.join(folder, 'a.meterbook')
const FIRST = Date.parse('2026-10-01T00:00:00Z')
beforeAll(() => {
  const book = openBook(file, { mode: 'write', now: () => FIRST })
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 101 }), station({ id: 2, equipmentId: 102 })], FIRST)
    book.channels.put([
      {
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: 'hourly',
        telemetryTypeName: null,
        channelName: 'Стандартный объём',
        channelVarname: 'gas_consume',
        unitName: 'м³',
      },
    ])
    for (const equipmentId of [101, 102]) {
      book.readings.put(
        { equipmentId, archiveType: 'hourly', view: 'unified' },
        Array.from({ length: 96 }, (_, hour) => ({
          atMs: FIRST + (hour + 1) * HOUR_MS,
          // What passes in an hour tells which hours a sum is of.
          values: { gas_consume: hour },
        })),
      )
    }
    book.settings.putSnapshot(101, FIRST, [
      { channelName: 'Контрактный час', channelDataValue: '9', unitName: null },
      { channelName: 'Часовой пояс', channelDataValue: 'UTC+3', unitName: null },
    ])
    book.clocks.setOfBook({ timeZone: 'Europe/Samara', contractHour: 8 })
    book.clocks.setOfStations([2], { timeZone: 'Asia/Omsk', contractHour: 10 })
  })
  book.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = { METERBOOK_DATA: path.join(folder, 'data') }
async function meterbook(...args: string[]) {
  const seen = seenTerminal({ env })
  const code = await run(args, seen)
  return { code, printed: seen.printed.join('\n'), noted: seen.noted.join('\n') }
}

const ASKED = ['--time-zone', 'UTC', '--contract-hour', '0']
const DAY = ['--from', '2026-10-02', '--to', '2026-10-02']
/** Hours 24 to 47 of the archive. */
const SUM = Array.from({ length: 24 }, (_, nth) => 24 + nth).reduce((sum, one) => sum + one, 0)

async function report(which: string, ...more: string[]) {
  const out = path.join(folder, 'report.xlsx')
  const { code, noted } = await meterbook('report', 'consumption-daily', '--book', file, '--stations', which, ...DAY, ...more, '--out', out)
  expect([code, noted]).toEqual([0, ''])
  const sheets = (await openedBook(out)).sheets
  return { cover: JSON.stringify(sheets.map(linesOf)), rows: JSON.stringify(tableOf(sheets[0])) }
}

test.each(['1', '2'])('a report counts by the zone and the hour that were asked for, and says so: station %s', async (which) => {
  const { cover, rows } = await report(which, ...ASKED)
  expect(cover).toContain('UTC (asked for)')
  expect(cover).toContain('00:00 (asked for)')
  expect(rows).toContain(String(SUM))
})

test('a report without an argument says where zone and hour come from, and that the device says otherwise', async () => {
  const ofBook = await report('1')
  expect(ofBook.cover).toContain('Europe/Samara (from the book)')
  expect(ofBook.cover).toContain('08:00 (from the book)')
  expect(ofBook.cover).toContain('The settings of the device name contract hour 9')
  expect(ofBook.cover).toContain('The settings of the device name the zone UTC+3')
  const own = await report('2', '--contract-hour', '6')
  expect(own.cover).toContain('Asia/Omsk (set for the station)')
  expect(own.cover).toContain('06:00 (asked for)')
  expect(own.cover).not.toContain('The settings of the device')
})

async function evidence(...more: string[]) {
  const out = path.join(folder, 'evidence.zip')
  const made = await meterbook('evidence', '--book', file, '--stations', '1,2', ...DAY, ...more, '--out', out)
  expect([made.code, made.noted]).toEqual([0, ''])
  const files = await readZip(out)
  const stated = JSON.parse(String(files.get('evidence/data/report.json'))) as {
    clocks: unknown[]
    consumption: { stated: { stationId: number; m3: number }[] }
  }
  const told = await meterbook('verify', out)
  const found = JSON.parse((await meterbook('verify', out, '--json')).printed) as Verification
  return { stated, told, found, made }
}

test('evidence counts by the clock that was asked for; its report and its verification say the same', async () => {
  const { stated, told, found } = await evidence(...ASKED)
  const asked = { timeZone: 'UTC', timeZoneFrom: 'argument', contractHour: 0, contractHourFrom: 'argument' }
  expect(stated.clocks).toEqual([
    { stationId: 1, ...asked },
    { stationId: 2, ...asked },
  ])
  expect(stated.consumption.stated.map(({ m3 }) => m3)).toEqual([SUM, SUM])
  expect([told.code, found.holds]).toEqual([0, true])
  expect(found.about?.clocks).toEqual([{ ...asked, stations: 2 }])
  expect(told.printed).toContain('UTC (asked for), gas days begin at 00:00 (asked for)')
  expect(told.printed).not.toMatch(/Samara|Omsk/)
})

test('verify names the clocks of stations that the report inside is counted by, and where they come from', async () => {
  const { stated, told, found } = await evidence()
  expect(stated.clocks).toEqual([
    { stationId: 1, timeZone: 'Europe/Samara', timeZoneFrom: 'book', contractHour: 8, contractHourFrom: 'book' },
    { stationId: 2, timeZone: 'Asia/Omsk', timeZoneFrom: 'station', contractHour: 10, contractHourFrom: 'station' },
  ])
  expect([told.code, found.about?.clocks.map(({ timeZone, stations }) => [timeZone, stations])]).toEqual([
    0,
    [
      ['Asia/Omsk', 1],
      ['Europe/Samara', 1],
    ],
  ])
  expect(told.printed).toContain('Europe/Samara (from the book), gas days begin at 08:00 (from the book)')
  expect(told.printed).toContain('Asia/Omsk (set for the station), gas days begin at 10:00 (set for the station)')
})

test('consumption says which clock its gas days are counted by, and why', async () => {
  const ask = (...more: string[]) => meterbook('consumption', '--book', file, '--by', 'day', '--stations', '1', ...DAY, ...more)
  const plain = await ask('--contract-hour', '0', '--time-zone', 'UTC')
  expect(plain.printed).toContain('UTC (asked for), gas days begin at 00:00 (asked for)')
  expect(JSON.parse((await ask('--json')).printed)).toMatchObject({
    timeZone: 'Europe/Samara',
    timeZoneFrom: 'book',
    contractHour: 8,
    contractHourFrom: 'book',
  })
})

test('`clock` shows and sets the clock of the book and of stations, and takes it away again', async () => {
  const shown = await meterbook('clock', '--book', file)
  expect(shown.code).toBe(0)
  expect(shown.printed).toMatch(/^Book +Europe\/Samara \(from the book\), gas days begin at 08:00 \(from the book\)$/m)
  expect(shown.printed).toMatch(/Asia\/Omsk/)
  const set = (...more: string[]) => meterbook('clock', '--book', file, ...more)
  expect((await set('--stations', '1', '--contract-hour', '9')).code).toBe(0)
  const one = JSON.parse((await set('--stations', '1', '--json')).printed) as { stations: unknown[] }
  expect(one.stations).toMatchObject([
    {
      stationId: 1,
      timeZone: 'Europe/Samara',
      timeZoneFrom: 'book',
      contractHour: 9,
      contractHourFrom: 'station',
      device: [
        { what: 'zone', said: 'UTC+3' },
        { what: 'hour', said: '9' },
      ],
    },
  ])
  expect((await set('--stations', '1', '--contract-hour', 'none')).code).toBe(0)
  expect((await set('--time-zone', 'Europe/Moscow')).code).toBe(0)
  expect((await set()).printed).toMatch(/^Book +Europe\/Moscow \(from the book\), gas days begin at 08:00 \(from the book\)$/m)
  expect((await set('--time-zone', 'Europe/Samara')).code).toBe(0)
  expect((await set('--stations', '77', '--contract-hour', '3')).code).toBe(2)
  expect((await set('--contract-hour', '24')).code).toBe(2)
})
