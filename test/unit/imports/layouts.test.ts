import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatMap, guessMap, LAYOUTS, parseMap, readFile, readSource, type ReadRecords } from '../../../electron/imports/index.ts'
import { spg761Book } from '../../support/spg761-book.ts'

/** The ten layouts of makers: known without a click, and read to the last digit. */

const FOLDER = join(import.meta.dirname, '../../fixtures/imports')
const ZONE = 'Europe/Moscow'
const NOW = Date.parse('2026-11-01T00:00:00Z')
const ms = (iso: string) => Date.parse(`${iso}+03:00`)
/** As the service sends the unified view: pressures in MPa, temperatures in °C. */
const unitOf = (_archive: string, channel: string) => ({ P: 'МПа', T: '°C' })[channel] ?? 'м3'

interface Expected {
  file: string
  archiveType: string
  records: number
  first: { atMs: number; values: Record<string, string> }
  last: { atMs: number; values: Record<string, string> }
  skippedBy: ReadRecords['skippedBy']
  decimals: Record<string, number>
}
const EXPECTED: Record<string, Expected> = {
  'elster-ek280-interval': {
    file: 'elster-ek280-interval.csv',
    archiveType: 'hourly',
    records: 25,
    first: {
      atMs: ms('2026-10-01T10:00'),
      values: { gas_consume: '120.25', reading_value: '1250460.75', Vwork: '30.50', VNakwork: '402341.75', P: '0.4015', T: '11.2' },
    },
    last: {
      atMs: ms('2026-10-02T10:00'),
      values: { gas_consume: '144.25', reading_value: '1253646.75', Vwork: '36.50', VNakwork: '403148.75', P: '0.4039', T: '8.8' },
    },
    skippedBy: { told: 1 },
    decimals: { gas_consume: 2, reading_value: 2, Vwork: 2, VNakwork: 2, P: 4, T: 1 },
  },
  'elster-tc220-months': {
    file: 'elster-tc220-months.txt',
    archiveType: 'monthly',
    records: 6,
    first: { atMs: ms('2026-05-01T10:00'), values: { gas_consume: '1250.500', reading_value: '81250.625', VNakwork: '80238.495' } },
    last: { atMs: ms('2026-10-01T10:00'), values: { gas_consume: '1301.125', reading_value: '87655.000', VNakwork: '86578.826' } },
    skippedBy: {},
    decimals: { gas_consume: 3, reading_value: 3, VNakwork: 3 },
  },
  'logika-spg742-hours': {
    file: 'logika-spg742-hours.txt',
    archiveType: 'hourly',
    records: 24,
    first: { atMs: ms('2026-10-01T10:00'), values: { gas_consume: '95.50', Vwork: '23.125', P: '0.299102825', T: '9.75' } },
    last: { atMs: ms('2026-10-02T09:00'), values: { gas_consume: '107.00', Vwork: '28.875', P: '0.32165812', T: '8.60' } },
    skippedBy: { 'no-time': 7, told: 1 },
    decimals: { gas_consume: 2, Vwork: 3, P: 5, T: 2 },
  },
  'logika-spg761-days': {
    file: 'logika-spg761-days.xlsx',
    archiveType: 'daily',
    records: 10,
    first: { atMs: ms('2026-10-02T10:00'), values: { gas_consume: '2500', reading_value: '1250500', P: '0.402', T: '11.5' } },
    last: { atMs: ms('2026-10-11T10:00'), values: { gas_consume: '3625', reading_value: '1277500', P: '0.411', T: '9.25' } },
    skippedBy: { told: 2 },
    decimals: { gas_consume: 0, reading_value: 0, P: 3, T: 2 },
  },
  'vympel-hyperflow-hours': {
    file: 'vympel-hyperflow-hours.txt',
    archiveType: 'hourly',
    records: 24,
    first: { atMs: ms('2026-10-01T10:00'), values: { gas_consume: '210.75', Vwork: '52.50', P: '0.4015', T: '12.4' } },
    last: { atMs: ms('2026-10-02T09:00'), values: { gas_consume: '233.75', Vwork: '64.00', P: '0.40725', T: '10.1' } },
    skippedBy: { 'no-time': 3, told: 1 },
    decimals: { gas_consume: 2, Vwork: 2, P: 5, T: 1 },
  },
  'superflo-2-hours': {
    file: 'superflo-2-hours.txt',
    archiveType: 'hourly',
    records: 24,
    // An hour that is printed by its beginning.
    first: { atMs: ms('2026-10-01T11:00'), values: { gas_consume: '1520.5', P: '0.1966233325', T: '-3.5' } },
    last: { atMs: ms('2026-10-02T10:00'), values: { gas_consume: '1543.5', P: '0.20790098', T: '-1.2' } },
    skippedBy: { 'no-time': 9, told: 1 },
    decimals: { gas_consume: 1, P: 5, T: 1 },
  },
  'irvis-rs4-hours': {
    file: 'irvis-rs4-hours.txt',
    archiveType: 'hourly',
    records: 24,
    first: {
      atMs: ms('2026-10-01T10:00'),
      values: { gas_consume: '1100.25', reading_value: '1251440.75', Vwork: '275.00', P: '0.2985', T: '10' },
    },
    last: {
      atMs: ms('2026-10-02T09:00'),
      values: { gas_consume: '1157.75', reading_value: '1277436.50', Vwork: '286.50', P: '0.31', T: '11.15' },
    },
    skippedBy: {},
    decimals: { gas_consume: 2, reading_value: 2, Vwork: 2, P: 4, T: 2 },
  },
  'tartarini-flowti-t500-hours': {
    file: 'tartarini-flowti-t500-hours.csv',
    archiveType: 'hourly',
    records: 24,
    first: { atMs: ms('2026-10-01T01:00'), values: { reading_value: '3512174', VNakwork: '802353', P: '0.41', T: '13.50' } },
    // 24:00 of its day is the next one's midnight.
    last: { atMs: ms('2026-10-02T00:00'), values: { reading_value: '3517188', VNakwork: '803595', P: '0.433', T: '11.20' } },
    skippedBy: {},
    decimals: { reading_value: 0, VNakwork: 0, P: 4, T: 2 },
  },
  'plum-macbat-hours': {
    file: 'plum-macbat-hours.csv',
    archiveType: 'hourly',
    records: 24,
    first: {
      atMs: ms('2026-10-01T10:00'),
      values: { gas_consume: '48.75', reading_value: '203360.50', Vwork: '12.50', VNakwork: '51213.00', P: '0.395', T: '8.25' },
    },
    last: {
      atMs: ms('2026-10-02T09:00'),
      values: { gas_consume: '71.75', reading_value: '204757.75', Vwork: '18.25', VNakwork: '51569.50', P: '0.3996', T: '9.40' },
    },
    skippedBy: { told: 1 },
    decimals: { gas_consume: 2, reading_value: 2, Vwork: 2, VNakwork: 2, P: 4, T: 2 },
  },
}

