import type { Sheet } from 'hucre'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, type Book } from '../../../electron/book/index.ts'
import { exportTo, type ExportRequest } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { strictCsv } from '../../support/csv.ts'
import { cellAt, linesOf, openedBook, openSheet } from '../../support/xlsx.ts'
import { testFolder } from '../../support/pull.ts'
import { station } from '../book/fixtures.ts'

/** One book as a file for people in each language and as one for programs. */

const folder = testFolder()
let book: Book
const at = (iso: string) => Date.parse(iso)
const AT = at('2026-03-31T21:00:00Z')

beforeAll(() => {
  book = openBook(folder.file('a.meterbook'), { mode: 'write', now: () => AT })
  const fields = { equipmentSerialNumber: '00101', phone: '79161234567', volumeValue: '671.18', uid: '1e5' }
  book.stations.put([station({ id: 1, name: 'ГРП-2', lastSeanceEventMs: AT, ...fields })], AT)
  const channel = { equipmentTypeId: 1, archiveTypeName: 'Получасовой', telemetryTypeName: null, unitName: 'кПа' }
  book.channels.put([
    { ...channel, archiveTypeVarname: 'hourly', channelName: 'Давление газа', channelVarname: 'P' },
    { ...channel, archiveTypeVarname: 'half', channelName: 'Расход', channelVarname: 'Q', unitName: 'м³' },
  ])
  const values = JSON.parse('{"P":"671.18","Q":"-1.5","gas_consume":"---","toString":"1e5","__proto__":"0.5","constructor":3}') as Record<
    string,
    string
  >
  book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'unified' }, [{ atMs: AT, values }])
  book.readings.put({ equipmentId: 1001, archiveType: 'half', view: 'unified' }, [{ atMs: AT, values: { Q: 2.5 } }])
  book.events.add({ equipmentId: 1001, archiveType: 'alarm' }, [
    { atMs: AT + 250, entries: { Code: '1e5', CodeDescription: 'x;=1+1', ValCode: '-1.5', Izm: 'кПа', Цех: 4 } },
    { atMs: AT, entries: { Code: '007', ValCode: '79161234567', Izm: '' } },
  ])
  book.settings.putSnapshot(1001, AT, [
    { channelName: 'Договорной расход', channelDataValue: '10.5', unitName: 'м³/ч' },
    { channelName: 'Версия прошивки', channelDataValue: '1.10', unitName: '' },
  ])
  const codes = { evtid: '1e5', trycnt: 1, tryfl: null, state: true, gettime: null, millisecond: 0 }
  const amounts = { btm: '3.61', rssi: -71, bsg: 3.5, durationSession: 12.25, sessionTraffic: '1024' }
  book.sessions.put([
    { id: 5, telemetryId: 2001, atMs: AT, nextSessionMs: null, referenceparameterSeanceStatusId: 2, ...codes, ...amounts },
  ])
})
afterAll(() => {
  book.close()
  folder.remove()
})

const RU: ExportHow = { format: 'csv', reader: 'people', language: 'ru', timeZone: 'Europe/Moscow' }
type What = ExportRequest extends infer R ? (R extends ExportRequest ? Omit<R, keyof ExportHow> : never) : never

async function written(what: What, how: ExportHow): Promise<string> {
  const file = folder.file(`a.${how.format}`)
  await exportTo(book, { ...what, ...how }, file)
  return file
}

/** Rows as records by heading. */
async function people(what: What, how: Partial<ExportHow> = {}): Promise<Record<string, string>[]> {
  const text = readFileSync(await written(what, { ...RU, ...how }), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return records(strictCsv(text.slice(1), how.language === 'en' ? ',' : ';'))
}
async function programs(what: What): Promise<Record<string, string>[]> {
  return records(strictCsv(readFileSync(await written(what, { ...RU, reader: 'programs' }), 'utf8'), ','))
}
const records = ([header = [], ...rows]: string[][]) =>
  rows.map((row) => Object.fromEntries(header.map((title, place) => [title, row[place] ?? ''])))

const readings = { kind: 'readings', stationIds: [1], archiveTypes: ['hourly'], view: 'unified' } as const

test('readings for people in Russian: names, units, decimal commas, the local time and its zone', async () => {
  const [row, ...more] = await people(readings)
  expect(more).toEqual([])
  expect(Object.entries(row ?? {})).toEqual([
    ['Время (Europe/Moscow)', '01.04.2026 00:00:00'],
    ['Станция', 'ГРП-2'],
    ['Заводской номер', '00101'],
    ['Архив', 'Часовой'],
    ['Давление (P), кПа', '671,18'],
    ['Расход (Q), м³', '-1,5'],
    ['Стандартный объём за период (gas_consume), м³', '---'],
    ['toString', '1e5'],
    ['__proto__', '0,5'],
    ['constructor', '3'],
    ['Номер станции', '1'],
    ['Номер прибора', '1001'],
    ['Unix-время', String(AT / 1000)],
  ])
})

test('readings for people hold the channels that are shown and no others, in their order', async () => {
  const rows = await people({ ...readings, channels: ['Q', 'P', 'gone'] }, { language: 'en' })
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Time (Europe/Moscow)',
    'Station',
    'Serial number',
    'Archive',
    'Расход (Q), m³',
    'Pressure (P), kPa',
    'Station number',
    'Device number',
    'Unix time',
  ])
  expect(Object.values(rows[0] ?? {}).slice(0, 6)).toEqual(['2026-04-01 00:00:00', 'ГРП-2', '00101', 'Hourly', '-1.5', '671.18'])
})

test('an archive that we have no name for is called as the directory calls it', async () => {
  const [row] = await people({ ...readings, archiveTypes: ['half'] })
  expect(row).toMatchObject({ Архив: 'Получасовой', 'Расход (Q), м³': '2,5' })
})

