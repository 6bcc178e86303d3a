import { cellRef } from 'hucre/xlsx'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { judgeBook } from '../../../../electron/analysis/judge/book.ts'
import { openBook, type Book } from '../../../../electron/book/index.ts'
import type { FormCode } from '../../../../electron/contract/form-words.ts'
import type { Language } from '../../../../electron/words/index.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { BUILT_IN } from '../../../../electron/exports/forms/built-in/index.ts'
import { fillForm, formSource } from '../../../../electron/exports/forms/fill.ts'
import { writeReport } from '../../../../electron/exports/forms/report.ts'
import { readForm } from '../../../../electron/exports/forms/read-form.ts'
import {
  EXCHANGE,
  FALL,
  fillPaperBook,
  HOLE,
  october,
  PAPER_CLOCK,
  PAPER_DEVICE,
  PAPER_FROM_MS,
  PAPER_NOW_MS,
  PAPER_STATION,
  SUBSTITUTED,
  type PaperHour,
} from '../../../support/paper-book.ts'
import { testFolder } from '../../../support/pull.ts'
import { cellAt, lastingMs, linesOf, openedBook, openSheet, tableOf } from '../../../support/xlsx.ts'

/** What happened at a station in one October, as its sheets tell it: an exchange, holes, a substitute, a fall of the counter. */

const folder = testFolder()
let book: Book
let unjudged: Book
let hours: PaperHour[]
let lastCounter: number
beforeAll(async () => {
  const opened = (name: string) => openBook(folder.file(name), { mode: 'write', now: () => PAPER_FROM_MS })
  book = opened('a.meterbook')
  unjudged = opened('b.meterbook')
  ;({ hours, lastCounter } = fillPaperBook(book))
  fillPaperBook(unjudged)
  await judgeBook(book, { usual: PAPER_CLOCK, nowMs: PAPER_NOW_MS })
})
afterAll(() => {
  book.close()
  unjudged.close()
  folder.remove()
})

interface Asked {
  of?: Book
  language?: Language
  from?: string
  to?: string
  /** A form's text, other than the built-in one. */
  text?: string
}

async function sheet(
  code: FormCode,
  { of = book, language = 'en', from = '2026-10-01', to = '2026-10-31', text = BUILT_IN[code] }: Asked = {},
) {
  const { form, problem } = readForm(code, text)
  if (!form) throw new Error(problem.reason.en)
  const request = {
    form: code,
    stationIds: [PAPER_STATION],
    from,
    to,
    language,
    timeZone: PAPER_CLOCK.zone,
    contractHour: PAPER_CLOCK.contractHour,
  }
  for await (const content of fillForm(formSource(of, request, { form, nowMs: PAPER_NOW_MS, usual: PAPER_CLOCK }))) {
    const rows = [...content.rows]
    const place = (key: string) => content.columns.findIndex((column) => column.key === key)
    const cell = (row: { cells: readonly unknown[] } | undefined, key: string) => row?.cells[place(key)]
    return { ...content, rows, cell, row: (name: string) => rows.find(({ cells }) => cells[0] === name), total: content.totals[0] }
  }
  throw new Error('no part')
}
type Sheet = Awaited<ReturnType<typeof sheet>>
const numbersIn = ({ rows, cell }: Sheet, key: string) => rows.map((row) => cell(row, key)).filter((one) => typeof one === 'number')
const between = (fromMs: number, toMs: number) =>
  hours.filter(({ atMs }) => atMs > fromMs && atMs <= toMs).reduce((sum, { m3 }) => sum + m3, 0)
const counterAt = (atMs: number) => hours.find((hour) => hour.atMs === atMs)?.counter ?? NaN

test('a hole over the end of a gas day is a row: what stands under each other adds up to the total', async () => {
  const daily = await sheet('consumption-daily')
  const hole = daily.rows.find((row) => String(daily.cell(row, 'note')).includes('by the counter') && daily.cell(row, 'hours') === null)
  expect(daily.cell(hole, 'standard')).toBeCloseTo(between(HOLE.fromMs - HOUR_MS, HOLE.toMs), 3)
  expect(daily.cell(hole, 'counter_from')).toBe(counterAt(HOLE.fromMs - HOUR_MS))
  // The record that closes the last missing hour is missing itself: what its counter was, no record says.
  expect(daily.cell(hole, 'counter_to')).toBeNull()
  expect(daily.cell(hole, 'note')).toContain('2026-10-12 04:00:00')
  expect(daily.rows.indexOf(hole as never)).toBe(daily.rows.indexOf(daily.row('2026-10-11') as never) + 1)
  for (const key of ['standard', 'working'] as const) {
    const sum = numbersIn(daily, key).reduce((all, one) => all + one, 0)
    expect(sum, key).toBeCloseTo(daily.cell(daily.total, key) as number, 6)
  }
  // A month holds the hole whole: nothing is left for a row of its own.
  const monthly = await sheet('consumption-monthly')
  expect(numbersIn(monthly, 'standard')).toHaveLength(1)
})

