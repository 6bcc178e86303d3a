import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../../electron/book/book.ts'
import { openBook } from '../../../electron/book/file/open.ts'
import type { Message, Station } from '../../../electron/contract/records.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import { exportTo, type ExportRequest } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { withHoles } from '../../../electron/exports/kinds/coverage.ts'
import { strictCsv } from '../../support/csv.ts'
import { cellAt, linesOf, openedBook, openSheet } from '../../support/xlsx.ts'

let folder: string
let book: Book
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-kinds-'))
  book = openBook(join(folder, 'a.meterbook'), { mode: 'write', now: () => 0 })
  book.page(() => {
    book.stations.put([station(1, 'ГРП-10'), station(2, 'ГРП-2'), station(3, '=1+1')], 0)
    for (const [type, unit] of [
      [1, 'кПа'],
      [2, 'МПа'],
    ] as const) {
      const pressure = { equipmentTypeId: type, archiveTypeVarname: 'hourly', channelVarname: 'P', unitName: unit }
      book.channels.put([{ ...pressure, archiveTypeName: 'Часовой', telemetryTypeName: null, channelName: 'Давление' }])
    }
    book.messages.put([message(17)])
    book.readings.put({ equipmentId: 101, archiveType: 'hourly', view: 'general' }, [
      { atMs: at('2026-03-31T21:00:00Z'), values: { P: 1.5, X: null } },
      { atMs: at('2026-04-01T21:00:00Z'), values: { P: 2 } },
    ])
    book.readings.put({ equipmentId: 102, archiveType: 'hourly', view: 'general' }, [
      { atMs: at('2026-03-31T22:00:00Z'), values: { P: '0.75', Q: 'нет' } },
    ])
    book.readings.put({ equipmentId: 102, archiveType: 'hourly', view: 'unified' }, [
      { atMs: at('2026-03-31T22:00:00Z'), values: { gas_consume: '12.50' } },
    ])
    book.events.add({ equipmentId: 101, archiveType: 'alarm' }, [
      {
        atMs: at('2026-03-31T21:00:00.250Z'),
        entries: { Code: '17', CodeDescription: '=cmd()', ValCode: '-1.5', Izm: 'кПа', Цех: 4 },
      },
      { atMs: at('2026-03-31T22:00:00Z'), entries: { Code: '18' } },
    ])
    book.settings.putSnapshot(101, 1000, [{ channelName: 'Договорной час', channelDataValue: '10', unitName: 'ч' }])
    book.settings.putSnapshot(101, 2000, [{ channelName: 'Договорной час', channelDataValue: '9', unitName: 'ч' }])
  })
})
afterEach(() => {
  book.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (iso: string) => Date.parse(iso)

test('readings: natural order of stations, a column a unit, verbatim values, absent left out', async () => {
  const { rows } = await json({ kind: 'readings', stationIds: [1, 2, 3], archiveTypes: 'all', view: 'general' })
  expect(rows).toEqual([
    reading('2026-04-01T01:00:00.000+03:00', 'ГРП-2', 2, { P: '0.75', Q: 'нет' }),
    reading('2026-04-01T00:00:00.000+03:00', 'ГРП-10', 1, { P: 1.5, X: null }),
    reading('2026-04-02T00:00:00.000+03:00', 'ГРП-10', 1, { P: 2 }),
  ])
  const lines = (await csv({ kind: 'readings', stationIds: [1, 2], archiveTypes: ['hourly'], view: 'general' })).split('\r\n')
  expect(lines[0]).toContain('"Давление (P), MPa",Standard flow (Q),"Давление (P), kPa",X')
  expect(lines[1]).toContain('Hourly,0.75,нет,,,')
})

test('readings in the units asked for: one column for all devices, which says what it was converted from', async () => {
  const what = { kind: 'readings', stationIds: [1, 2], archiveTypes: ['hourly'], view: 'general' } as const
  const units = { ...AS_SENT, pressureUnit: 'bar' } as const
  const [header, ...rows] = strictCsv((await csv(what, { units })).slice(1), ',')
  expect(header?.slice(4, 7)).toEqual(['Давление (P), bar (converted from МПа, кПа)', 'Standard flow (Q)', 'X'])
  // 0.75 MPa, 1.5 kPa, 2 kPa; a text that is no number stays.
  expect(rows.map((row) => row.slice(4, 7))).toEqual([
    ['7.5', 'нет', ''],
    ['0.015', '', ''],
    ['0.02', '', ''],
  ])
  const plain = { units, reader: 'programs' } as const
  expect(await csv(what, plain)).toBe(await csv(what, { reader: 'programs' }))
})

test('days are days of the time zone', async () => {
  const days = { stationIds: [1, 2], archiveTypes: 'all' as const, view: 'general' as const }
  expect((await json({ kind: 'readings', ...days, from: '2026-04-01', to: '2026-04-01' })).rows).toHaveLength(2)
  expect((await json({ kind: 'readings', ...days, to: '2026-03-31' })).rows).toHaveLength(0)
  expect((await json({ kind: 'readings', ...days, from: '2026-04-02' })).rows).toHaveLength(1)
})

test('events: the log as shown, codes as they came, decoded beside them', async () => {
  const { rows, about } = await json({ kind: 'events', filter: { stationIds: [1], desc: true } })
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({
    time: '2026-04-01T00:00:00.250+03:00',
    station: 'ГРП-10',
    archive_type: 'alarm',
    code: '17',
    message: 'Превышение',
    description: '=cmd()',
    val_code: '-1.5',
    izm: 'кПа',
    entries: { Цех: 4 },
    unix_time: at('2026-03-31T21:00:00.250Z') / 1000,
  })
  expect(rows[0]).not.toHaveProperty('entries')
  expect(about).toMatchObject({ Stations: 'ГРП-10', 'Time zone': 'Europe/Moscow' })
  expect((await json({ kind: 'events', filter: { codes: ['18'] } })).rows).toHaveLength(1)
  const message = { code: '17', description: '=cmd()', archiveType: null }
  const said = await json({ kind: 'events', filter: { messages: [message] } })
  expect([said.rows.length, said.about.Filter]).toEqual([1, '17 =cmd()'])
  expect((await json({ kind: 'events', filter: { messages: [{ ...message, description: 'x' }] } })).rows).toEqual([])
  expect((await json({ kind: 'events', filter: { stationIds: [2] } })).rows).toHaveLength(0)
  const text = await csv({ kind: 'events', filter: {} })
  expect(text).toContain("2026-04-01 00:00:00.250,ГРП-10,Alarms,17,Превышение,'=cmd(),-1.5,кПа,Цех: 4,")
})

test('events of all stations: whose they are, and what begins and ends', async () => {
  const door = (time: string, ValCode: string) => ({
    atMs: at(time),
    entries: { Code: '30', CodeDescription: 'Дверь шкафа', ValCode, Izm: '' },
  })
  book.events.add({ equipmentId: 101, archiveType: 'event' }, [
    door('2026-04-01T10:00:00Z', '1'),
    door('2026-04-01T10:20:00Z', '0'),
    door('2026-04-01T11:00:00Z', '1'),
  ])
  const { rows } = await json({ kind: 'events', filter: { situations: true, situation: 'begun', desc: true } })
  expect(rows).toMatchObject([
    { unix_time: at('2026-04-01T11:00:00Z') / 1000, situation: 'open', other_time: null, lasting: null },
    {
      station: 'ГРП-10',
      situation: 'begin',
      other_time: '2026-04-01T13:20:00.000+03:00',
      lasting: 1200,
    },
  ])
  expect((await json({ kind: 'events', filter: { situations: true, consumerIds: [999] } })).rows).toEqual([])
  const exceptMessages = [{ code: '30', description: 'Дверь шкафа', archiveType: null }]
  const left = await json({ kind: 'events', filter: { exceptMessages, exceptConsumerIds: [999] } })
  expect(left.rows.length).toBeGreaterThan(0)
  expect(left.rows.map(({ code }) => code)).not.toContain('30')
  expect(left.about['Left out']).toBe('30 Дверь шкафа, № 999')
  const byLasting = await json({ kind: 'events', filter: { byLasting: true, desc: true, codes: ['30'] } })
  expect(byLasting.rows.map(({ situation }) => situation)).toEqual(expect.arrayContaining(['open', 'begin', 'end']))

  const grouped = { by: 'message', sort: { by: 'events', desc: true } } as const
  const groups = await json({ kind: 'events', filter: { grouped } })
  expect(groups.rows[0]).toMatchObject({
    code: '30',
    description: 'Дверь шкафа',
    station_count: 1,
    event_count: 3,
    begun_count: 2,
    open_count: 1,
    lasting_sum: 1200,
  })
  expect(groups.rows).toHaveLength(3)
  const text = await csv({ kind: 'events', filter: { grouped: { ...grouped, by: 'station' } } })
  expect(text).toContain('ГРП-10')
})

test('stations: every field, natural order, harmless names', async () => {
  const { rows } = await json({ kind: 'stations', filter: {} })
  expect(rows.map(({ name }) => name)).toEqual(['=1+1', 'ГРП-2', 'ГРП-10'])
  expect(await csv({ kind: 'stations', filter: {} })).toContain("3,'=1+1,")
  expect((await json({ kind: 'stations', filter: { text: 'грп-2' } })).rows).toHaveLength(1)
})

test('settings: every snapshot, the newest first', async () => {
  const { rows } = await json({ kind: 'settings', stationIds: [1, 2] })
  expect(rows.map((row) => row['channel_data_value'])).toEqual(['9', '10'])
})

test('XLSX opens with Russian headers, numbers as numbers and the zone in the header', async () => {
  const file = join(folder, 'a.xlsx')
  const request = { kind: 'readings', stationIds: [2], archiveTypes: 'all', view: 'unified' } as const
  await exportTo(book, { ...request, format: 'xlsx', reader: 'people', language: 'ru', timeZone: 'Europe/Moscow' }, file)
  const workbook = await openedBook(file)
  const sheet = openSheet(workbook)
  expect(sheet?.name).toBe('Показания')
  expect(linesOf(sheet)[0]).toEqual([
    'Время (Europe/Moscow)',
    'Станция',
    'Заводской номер',
    'Архив',
    'Стандартный объём за период (gas_consume), м³',
    'Номер станции',
    'Номер прибора',
    'Unix-время',
  ])
  expect(cellAt(sheet, 'A2').value).toEqual(new Date('2026-04-01T01:00:00Z'))
  expect(cellAt(sheet, 'E2').value).toBe(12.5)
  expect(workbook.sheets[0]?.name).toBe('О файле')
})

test('the book may be written while a file is made from it', async () => {
  let wrote = 0
  const key = { equipmentId: 101, archiveType: 'hourly', view: 'general' } as const
  const hours = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ atMs: (from + i) * 3_600_000, values: { P: i } }))
  book.page(() => book.readings.put(key, hours(0, 10_000)))
  const result = await exportTo(
    book,
    { kind: 'readings', stationIds: [1], archiveTypes: 'all', view: 'general', ...how('csv') },
    join(folder, 'b.csv'),
    { onProgress: () => book.page(() => void (wrote += book.readings.put(key, hours(-(wrote + 10), 5)).added)) },
  )
  expect(wrote).toBeGreaterThan(10)
  expect(result.rows).toBeGreaterThanOrEqual(10_002)
})

