import { createRouterClient } from '@orpc/server'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBackend } from '../../../electron/backend/start.ts'
import { openBook } from '../../../electron/book/index.ts'
import { AS_SENT } from '../../../electron/contract/shown-units.ts'
import { NO_WISH } from '../../../electron/contract/time/gas-clock.ts'
import { hostIn } from '../../support/backend.ts'
import { strictCsv } from '../../support/csv.ts'
import { testFolder } from '../../support/pull.ts'
import { NOW, station } from '../book/fixtures.ts'

/** Files as the window asks for them: what they are called, and that sums are those of the screen. */

const HOUR = 3_600_000
const ZONE = 'Europe/Moscow'
const iso = (text: string) => Date.parse(text)
const OCTOBER = iso('2026-10-01T07:00:00Z')
const SUMS = { stationId: 1, archiveType: 'hourly', view: 'general', channelVarname: 'Vwork', contractHour: 10, timeZone: ZONE } as const
/** The sums of the first three gas days of October. */
const THREE_DAYS = { ...SUMS, by: 'day', fromMs: OCTOBER, toMs: OCTOBER + 3 * 24 * HOUR } as const

async function opened(systemTimeZone = ZONE, others: readonly number[] = []) {
  const folder = testFolder()
  const file = folder.file('trip.meterbook')
  const book = openBook(file, { mode: 'write', now: () => NOW })
  book.stations.put([station({ id: 1, name: 'ГРП-1' }), ...others.map((id) => station({ id }))], NOW)
  const named = { equipmentTypeId: 1, archiveTypeName: null, telemetryTypeName: null }
  book.channels.put([{ ...named, archiveTypeVarname: 'hourly', channelName: 'Объём', channelVarname: 'Vwork', unitName: 'м³' }])
  // Every hour of five gas days but one, each with a tenth: sums of doubles.
  const hours = Array.from({ length: 5 * 24 }, (_, hour) => hour).filter((hour) => hour !== 30)
  book.readings.put(
    { equipmentId: 1001, archiveType: 'hourly', view: 'general' },
    hours.map((hour) => ({ atMs: OCTOBER + (hour + 1) * HOUR, values: { Vwork: 0.1, P: 1 } })),
  )
  book.close()
  const names: string[] = []
  const backend = await startBackend(
    hostIn(folder.file('data'), {
      kind: 'desktop',
      systemLocale: 'ru',
      systemTimeZone,
      saveAs: (name) => {
        names.push(name)
        return Promise.resolve({ file: folder.file(`${names.length}.out`), href: null })
      },
    }),
    { book: file, mode: 'write' },
  )
  onTestFinished(async () => {
    await backend.close()
    folder.remove()
  })
  return { client: createRouterClient(backend.router), names }
}

test.each([
  // Five gas days, one of which lacks an hour; a span that begins and ends within one.
  [OCTOBER, OCTOBER + 5 * 24 * HOUR],
  [OCTOBER + 5 * HOUR, OCTOBER + 53 * HOUR],
])('an export of sums has the sums of the screen, row for row: %i–%i', async (fromMs, toMs) => {
  const { client, names } = await opened()
  for (const by of ['day', 'month'] as const) {
    const question = { stationId: 1, archiveType: 'hourly', view: 'general', channelVarname: 'Vwork', by, contractHour: 10 } as const
    const { rows: shown } = await client.readings.sums({ ...question, fromMs, toMs, timeZone: ZONE })
    expect(shown.length).toBeGreaterThan(0)
    const how = { ...question, fromMs, toMs, timeZone: ZONE, language: 'ru' } as const

    const csv = await client.exports.sums({ ...how, format: 'csv' })
    const [header, ...rows] = strictCsv(readFileSync(csv?.file ?? '', 'utf8').slice(1), ';')
    expect(header).toEqual([
      by === 'day' ? 'Газовые сутки' : 'Месяц',
      'Станция',
      'Заводской номер',
      'Архив',
      'Вид',
      'Объём (Vwork), м³',
      'Записей',
      'Должно быть записей',
      'Состояние',
      'Обрезано отрезком',
      `С (${ZONE})`,
      `По (${ZONE})`,
      'Номер станции',
      'Номер прибора',
    ])
    expect(rows.map((row) => [row[5], row[6], row[7]])).toEqual(
      shown.map(({ value, records, expected }) => [
        value === null ? '' : String(Number(value.toFixed(6))).replace('.', ','),
        String(records),
        String(expected),
      ]),
    )
    expect(csv?.rows).toBe(shown.length)
    expect(names.at(-1)).toMatch(
      by === 'day'
        ? /^ГРП-1 суммы по суткам Часовой общий Vwork 2026-10-01_2026-10-0[36]\.csv$/
        : /^ГРП-1 суммы по месяцам Часовой общий Vwork 2026-10-01_2026-10-0[36]\.csv$/,
    )

    const json = await client.exports.sums({ ...how, format: 'json' })
    const document = JSON.parse(readFileSync(json?.file ?? '', 'utf8')) as {
      rows: { from: string; to: string; values: { Vwork: number } }[]
    }
    expect(document.rows.map(({ from, to, values }) => [iso(from), iso(to), values.Vwork])).toEqual(
      shown.map((sum) => [sum.fromMs, sum.toMs, expect.closeTo(sum.value ?? 0, 9)]),
    )
  }
})