test.each([
  ['consumption-daily', '2026-10-16'],
  ['consumption-monthly', '2026-10'],
] as const)(
  '%s: an exchange of the meter is a row with both serial numbers, the last and the first counter, and the time',
  async (form, before) => {
    const page = await sheet(form)
    const at = page.rows.findIndex(({ cells }) => String(cells[0]).includes('exchange'))
    expect(page.rows[at - 1]?.cells[0]).toBe(before)
    const row = page.rows[at]
    expect(page.cell(row, 'counter_from')).toBeCloseTo(lastCounter, 3)
    expect(page.cell(row, 'counter_to')).toBe(EXCHANGE.first)
    const note = String(page.cell(row, 'note'))
    for (const part of ['2026-10-16 14:20', EXCHANGE.before, EXCHANGE.after]) expect(note).toContain(part)
    for (const key of ['standard', 'working', 'abnormal_volume']) expect(page.cell(row, key)).toBeNull()
  },
)

test('the counters of the period are set against the total meter by meter', async () => {
  const said = (await sheet('consumption-daily', { from: '2026-10-14', to: '2026-10-18' })).statements.join('\n')
  const shown = lastCounter - counterAt(october(14, 10)) + counterAt(october(19, 10)) - EXCHANGE.first
  expect(said).toContain(`${shown.toFixed(2)} m³; total:`)
})

test('each finding stands in the note of the day in which it is, with hours and m³; so does an unexplained fall of the counter', async () => {
  const daily = await sheet('consumption-daily')
  const note = (day: string) => String(daily.cell(daily.row(day), 'note'))
  // 03:00 on the 21st lies in the gas day of the 20th. 300 m³ less than before, but for what passed in that hour.
  const fell = FALL.m3 - between(FALL.atMs - HOUR_MS, FALL.atMs)
  expect(note('2026-10-20')).toMatch(new RegExp(`Counter decrease.*unexplained.*${fell.toFixed(1)}\\sm³`))
  expect(note('2026-10-25')).toMatch(/Substitute in use.*14\sh/)
  expect(note('2026-10-18')).toContain('Off-grid record')
  expect(note('2026-10-19')).not.toContain('Off-grid record')
  for (const { rule, fromMs } of book.findings.ofStation(PAPER_STATION).filter(({ rule }) => rule === 'missing_record'))
    if (fromMs >= october(1, 10))
      expect(
        daily.rows.some((row) => String(daily.cell(row, 'note')).includes('Missing record')),
        rule,
      ).toBe(true)
})

test('time at the substitute value is that of the rule where no situation tells it, and not evaluated where neither can', async () => {
  const daily = await sheet('consumption-daily')
  expect(daily.cell(daily.row('2026-10-25'), 'substitutes')).toBe(14 * HOUR_MS)
  expect(daily.cell(daily.row('2026-10-24'), 'substitutes')).toBe(0)
  expect(daily.cell(daily.total, 'substitutes')).toBe(14 * HOUR_MS)
  const never = await sheet('consumption-daily', { of: unjudged })
  expect(never.cell(never.row('2026-10-25'), 'substitutes')).toBe('not evaluated')
  expect(never.cell(never.total, 'substitutes')).toBe('not evaluated')
})

test('the form of situations names the substitute that stood for the pressure meanwhile', async () => {
  const page = await sheet('abnormal')
  const row = page.row('Отказ датчика давления')
  expect(page.cell(row, 'substitute_pressure')).toBe('0.300\u00a0МПа')
  expect(page.cell(row, 'substitute_temperature')).toBeNull()
  const other = page.row('P выше верхнего предела')
  expect(page.cell(other, 'substitute_pressure')).toBeNull()
  expect(SUBSTITUTED.value).toBe(0.3)
})

test('a situation is called by its name: that it begins is told by the column', async () => {
  const page = await sheet('abnormal', { language: 'ru' })
  const names = page.rows.map(({ cells }) => cells[0])
  expect(names).toContain('T ниже нижнего предела')
  for (const name of names) expect(String(name)).not.toMatch(/начало|НС:/i)
  expect(page.pictures[0]?.svg).not.toContain('Начало')
  const visits = await sheet('visits', { language: 'ru' })
  expect(visits.rows.map((row) => String(visits.cell(row, 'reasons'))).join()).toContain('«T ниже нижнего предела»')
})