test('a station and a setting without a name: null in JSON, an empty cell in CSV', async () => {
  const nameless = { ...station(1, ''), name: null }
  book.stations.put([nameless], 0)
  book.settings.putSnapshot(101, 3000, [{ channelName: null, channelDataValue: '7', unitName: null }])
  const { rows } = await json({ kind: 'stations', filter: { ids: [1] } })
  expect(rows).toMatchObject([{ id: 1, name: null }])
  const settings = await json({ kind: 'settings', stationIds: [1] })
  expect(settings.rows[0]).toMatchObject({ station: null, channel_name: null, channel_data_value: '7' })
  expect(settings.about.Stations).toBe('001')
  const [, first] = (await csv({ kind: 'stations', filter: { ids: [1] } }, { reader: 'programs' })).split('\r\n')
  expect(first).toMatch(/^1,,/)
})

test('a failed export leaves nothing behind', async () => {
  const before = readdirSync(folder)
  const request: ExportRequest = { kind: 'stations', filter: {}, ...how('csv') }
  await expect(exportTo(book, request, join(folder, 'no', 'a.csv'))).rejects.toMatchObject({
    code: 'FOLDER_GONE',
  })
  const signal = AbortSignal.abort()
  await expect(exportTo(book, request, join(folder, 'c.csv'), { signal })).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(readdirSync(folder)).toEqual(before)
})

