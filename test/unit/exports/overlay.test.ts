import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { overlayOf } from '../../../electron/analysis/answers/overlay/overlay.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import type { Book } from '../../../electron/book/index.ts'
import { exportTo, fileName, type ExportRequest } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { station, tempBook, tempFolder } from '../book/fixtures.ts'

const HOW: ExportHow = { format: 'csv', reader: 'people', language: 'en', timeZone: 'Europe/Moscow' }
const GAS = { zone: 'Europe/Moscow', contractHour: 10 }
const hour = (day: string, at: number) => Date.parse(`${day}T07:00Z`) + at * 3_600_000

/** Two stations of one type with temperatures of two years. */
function book(): Book {
  const made = tempBook()
  made.page(() => {
    made.stations.put([station({ id: 1, name: 'A' }), station({ id: 2, name: 'B' })], 0)
    for (const [id, add] of [
      [1, 0],
      [2, 5],
    ] as const)
      made.readings.put(
        { equipmentId: id + 1000, archiveType: 'hourly', view: 'general' },
        ['2025-03-01', '2026-03-01'].flatMap((day, year) =>
          [1, 2].map((at) => ({ atMs: hour(day, at), values: { T: 10 * year + at + add, P: null } })),
        ),
      )
  })
  return made
}

function overlayRequest(
  of: Book,
  part: { stationIds: number[]; points?: 'record' | 'day'; measure?: 'value' | 'share'; hidden?: number[] },
): ExportRequest {
  const { points = 'record', measure = 'value', hidden = [], stationIds } = part
  const question = {
    stationIds,
    quantity: 'temperature',
    from: '2026-03-01',
    to: '2026-03-01',
    periods: 2,
    step: 'year',
    points,
    baseline: 0,
  } as const
  const overlay = overlayOf(of, { ...question, gas: GAS, usual: GAS, nowMs: hour('2026-03-03', 0) })
  return { kind: 'overlay', ...HOW, stationIds, overlay, points, step: 'year', measure, hidden, differences: true, contractHour: 10 }
}

async function lines(of: Book, request: ExportRequest): Promise<string[]> {
  const file = path.join(tempFolder(), 'out.csv')
  await exportTo(of, request, file)
  return readFileSync(file, 'utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('stations over each other: a column a station, its difference from the baseline beside it', async () => {
  const made = book()
  const request = overlayRequest(made, { stationIds: [1, 2] })
  const [header, ...rows] = await lines(made, request)
  expect(header).toBe('Time (Europe/Moscow),A,B,B: difference')
  expect(rows).toEqual(['2026-03-01 11:00:00,11,16,5', '2026-03-01 12:00:00,12,17,5'])
  expect(fileName(made, request, 0)).toBe('2 stations Overlay Hourly 2026-03-01')
})

test('periods have their place in the year; what is hidden is left out; shares have their per cent', async () => {
  const made = book()
  const [header, ...rows] = await lines(made, overlayRequest(made, { stationIds: [1] }))
  expect(header).toBe('Day of the period,2026-03-01 – 2026-03-01,2025-03-01 – 2025-03-01,2025-03-01 – 2025-03-01: difference')
  expect(rows).toEqual(['03-01 11:00,11,1,-10', '03-01 12:00,12,2,-10'])
  const [named, day] = await lines(made, overlayRequest(made, { stationIds: [1], points: 'day', measure: 'share', hidden: [1] }))
  expect([named, day]).toEqual(['Day of the period,"2026-03-01 – 2026-03-01, %"', '03-01,100'])
})

test('values stand as each device sent them unless asked, differences in one unit, and what is converted says so', async () => {
  const made = tempBook()
  const unit = (equipmentTypeId: number, unitName: string) => ({
    equipmentTypeId,
    archiveTypeName: null,
    archiveTypeVarname: 'hourly',
    telemetryTypeName: null,
    channelName: 'Pressure',
    channelVarname: 'P',
    unitName,
  })
  made.page(() => {
    made.stations.put([station({ id: 1, name: 'A' }), station({ id: 2, name: 'B', equipmentTypeId: 2 })], 0)
    made.channels.put([unit(1, 'kPa'), unit(2, 'MPa')])
    for (const [id, value] of [
      [1, 373.5],
      [2, 0.3712],
    ] as const)
      made.readings.put({ equipmentId: id + 1000, archiveType: 'hourly', view: 'general' }, [
        { atMs: hour('2026-03-01', 1), values: { P: value } },
      ])
  })
  const stationIds = [1, 2]
  const question = {
    stationIds,
    quantity: 'pressure',
    from: '2026-03-01',
    to: '2026-03-01',
    periods: 1,
    step: 'year',
    points: 'record',
    baseline: 0,
  } as const
  const overlay = overlayOf(made, { ...question, gas: GAS, usual: GAS, nowMs: hour('2026-03-03', 0) })
  const request: ExportRequest = {
    kind: 'overlay',
    ...HOW,
    stationIds,
    overlay,
    points: 'record',
    step: 'year',
    measure: 'value',
    hidden: [],
    differences: true,
    contractHour: 10,
  }
  expect(await lines(made, request)).toEqual([
    'Time (Europe/Moscow),"A, kPa","B, MPa","B: difference, kPa (converted from MPa)"',
    '2026-03-01 11:00:00,373.5,0.3712,-2.3',
  ])
  const units = { ...AS_SENT, pressureUnit: 'bar' } as const
  expect(await lines(made, { ...request, units })).toEqual([
    'Time (Europe/Moscow),"A, bar (converted from kPa)","B, bar (converted from MPa)","B: difference, bar (converted from MPa)"',
    '2026-03-01 11:00:00,3.735,3.712,-0.023',
  ])
  // Programs get what was sent, whatever is asked.
  const [header] = await lines(made, { ...request, reader: 'programs', units })
  expect(header).not.toContain('bar')
})

test('a comparison: passports and newest values, a column a station, without what is the same where that is wished', async () => {
  const made = book()
  const request = (onlyDifferent: boolean): ExportRequest => ({ kind: 'compare', ...HOW, stationIds: [2, 1], onlyDifferent })
  const all = await lines(made, request(false))
  expect(all[0]).toBe('Section,Item,Code,Unit,B,A')
  expect(all).toContain('Passport,Serial number,equipment_serial_number,,10002,10001')
  expect(all).toContain('Hourly · General,Temperature (T),T,,17,12')
  expect(all.some((row) => row.startsWith('Passport,Device model,'))).toBe(true)
  const different = await lines(made, request(true))
  expect(different.length).toBeLessThan(all.length)
  expect(different.some((row) => row.startsWith('Passport,Device model,'))).toBe(false)
})