test('a counter that the hours lack stands where the daily record of that very moment has it', async () => {
  const daily = await sheet('consumption-daily')
  expect(daily.cell(daily.row('2026-10-05'), 'counter_from')).toBe(counterAt(october(5, 10)))
  expect(daily.cell(daily.row('2026-10-04'), 'counter_to')).toBe(counterAt(october(5, 10)))
  // Neither archive has a record at the ends of the hole's days.
  expect(daily.cell(daily.row('2026-10-11'), 'counter_to')).toBeNull()
})

test('a month that the span cuts is a part of the month, over for all that; a whole month is whole', async () => {
  const monthly = await sheet('consumption-monthly', { from: '2026-09-25', to: '2026-11-03' })
  const note = (month: string) => String(monthly.cell(monthly.row(month), 'note'))
  expect(note('2026-09')).toContain('2026-09-25 – 2026-09-30')
  expect(note('2026-09')).not.toContain('not over')
  expect(note('2026-10')).not.toMatch(/not over|part/)
  expect(note('2026-11')).toContain('not over')
})

test('volume in abnormal time is one number on both forms, and has the hours that the counter tells', async () => {
  const [daily, situations] = [await sheet('consumption-daily'), await sheet('abnormal')]
  const inAll = daily.cell(daily.total, 'abnormal_volume') as number
  expect(situations.cell(situations.total, 'volume')).toBeCloseTo(inAll, 6)
  const sum = numbersIn(daily, 'abnormal_volume').reduce((all, one) => all + one, 0)
  expect(sum).toBeCloseTo(inAll, 6)
  // The counter tells 7:30 of the hole's 14 hours together, each hour as much as the other.
  const inHole = situations.cell(situations.row('Отказ датчика температуры'), 'volume') as number
  expect(inHole).toBeCloseTo((between(HOLE.fromMs - HOUR_MS, HOLE.toMs) / 14) * 2, 3)
})

test('the title block says what P is, at which conditions m³ are standard, and until when the device is verified', async () => {
  const heads = new Map((await sheet('consumption-daily', { language: 'ru' })).heads.map(({ name, value }) => [name, value]))
  expect(heads.get('Давление')).toBe('абсолютное')
  expect(heads.get('Стандартные условия')).toBe('0.101325\u00a0МПа; 20\u00a0°C')
  expect(heads.get('Поверка действительна до')).toBe('15.05.2027')
})

test('old and new value of a change stand in their columns, and the settings confirm them', async () => {
  const page = await sheet('changes', { language: 'ru' })
  const row = (name: string) => page.rows.find((one) => page.cell(one, 'parameter') === name)
  const changed = row('Верхняя уставка P')
  expect([page.cell(changed, 'old'), page.cell(changed, 'new'), page.cell(changed, 'confirmed')]).toEqual(['0.55', '0.60', 'да'])
  const code = row('Изменён параметр: код связи')
  expect([page.cell(code, 'old'), page.cell(code, 'new')]).toEqual(['1234567890123.456789', '9876543210987.654321'])
  const log = await sheet('events', { language: 'ru' })
  const told = log.rows.find((one) => log.cell(one, 'code') === '035')
  expect([log.cell(told, 'value'), log.cell(told, 'change')]).toEqual(['0.60\u00a0МПа', 'было 0.55, стало 0.60'])
})

test('days of the event log with records are those that have a record', async () => {
  const log = await sheet('events')
  const days = new Set(
    book.events
      .query({ equipmentIds: [PAPER_DEVICE], archiveTypes: ['nesht'], limit: 100 })
      .rows.map(({ atMs }) => Math.floor((atMs + 3 * HOUR_MS) / (24 * HOUR_MS))),
  )
  const said = log.statements.find((text) => text.includes('Abnormal situations'))
  expect(said).toContain(`with records ${days.size}`)
  expect(said).toContain(`empty ${31 - days.size}`)
})

test('a column with a title of its own keeps its unit', async () => {
  const text = `title: x
data: consumption
columns:
  - {key: standard, title: {en: Gas, ru: Газ}}
  - {key: pressure_mean, title: {en: Pressure, ru: Давление}}
  - {key: counter_to, title: {en: Index, ru: Счётчик}}
  - {key: note, title: {en: Remarks, ru: Пометки}}
  - {key: working, title: {en: 'Gas, m³', ru: 'Газ, м³'}}
`
  const { columns } = await sheet('consumption-daily', { text })
  expect(columns.map(({ header }) => header)).toEqual(['Gas, m³', 'Pressure, МПа', 'Index, m³', 'Remarks', 'Gas, m³'])
  const abnormal = await sheet('abnormal', {
    text: 'title: x\ndata: abnormal\ncolumns:\n  - {key: volume, title: Gas}\n  - {key: total, title: Lasted}',
  })
  expect(abnormal.columns.map(({ header }) => header)).toEqual(['Gas, m³', 'Lasted, h:mm:ss'])
})

