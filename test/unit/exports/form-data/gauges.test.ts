import { expect, test } from 'vitest'
import type { Book } from '../../../../electron/book/index.ts'
import { at, STATION } from '../../../support/form-book.ts'
import { station, tempBook } from '../../book/fixtures.ts'
import { columnOf, made, type Made } from './made.ts'

/** Pressure and temperature of the consumption forms, by the records that a station has. */

const ASKED = { from: '2026-10-01', to: '2026-10-02' }

/** Two days whose T changes from record to record; P is in another archive where one is named. */
function gaugeBook(archiveType: 'hourly' | 'daily', ofPressure = archiveType): Book {
  const book = tempBook()
  book.stations.put([station({ id: STATION })], at(0))
  const units = { Vpriv: 'м3', P: 'кПа', T: '°C' }
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
    const records = Array.from({ length: 48 / hours }, (_, nth) => (nth + 1) * hours).map((hour) => ({ atMs: at(hour), values: valuesAt(hour) })) // oxfmt-ignore
    book.page(() => book.readings.put({ equipmentId: 1001, archiveType: archive, view: 'general' }, records))
  }
  const pressure = (hour: number) => ({ P: 300 + hour / 24 })
  put(archiveType, (hour) => ({ Vpriv: 12, T: hour / 24, ...(ofPressure === archiveType ? pressure(hour) : {}) }))
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
  expect(gaugeOf(form, 'pressure')).toEqual([[null, 301, null], [null, 302, null]]) // oxfmt-ignore
  expect(gaugeOf(form, 'temperature')).toEqual([[null, 1, null], [null, 2, null]]) // oxfmt-ignore
  expect(means(form)).toEqual(['Means of P and T are of daily records, which tell no least and no greatest value.'])
  const months = await made(book, 'consumption-monthly', 'ru', ASKED)
  expect(gaugeOf(months, 'pressure')).toEqual([[null, 301.5, null]])
  expect(means(months)).toEqual(['Средние P и T — по суточным записям: минимума и максимума в них нет.'])
})

test('hourly records tell all three, and what each gauge is of is said', async () => {
  const form = await made(gaugeBook('hourly', 'daily'), 'consumption-daily', 'en', ASKED)
  expect(gaugeOf(form, 'temperature')).toEqual([[1 / 24, expect.closeTo(12.5 / 24), 1], [25 / 24, expect.closeTo(36.5 / 24), 2]]) // oxfmt-ignore
  expect(gaugeOf(form, 'pressure')).toEqual([[null, 301, null], [null, 302, null]]) // oxfmt-ignore
  expect(means(form)).toEqual([
    'Means of T are of hourly records.',
    'Means of P are of daily records, which tell no least and no greatest value.',
  ])
})