const files: Record<string, Buffer> = {}
beforeAll(async () => {
  files['logika-spg761-days.xlsx'] = await spg761Book()
  for (const { file } of [...Object.values(EXPECTED), { file: 'elster-ek280-events.csv' }]) files[file] ??= readFileSync(join(FOLDER, file))
})
const read = async (file: string) => {
  const bytes = files[file] ?? Buffer.alloc(0)
  const guess = guessMap(await readSource(bytes, file), file, { channels: [], stationZone: ZONE })
  if (!guess.map) throw new Error(guess.fault)
  return { guess, records: await readFile(bytes, file, guess.map, { zoneOfStation: ZONE, unitOf, nowMs: NOW }) }
}

test('each layout that the program knows has a fixture here', () => {
  expect(LAYOUTS.map(({ name }) => name).toSorted()).toEqual([...Object.keys(EXPECTED), 'elster-ek280-events'].toSorted())
})

describe.each(Object.entries(EXPECTED))('%s', (name, { file, archiveType, records, first, last, skippedBy, decimals }) => {
  test('is known by its heads and read to the last digit', async () => {
    const { guess, records: back } = await read(file)
    expect(guess).toMatchObject({ by: 'layout', layout: name })
    expect(back.readings).toHaveLength(1)
    expect(back.readings[0]).toMatchObject({ archiveType, view: 'unified', equipmentId: null })
    expect(back.readings[0]?.records).toHaveLength(records)
    expect(back.readings[0]?.records[0]).toEqual(first)
    expect(back.readings[0]?.records.at(-1)).toEqual(last)
    expect(back.skippedBy).toEqual(skippedBy)
    expect(back.decimals).toEqual(decimals)
  })
})

test('events of a corrector', async () => {
  const { guess, records } = await read('elster-ek280-events.csv')
  expect(guess).toMatchObject({ layout: 'elster-ek280-events' })
  expect(records.events[0]?.events).toHaveLength(5)
  expect(records.events[0]?.events[2]).toEqual({
    atMs: ms('2026-10-05T09:41:55'),
    entries: { Code: '0x8302', CodeDescription: 'Изменён параметр; замок поставщика открыт' },
  })
})

test.each(LAYOUTS.map(({ name, map }) => [name, map] as const))('%s: the map as a file is the map', (name, map) => {
  const yaml = readFileSync(join(FOLDER, `${name}.map.yaml`), 'utf8')
  expect(parseMap(yaml)).toEqual(map)
  expect(parseMap(formatMap(map))).toEqual(map)
})

test('a file that somebody saved anew, in UTF-8 and parted by tabs, is known all the same', async () => {
  const text = iconv.decode(files['elster-ek280-interval.csv'] ?? Buffer.alloc(0), 'win1251').replaceAll(';', '\t')
  const bytes = Buffer.from(`\uFEFF${text}`)
  const guess = guessMap(await readSource(bytes, 'a.txt'), 'a.txt', { channels: [], stationZone: ZONE })
  expect(guess).toMatchObject({ layout: 'elster-ek280-interval', map: { encoding: 'utf-8', separator: '\t' } })
  if (!guess.map) throw new Error(guess.fault)
  const { readings } = await readFile(bytes, 'a.txt', guess.map, { zoneOfStation: ZONE, unitOf, nowMs: NOW })
  expect(readings[0]?.records[0]).toEqual(EXPECTED['elster-ek280-interval']?.first)
})