test('coverage: holes between runs, and to the ends of a span that is named', () => {
  const run = (from: string, to: string) => ({ from, to, state: 'fetched' as const, fetchedAtMs: 1 })
  const runs = [run('2026-01-02', '2026-01-03'), run('2026-01-05', '2026-01-06')]
  const days = (found: { from: string; to: string; state: string }[]) => found.map((r) => `${r.from.slice(8)}-${r.to.slice(8)} ${r.state}`)
  expect(days(withHoles(runs))).toEqual(['02-03 fetched', '04-04 never', '05-06 fetched'])
  expect(days(withHoles(runs, '2026-01-01', '2026-01-05'))).toEqual(['01-01 never', '02-03 fetched', '04-04 never', '05-05 fetched'])
  expect(days(withHoles(runs, '2026-01-07', '2026-01-08'))).toEqual(['07-08 never'])
  expect(withHoles([])).toEqual([])
})

const how = (format: 'csv' | 'json') => ({ format, reader: 'people', language: 'en', timeZone: 'Europe/Moscow' }) as const
type How = 'format' | 'reader' | 'language' | 'timeZone'
type What = ExportRequest extends infer R ? (R extends ExportRequest ? Omit<R, How> : never) : never

async function csv(request: What, other: Partial<ExportHow> = {}): Promise<string> {
  const file = join(folder, 'a.csv')
  await exportTo(book, { ...request, ...how('csv'), ...other }, file)
  return readFileSync(file, 'utf8')
}