test('numbers are told in the plural that they have, and written alike', async () => {
  const year = (await sheet('consumption-daily', { from: '2026-07-01', to: '2026-10-31' })).heads.find(
    ({ key }) => key === 'completeness',
  )?.value
  // The archive begins later: hours before its first record are not missing.
  expect(year).toBe('913 of 913 hours (100.0 %)')
  const long = await sheet('consumption-daily', { from: '2026-05-01', to: '2026-10-31' })
  for (const { value } of long.heads) expect(value).not.toMatch(/\d{4} of \d,\d{3}/)
  const one = (await sheet('consumption-daily', { from: '2026-11-02', to: '2026-11-02' })).statements.join('\n')
  expect(one).not.toMatch(/1 hour(?: of \d+ hours)? have/)
  const none = await sheet('consumption-monthly', { from: '2026-09-25', to: '2026-09-30' })
  expect(none.statements.join('\n')).not.toContain('0 months')
  expect(
    (await sheet('consumption-monthly', { from: '2026-09-25', to: '2026-09-30', language: 'ru' })).statements.join('\n'),
  ).not.toContain('их 0')
})

test('in a spreadsheet what lies between the periods stands under its name, and the column adds up as on paper', async () => {
  const file = folder.file('a.xlsx')
  const request = {
    form: 'consumption-daily',
    stationIds: [PAPER_STATION],
    from: '2026-10-01',
    to: '2026-10-31',
    language: 'en',
    timeZone: PAPER_CLOCK.zone,
    contractHour: PAPER_CLOCK.contractHour,
  } as const
  await writeReport(
    book,
    request,
    { file, format: 'xlsx' },
    { dataFolder: folder.file('data'), version: '0', nowMs: PAPER_NOW_MS, usual: PAPER_CLOCK },
  )
  const rows = (await openedBook(file)).sheets.flatMap(linesOf)
  const named = (name: string) => rows.find(([first]) => first === name)
  expect(named('hole')?.[1]).toBeCloseTo(between(HOLE.fromMs - HOUR_MS, HOLE.toMs), 3)
  expect(named('meter exchange')?.slice(3, 5)).toEqual([lastCounter, EXCHANGE.first])
  const begins = rows.findIndex((row) => row[0] === 'Gas day')
  const ends = rows.findIndex((row) => row[0] === 'Total')
  const sum = rows.slice(begins + 1, ends).reduce((all, row) => all + Number(row[1] ?? 0), 0)
  expect(sum).toBeCloseTo(Number(rows[ends]?.[1]), 6)
})

test.each([
  ['consumption-daily', 'Total', 'Substitutes', '[h]:mm', 14 * HOUR_MS],
  ['abnormal', 'Отказ датчика температуры', 'Total, h:mm:ss', '[h]:mm:ss', null],
] as const)('in a spreadsheet of %s durations are numbers that are shown as hours', async (form, row, heading, format, lasting) => {
  const { cell } = await spreadsheet(form)
  const found = cell(row, heading)
  expect(found?.numFmt).toBe(format)
  const ms = lastingMs(found?.value)
  const shown = await sheet(form)
  expect(ms).toBe(lasting ?? shown.cell(shown.row(row), 'total'))
  expect(ms).toBeGreaterThan(0)
})

test('in a spreadsheet the hours received and the hours in all are two numbers', async () => {
  const { cell } = await spreadsheet('consumption-daily')
  const { cell: shown, total } = await sheet('consumption-daily')
  const { received, due } = shown(total, 'hours') as { received: number; due: number }
  expect([cell('Total', 'Hours present: received')?.value, cell('Total', 'Hours present: in all')?.value]).toEqual([received, due])
  expect(due).toBe(744)
})

/** The table of a form as a library reads it from a spreadsheet: a cell by the name of its row and its heading. */
async function spreadsheet(form: FormCode) {
  const file = folder.file(`${form}.xlsx`)
  const request = {
    form,
    stationIds: [PAPER_STATION],
    from: '2026-10-01',
    to: '2026-10-31',
    language: 'en',
    timeZone: PAPER_CLOCK.zone,
    contractHour: PAPER_CLOCK.contractHour,
  } as const
  await writeReport(
    book,
    request,
    { file, format: 'xlsx' },
    { dataFolder: folder.file('data'), version: '0', nowMs: PAPER_NOW_MS, usual: PAPER_CLOCK },
  )
  const table = openSheet(await openedBook(file))
  const lines = linesOf(table)
  const headings = tableOf(table)[0] ?? []
  return {
    cell(name: string, heading: string) {
      const [row, column] = [lines.findIndex(([first]) => first === name), headings.indexOf(heading)]
      return row >= 0 && column >= 0 ? cellAt(table, cellRef(row, column)) : undefined
    },
  }
}