test('an export of sums says which days lack records', async () => {
  const { client } = await opened()
  const days = await client.exports.sums({ ...THREE_DAYS, language: 'en', format: 'csv', reader: 'programs' })
  const [header, ...rows] = strictCsv(readFileSync(days?.file ?? '', 'utf8'), ',')
  expect(header?.slice(0, 9)).toEqual([
    'gas_day',
    'station',
    'equipment_serial_number',
    'archive_type',
    'view',
    'Vwork',
    'records',
    'expected',
    'state',
  ])
  expect(rows.map((row) => [row[0], ...row.slice(5, 9)])).toEqual([
    ['2026-10-01', '2.4', '24', '24', 'complete'],
    ['2026-10-02', '2.3', '23', '24', 'records_missing'],
    ['2026-10-03', '2.4', '24', '24', 'complete'],
  ])
})

test('an export of sums says that a running month lacks records, as the screen does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: OCTOBER + 5.5 * 24 * HOUR })
  onTestFinished(() => void vi.useRealTimers())
  const { client } = await opened()
  const question = { ...SUMS, language: 'en', format: 'csv', reader: 'programs' } as const
  const states = async (by: 'day' | 'month', days: number) => {
    const file = await client.exports.sums({ ...question, by, fromMs: OCTOBER, toMs: OCTOBER + days * 24 * HOUR })
    return strictCsv(readFileSync(file?.file ?? '', 'utf8'), ',')
      .slice(1)
      .map((row) => row[8])
  }
  expect(await states('month', 31)).toEqual(['records_missing'])
  expect(await states('day', 5)).toEqual(['complete', 'records_missing', 'complete', 'complete', 'complete'])
  vi.setSystemTime(OCTOBER + 24 * HOUR)
  expect(await states('month', 31)).toEqual(['not_over'])
})

test('names take the day of the chosen zone, exports and backups alike', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: iso('2026-10-20T22:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { client, names } = await opened(ZONE)
  const stations = (timeZone: string) => client.exports.stations({ format: 'json', timeZone, language: 'en', filter: {} })
  await stations(ZONE)
  await stations('UTC')
  await client.book.backUp()
  await client.program.setPreferences({ timeZone: 'America/New_York' })
  await client.book.backUp()
  expect(names).toEqual(['Stations 2026-10-21.json', 'Stations 2026-10-20.json', 'trip 2026-10-21.meterbook', 'trip 2026-10-20.meterbook'])
})

test('a picture of a station with a slash in its name keeps the whole name', async () => {
  const { client, names } = await opened()
  await client.exports.image({ name: 'ГРП 1/2 hourly 2026-10-01.svg', blob: new Blob(['<svg/>']) })
  expect(names).toEqual(['ГРП 1_2 hourly 2026-10-01.svg'])
})

test('a span between two moments exports the records of that span', async () => {
  const { client } = await opened()
  const done = await client.exports.readings({
    format: 'csv',
    timeZone: ZONE,
    language: 'en',
    stationIds: [1],
    archiveTypes: ['hourly'],
    view: 'general',
    fromMs: OCTOBER + 2 * HOUR,
    toMs: OCTOBER + 4 * HOUR,
    channels: ['Vwork'],
  })
  expect(done?.rows).toBe(3)
})

test('an export of sums in thousands of cubic metres has the sums of the screen, a thousandth each', async () => {
  const { client } = await opened()
  const { rows: shown } = await client.readings.sums(THREE_DAYS)
  const units = { ...AS_SENT, volumeUnit: 'thousandM3' } as const
  const file = await client.exports.sums({ ...THREE_DAYS, language: 'ru', format: 'csv', units })
  const [header, ...rows] = strictCsv(readFileSync(file?.file ?? '', 'utf8').slice(1), ';')
  expect(header?.[5]).toBe('Объём (Vwork), тыс. м³ (пересчитано из м³)')
  expect(rows.map((row) => row[5])).toEqual(
    shown.map(({ value }) => String(Number(((value ?? 0) / 1000).toPrecision(12))).replace('.', ',')),
  )
})

test('the clocks of a book are asked and set through the contract, and a backup is named by the book’s day', async () => {
  const { client, names } = await opened('UTC')
  expect(await client.clocks.all()).toEqual({ book: NO_WISH, stations: [] })
  expect((await client.clocks.setBook({ timeZone: 'Asia/Kamchatka', contractHour: null })).book).toEqual({
    timeZone: 'Asia/Kamchatka',
    contractHour: null,
  })
  const own = { timeZone: null, contractHour: 9 }
  expect((await client.clocks.setStations({ stationIds: [1], ...own })).stations).toEqual([{ ...own, ids: [1] }])
  await expect(client.clocks.setStations({ stationIds: [1, 77], ...NO_WISH })).rejects.toMatchObject({
    data: { code: 'NO_SUCH_STATION' },
  })
  await expect(client.clocks.setBook({ timeZone: 'Mars/Olympus', contractHour: null })).rejects.toThrow()
  vi.useFakeTimers({ toFake: ['Date'], now: iso('2026-10-31T20:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  await client.book.backUp()
  expect(names.at(-1)).toBe('trip 2026-11-01.meterbook')
  const all = await client.clocks.all()
  expect([all.book.timeZone, all.stations]).toEqual(['Asia/Kamchatka', [{ ...own, ids: [1] }]])
  await client.book.open({ file: (await client.book.summary())?.file ?? '', mode: 'read' })
  await expect(client.clocks.setBook(NO_WISH)).rejects.toMatchObject({ data: { code: 'READ_ONLY_BOOK' } })
})

test('a shared book is not called after the account’s book where personal data are left out', async () => {
  const { client, names } = await opened('UTC', [2])
  const nameOf = async (withoutPersonal: boolean) => {
    await client.sharing.share({ withoutPersonal })
    return names.at(-1)
  }
  expect(await nameOf(false)).toContain('trip')
  expect(await nameOf(true)).toMatch(/^2 \S+ \d{4}-\d\d-\d\d\.meterbook$/)
})
