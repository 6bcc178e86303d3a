import path from 'node:path'
import { expect, test } from 'vitest'
import { FORMS } from '../../../../electron/contract/form-words.ts'
import { listForms } from '../../../../electron/exports/forms/own-forms.ts'
import { writeReport } from '../../../../electron/exports/forms/report.ts'
import { FIRST_DAY, LAST_DAY, PRINTED_MS, STATION } from '../../../support/form-book.ts'
import { openedBook, openSheet, tableOf } from '../../../support/xlsx.ts'
import { tempFolder } from '../../book/fixtures.ts'
import { formBook, made } from './made.ts'

/** Columns of a form that are chosen by ticks. */

test('the columns that are asked for are printed, in the form’s order, with their totals; all when none are named', async () => {
  const book = formBook()
  const all = await made(book, 'abnormal')
  const some = await made(book, 'abnormal', 'ru', { columns: ['total', 'situation'] })
  expect(all.columns.map(({ key }) => key)).toContain('share')
  expect(some.columns.map(({ key }) => key)).toEqual(['situation', 'total'])
  const at = all.columns.findIndex(({ key }) => key === 'total')
  for (const part of ['rows', 'totals'] as const)
    expect(some[part].map(({ cells }) => cells)).toEqual(all[part].map(({ cells }) => [cells[0], cells[at]]))
})

test('columns that the form has lost since are passed over; with none left all are printed', async () => {
  const book = formBook()
  const all = await made(book, 'abnormal')
  expect((await made(book, 'abnormal', 'ru', { columns: ['total', 'gone'] })).columns).toHaveLength(1)
  expect((await made(book, 'abnormal', 'ru', { columns: ['gone'] })).columns).toEqual(all.columns)
})

test('a spreadsheet has the chosen columns', async () => {
  const folder = tempFolder()
  const file = path.join(folder, 'a.xlsx')
  const request = {
    form: 'events',
    columns: ['code', 'time'],
    stationIds: [STATION],
    from: FIRST_DAY,
    to: LAST_DAY,
    language: 'en',
    timeZone: 'Europe/Moscow',
    contractHour: 10,
  } as const
  await writeReport(formBook(), request, { file, format: 'xlsx' }, { dataFolder: folder, version: '0', nowMs: PRINTED_MS })
  const headings = tableOf(openSheet(await openedBook(file)))[0]
  expect(headings).toEqual(['Time', 'Code'])
})

test('each form names its columns in both languages', async () => {
  const forms = await listForms(tempFolder())
  expect(forms.map(({ code }) => code)).toEqual([...FORMS])
  for (const { columns } of forms) {
    expect(columns.length).toBeGreaterThan(5)
    for (const { key, title } of columns) for (const name of [title.en, title.ru]) expect(name).not.toBe(key)
    expect(new Set(columns.map(({ title }) => title.ru)).size).toBe(columns.length)
  }
})