test('readings for programs: codes, verbatim texts, ISO times', async () => {
  const [row] = await programs(readings)
  expect(row).toMatchObject({
    time: '2026-04-01T00:00:00.000+03:00',
    archive_type: 'hourly',
    P: '671.18',
    Q: '-1.5',
    gas_consume: '---',
    unix_time: String(AT / 1000),
  })
  expect(Object.keys(row ?? {})).toContain('__proto__')
})

test('channels named like service names of JavaScript come through the book into JSON', async () => {
  const text = readFileSync(await written(readings, { ...RU, format: 'json' }), 'utf8')
  const { rows } = JSON.parse(text) as { rows: { values: object }[] }
  expect(Object.entries(rows[0]?.values ?? {})).toEqual(
    expect.arrayContaining([
      ['__proto__', '0.5'],
      ['constructor', 3],
      ['toString', '1e5'],
    ]),
  )
})

test('events: a value is read as its unit says, in a spreadsheet all of the column are texts, whatever stands beside them', async () => {
  const log = { kind: 'events', filter: {} } as const
  expect(await people(log)).toMatchObject([
    { 'Время (Europe/Moscow)': '01.04.2026 00:00:00,000', Архив: 'Аварии', Код: '007', ValCode: '79161234567' },
    { 'Время (Europe/Moscow)': '01.04.2026 00:00:00,250', Код: '1e5', Описание: "x;'=1+1", ValCode: '-1,5' },
  ])
  expect(await programs(log)).toMatchObject([
    { time: '2026-04-01T00:00:00.000+03:00', archive_type: 'alarm', code: '007' },
    { time: '2026-04-01T00:00:00.250+03:00', code: '1e5', val_code: '-1.5', entries: '{"Цех":4}' },
  ])
  const sheet = await sheetOf(log)
  const row = (number: number) => ['D', 'G'].map((column) => cellAt(sheet, `${column}${number}`).value)
  expect([row(2), row(3)]).toEqual([
    ['007', '79161234567'],
    ['1e5', '-1.5'],
  ])
})

test('settings: what has a unit is read as a number, a version stays; in a spreadsheet all of them are texts', async () => {
  const settings = { kind: 'settings', stationIds: [1] } as const
  expect((await people(settings)).map((row) => row['Значение'])).toEqual(['10,5', '1.10'])
  expect((await programs(settings)).map((row) => row['channel_data_value'])).toEqual(['10.5', '1.10'])
  const sheet = await sheetOf(settings)
  expect([cellAt(sheet, 'E2').value, cellAt(sheet, 'E3').value]).toEqual(['10.5', '1.10'])
})

test('sessions: amounts are numbers, codes are not, yes and no are said', async () => {
  const sessions = { kind: 'sessions', stationIds: [1] } as const
  expect(await people(sessions)).toMatchObject([
    {
      'Код причины': '1e5',
      Состояние: 'да',
      'Батарея телеметрии': '3,61',
      'Уровень сигнала': '-71',
      Длительность: '12,25',
    },
  ])
  expect(await programs(sessions)).toMatchObject([{ Evtid: '1e5', state: 'true', Btm: '3.61', duration_session: '12.25' }])
})

test('stations: the volume is a number; phone, serial number and exchange code are texts', async () => {
  const stations = { kind: 'stations', filter: {} } as const
  expect(await people(stations)).toMatchObject([
    { Объём: '671,18', 'Заводской номер': '00101', Телефон: '79161234567', 'Последний сеанс (Europe/Moscow)': '01.04.2026 00:00:00' },
  ])
  expect(await programs(stations)).toMatchObject([{ volume_value: '671.18', last_seance_event_time: '2026-04-01T00:00:00.000+03:00' }])
  const sheet = await sheetOf(stations)
  const [header = [], values = []] = linesOf(sheet)
  const cell = (title: string) => values[header.indexOf(title)]
  expect(['Объём', 'Заводской номер', 'Телефон', 'Код обмена'].map(cell)).toEqual([671.18, '00101', '79161234567', '1e5'])
})

test('coverage: states, archives and days in words for people, in codes for programs', async () => {
  book.coverage.mark(
    { equipmentId: 1001, archiveType: 'hourly', view: 'unified' },
    { from: '2026-03-01', to: '2026-03-31' },
    { state: 'fetched', fetchedAtMs: AT },
  )
  const coverage = {
    kind: 'coverage',
    stationIds: [1],
    archiveTypes: 'all',
    contractHour: 0,
    nowMs: AT + 5 * 86_400_000,
  } as const
  expect(await people(coverage)).toMatchObject([
    // Nothing is due before the archive begins, which is with its only record.
    {
      Архив: 'Часовой',
      Вид: 'Унифицированный',
      С: '01.03.2026',
      По: '30.03.2026',
      Состояние: 'получено',
      'Записей за сутки': '',
      'Должно быть за сутки': '',
    },
    // Its state is of the day of UTC, and so are its counts: 21, 22 and 23 o'clock.
    { С: '31.03.2026', По: '31.03.2026', 'Записей за сутки': '1', 'Должно быть за сутки': '3' },
  ])
  expect(await programs(coverage)).toMatchObject([
    {
      archive_type: 'hourly',
      view: 'unified',
      from: '2026-03-01',
      to: '2026-03-30',
      state: 'fetched',
      records_a_day: '',
      expected_a_day: '',
    },
    { from: '2026-03-31', to: '2026-03-31', records_a_day: '1', expected_a_day: '3' },
  ])
})

async function sheetOf(what: What): Promise<Sheet | undefined> {
  return openSheet(await openedBook(await written(what, { ...RU, format: 'xlsx' })))
}
