import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../../electron/book/book.ts'
import { openBook } from '../../../electron/book/file/open.ts'
import type { ConsumptionAmount } from '../../../electron/contract/consumption.ts'
import type { VisitLine } from '../../../electron/analysis/answers/fleet/trip.ts'
import type { VisitRow } from '../../../electron/contract/fleet.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import { exportTo, fileName, type ExportRequest } from '../../../electron/exports/index.ts'
import { strictCsv } from '../../support/csv.ts'

/** Files of the visit list and of consumption: they say what the window says, and nothing is whole that lacks something. */

let folder: string
let book: Book
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-visits-'))
  book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now: () => 0 })
})
afterEach(() => {
  book.close()
  rmSync(folder, { recursive: true, force: true })
})
const at = (iso: string) => Date.parse(iso)
const NOW = at('2026-11-22T12:00:00Z')
const people = { format: 'csv', reader: 'people', timeZone: 'Europe/Moscow' } as const

async function written(request: ExportRequest): Promise<string> {
  const file = join(folder, `out.${request.format}`)
  await exportTo(book, request, file, { nowMs: () => NOW })
  return readFileSync(file, 'utf8')
}

const silent: VisitRow = {
  rank: 1,
  stationId: 7,
  stationName: 'GRP-7',
  consumerId: null,
  consumerName: null,
  providerIds: [],
  equipmentTypeId: 1,
  equipmentTypeName: 'EK280',
  visitClass: 'B',
  score: 10_044,
  probability: 0.9,
  m3ADay: 1240,
  assumedM3ADay: null,
  daysExposed: 9,
  sinceMs: at('2026-11-13T12:00:00Z'),
  reasons: [
    {
      reason: 'silent',
      probability: 0.8,
      sinceMs: at('2026-11-13T12:00:00Z'),
      numbers: { hours: 216, days: 9, rhythmHours: 6, rhythmDays: 0.25 },
      endedMs: null,
      m3: null,
      texts: {},
      rule: 'silent',
    },
    {
      reason: 'archive_at_risk',
      probability: 0.5,
      sinceMs: null,
      numbers: { days: 11, atMs: at('2026-12-03T12:00:00Z') },
      endedMs: null,
      m3: null,
      texts: { archive: 'hourly' },
      rule: 'archive_at_risk',
    },
  ],
  takeAlong: ['telemetry_battery', 'sim_antenna'],
  battery: 3.61,
  rssi: -87,
  lastSessionMs: at('2026-11-13T12:00:00Z'),
  findings: [],
  visitedAtMs: null,
}

/** A line of the list: a ranked visit, or a stop of the trip. */
const line = (visit: VisitRow, place: number | null = null, coordinates: string | null = null): VisitLine => {
  const { stationId, stationName, consumerId, consumerName } = visit
  return { place, stationId, stationName, consumerId, consumerName, coordinates, visit }
}

test('a visit list says its reasons in words, the terms of its rank, and nothing of a price that is not known', async () => {
  const lines = [silent, { ...silent, rank: 2, stationId: 8, m3ADay: null, assumedM3ADay: 1320, score: 0.5 }].map((one) => line(one))
  const [head = [], first = [], second = []] = strictCsv(
    await written({ ...people, language: 'en', kind: 'visits', lines, nowMs: NOW }),
    ',',
  )
  const cell = (row: readonly string[], name: string) => row[head.indexOf(name)]
  expect(cell(first, 'Reasons')).toBe(
    'silent for 9 days, usually reports every 6 hours; 1,240 m³ a day unmeasured; hourly archive is overwritten on 3 December',
  )
  expect(cell(first, 'Urgency')).toBe('B: this week')
  expect(cell(first, 'Take along')).toBe('telemetry battery, SIM card and antenna')
  expect([cell(first, 'm³ at risk'), cell(first, 'Probability'), cell(first, 'Days exposed')]).toEqual(['10044', '0.9', '9'])
  expect([cell(second, 'm³ a day'), cell(second, 'm³ at risk')]).toEqual(['', ''])
  expect(cell(second, 'Reasons')).toContain('; usual consumption not known, ranked as 1,320 m³ a day')
})

test('a trip has its own numbers, coordinates, and stations of which nothing is to be said', async () => {
  const plain: VisitLine = { ...line(silent, 1, '55.7558,37.6173'), stationId: 9, stationName: 'GRP-9', visit: null }
  const lines = [plain, line(silent, 2)]
  const [head = [], first = [], second = []] = strictCsv(
    await written({ ...people, language: 'en', kind: 'visits', lines, nowMs: NOW }),
    ',',
  )
  const cells = (row: readonly string[]) =>
    [head[0] ?? '', 'No.', 'Station', 'Coordinates', 'Urgency', 'station_id'].map((name) => row[head.indexOf(name)])
  expect(head[0]).toMatch(/Place in the trip$/)
  expect(cells(first)).toEqual(['1', '', 'GRP-9', '55.7558,37.6173', '', first[head.indexOf('station_id')]])
  expect(cells(second)).toEqual(['2', '1', 'GRP-7', '', 'B: this week', second[head.indexOf('station_id')]])
})

const month = (day: string, more: Partial<ConsumptionAmount>): ConsumptionAmount => ({
  fromMs: at(`${day}T07:00:00Z`),
  toMs: at(`${day}T07:00:00Z`) + 1,
  day,
  m3: 1000.5,
  received: 700,
  byCounter: 15,
  byDaily: 5,
  unknown: 0,
  abnormalHours: 0,
  substituteHours: 0,
  stations: 2,
  stationsAll: 2,
  part: false,
  earlier: [{ day: `2025${day.slice(4)}`, m3: 900, part: false, complete: 0.99999 }],
  ...more,
})

test('consumption says of each number how complete it is; what lacks an hour or a station is incomplete and never 100 %', async () => {
  const amounts = [
    month('2026-01-01', {}),
    month('2026-02-01', { byDaily: 4.9, unknown: 0.1, abnormalHours: 3 }),
    month('2026-03-01', { stations: 1 }),
    month('2026-04-01', { m3: null, received: 0, byCounter: 0, byDaily: 0, unknown: 720 }),
    month('2026-05-01', { part: true }),
  ]
  const request: ExportRequest = {
    ...people,
    language: 'en',
    units: { ...AS_SENT, volumeUnit: 'thousandM3' },
    kind: 'consumption',
    by: 'month',
    contractHour: 10,
    consumption: {
      from: '2026-01-01',
      to: '2026-05-31',
      amounts,
      total: null,
      between: null,
      without: [],
      working: [],
    },
  }
  const [head = [], ...rows] = strictCsv(await written(request), ',')
  const column = (name: RegExp) => rows.map((row) => row[head.findIndex((one) => name.test(one))])
  expect(column(/Month/)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'])
  expect(column(/^State/)).toEqual(['complete', 'incomplete', 'incomplete', 'no number', 'not over yet'])
  expect(column(/^Share of hours/)).toEqual(['100', '99.9', '100', '0', '100'])
  expect(column(/^Consumption/).map((text) => text ?? '')).toEqual(['1.0005', '1.0005', '1.0005', '', '1.0005'])
  expect(column(/^1: Years earlier, share/)[0]).toBe('99.9')
  expect(fileName(book, request, NOW)).toBe('Consumption 2026-01-01_2026-05-31')
})