async function json(request: What) {
  const file = join(folder, 'a.json')
  await exportTo(book, { ...request, ...how('json') }, file)
  return JSON.parse(readFileSync(file, 'utf8')) as { rows: Record<string, unknown>[]; about: Record<string, string> }
}

function reading(time: string, station: string, id: number, values: object) {
  const unix_time = Date.parse(time) / 1000
  return {
    time,
    station,
    equipment_serial_number: `00${id}`,
    archive_type: 'hourly',
    values,
    station_id: id,
    equipment_id: 100 + id,
    unix_time,
  }
}

function station(id: number, name: string): Station {
  return {
    id,
    name,
    equipmentTypeId: id,
    equipmentTypeVarname: 'x',
    equipmentBrandName: null,
    phone: null,
    equipmentId: 100 + id,
    telemetryId: null,
    customerId: null,
    equipmentSerialNumber: `00${id}`,
    statusNameValue: null,
    volumeValue: null,
    volumeUnit: null,
    pressureValue: null,
    pressureUnit: null,
    temperatureValue: null,
    temperatureUnit: null,
    lastSeanceEventMs: null,
    uid: null,
  }
}

function message(code: number): Message {
  return {
    id: code,
    name: 'Превышение',
    description: 'Давление выше предела',
    deviceCode: String(code),
    equipmentTypeId: 1,
    equipmentTypeVarname: 'x',
    referenceparameterArchiveTypeId: null,
    archiveTypeVarname: 'alarm',
    messageTypicalId: null,
    channelId: null,
    channelVarname: null,
  }
}

test('a sheet a station: each with its own channels and units, one name for the whole book of them', async () => {
  const file = join(folder, 'a.xlsx')
  const request = { kind: 'readings', stationIds: [1, 2, 3], archiveTypes: 'all', view: 'general' } as const
  let told = 0
  const done = await exportTo(
    book,
    { ...request, format: 'xlsx', reader: 'people', language: 'en', timeZone: 'Europe/Moscow', sheets: 'station' },
    file,
    { onProgress: (rows) => (told = rows) },
  )
  expect([done.rows, told]).toEqual([3, 3])
  const workbook = await openedBook(file)
  const [about, first, second] = workbook.sheets
  expect(workbook.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['About', about?.rows.length],
    ['ГРП-2', 2],
    ['ГРП-10', 3],
  ])
  expect(linesOf(first)[0]).toContain('Давление (P), MPa')
  expect(linesOf(second)[0]).toContain('Давление (P), kPa')
  expect(linesOf(about)).toContainEqual(['Without rows', '=1+1'])
})
