import { expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../electron/contract/time/units.ts'
import { at, STATION } from '../../../support/form-book.ts'
import { station, tempBook } from '../../book/fixtures.ts'
import { columnOf, made, type Made } from './made.ts'

/** Pressure and temperature of the consumption forms, by the records that a station has. */

const ASKED = { from: '2026-10-01', to: '2026-10-02' }

/**
 * Two days whose T changes from record to record; P is in another archive where one is named.
 * @param offMs by how much the stamp of a record is off its end
 */
function gaugeBook(archiveType: 'hourly' | 'daily', ofPressure = archiveType, offMs: (hour: number) => number = () => 0): Book {
  const book = tempBook()
  book.stations.put([station({ id: STATION })], at(0))
  const units = { Vpriv: 'м3', Vwork: 'м3', P: 'кПа', T: '°C' }
  book.channels.put(
    [...new Set([archiveType, ofPressure])].flatMap((archive) =>
      Object.entries(units).map(([channelVarname, unitName]) => ({
        equipmentTypeId: 1,
        archiveTypeName: null,
        archiveTypeVarname: archive,
        telemetryTypeName: null,
        channelName: null,
        channelVarname,
        unitName,
      })),
    ),
  )
  const put = (archive: 'hourly' | 'daily', valuesAt: (hour: number) => Record<string, number>) => {
    const hours = archive === 'hourly' ? 1 : 24
    const records = Array.from({ length: 48 / hours }, (_, nth) => (nth + 1) * hours).map((hour) => ({
      atMs: at(hour) + offMs(hour),
      values: valuesAt(hour),
    }))
    book.page(() => book.readings.put({ equipmentId: 1001, archiveType: archive, view: 'general' }, records))
  }
  const pressure = (hour: number) => ({ P: 300 + hour / 24 })
  put(archiveType, (hour) => ({
    Vpriv: 12,
    Vwork: 4,
    T: hour / 24,
    ...(ofPressure === archiveType ? pressure(hour) : {}),
  }))
  if (ofPressure !== archiveType) put(ofPressure, pressure)
  return book
}

const gaugeOf = (form: Made, name: string) => {
  const [min, mean, max] = ['min', 'mean', 'max'].map((which) => columnOf(form, `${name}_${which}`))
  return (mean ?? []).map((value, row) => [min?.[row], value, max?.[row]])
}
const means = (form: Made) => form.statements.filter((text) => /^(?:Means of|Средние) [PT]/.test(text))

test('daily records tell means alone: least and greatest stay empty, also of a month', async () => {
  const book = gaugeBook('daily')
  const form = await made(book, 'consumption-daily', 'en', ASKED)
  expect(gaugeOf(form, 'pressure')).toEqual([
    [null, 301, null],
    [null, 302, null],
  ])
  expect(gaugeOf(form, 'temperature')).toEqual([
    [null, 1, null],
    [null, 2, null],
  ])
  expect(means(form)).toEqual(['Means of P and T are of daily records, which tell no least and no greatest value.'])
  const months = await made(book, 'consumption-monthly', 'ru', ASKED)
  expect(gaugeOf(months, 'pressure')).toEqual([[null, 301.5, null]])
  expect(means(months)).toEqual(['Средние P и T — по суточным записям: минимума и максимума в них нет.'])
})

test('hourly records tell all three, and what each gauge is of is said', async () => {
  const form = await made(gaugeBook('hourly', 'daily'), 'consumption-daily', 'en', ASKED)
  expect(gaugeOf(form, 'temperature')).toEqual([
    [1 / 24, expect.closeTo(12.5 / 24), 1],
    [25 / 24, expect.closeTo(36.5 / 24), 2],
  ])
  expect(gaugeOf(form, 'pressure')).toEqual([
    [null, 301, null],
    [null, 302, null],
  ])
  expect(means(form)).toEqual([
    'Means of T are of hourly records.',
    'Means of P are of daily records, which tell no least and no greatest value.',
  ])
})

const DAY_M3 = { hourly: 24 * 12, daily: 12 }
/** Temperatures of the two days when each record is stamped on the hour. */
const TEMPERATURES = {
  hourly: [
    [1 / 24, expect.closeTo(12.5 / 24), 1],
    [25 / 24, expect.closeTo(36.5 / 24), 2],
  ],
  daily: [
    [null, 1, null],
    [null, 2, null],
  ],
}

test.each<['hourly' | 'daily', string, (hour: number) => number]>([
  ['hourly', 'seconds past', () => 3 * SECOND_MS],
  ['hourly', 'seconds before', () => -2 * SECOND_MS],
  ['hourly', 'now before, now past', (hour) => (hour % 3 === 0 ? 3 : -2) * SECOND_MS],
  ['hourly', 'now past, now before', (hour) => (hour % 3 === 0 ? -2 : 3) * SECOND_MS],
  ['daily', 'seconds past', () => 3 * SECOND_MS],
  ['daily', 'seconds before', () => -2 * SECOND_MS],
  ['daily', 'now before, now past', (hour) => (hour % 48 === 0 ? 3 : -2) * SECOND_MS],
  ['daily', 'two hours past', () => 2 * HOUR_MS],
])('P and T of %s records stamped %s their end are of the day that has their volume', async (archive, _, offMs) => {
  const form = await made(gaugeBook(archive, archive, offMs), 'consumption-daily', 'en', ASKED)
  expect(columnOf(form, 'standard')).toEqual([DAY_M3[archive], DAY_M3[archive]])
  expect(columnOf(form, 'working')).toEqual([DAY_M3[archive] / 3, DAY_M3[archive] / 3])
  expect(columnOf(form, 'hours')).toEqual([
    { received: 24, due: 24 },
    { received: 24, due: 24 },
  ])
  expect(gaugeOf(form, 'temperature')).toEqual(TEMPERATURES[archive])
  const months = await made(gaugeBook(archive, archive, offMs), 'consumption-monthly', 'en', ASKED)
  expect(gaugeOf(months, 'temperature')).toEqual([archive === 'hourly' ? [1 / 24, expect.closeTo(24.5 / 24), 2] : [null, 1.5, null]])
})

test('of two records in one minute the later tells P and T, as it tells the volume; one between the hours tells neither', async () => {
  const book = gaugeBook('hourly')
  const more = [
    { atMs: at(7) + 4 * SECOND_MS, values: { Vpriv: 5, P: 999, T: -40 } },
    { atMs: at(9) + 17 * MINUTE_MS, values: { Vpriv: 0, P: 1, T: 90 } },
  ]
  book.page(() => book.readings.put({ equipmentId: 1001, archiveType: 'hourly', view: 'general' }, more))
  const form = await made(book, 'consumption-daily', 'en', ASKED)
  expect(columnOf(form, 'standard')).toEqual([DAY_M3.hourly - 7, DAY_M3.hourly])
  expect(gaugeOf(form, 'temperature')).toEqual([[-40, expect.closeTo((300 - 7 - 40 * 24) / 24 / 24), 1], TEMPERATURES.hourly[1]])
})
