import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChangeRow } from '../../../electron/contract/findings.ts'
import { FINDING_DETAILS, FINDING_STATES, FLAG, RULE_UNITS } from '../../../electron/contract/rules.ts'
import { exportTo, fileName, type ExportRequest } from '../../../electron/exports/index.ts'
import type { ExportHow } from '../../../electron/exports/request.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { LANGUAGES } from '../../../electron/words/index.ts'
import { wordsOf } from '../../../electron/words/program.ts'
import { strictCsv } from '../../support/csv.ts'
import { finding, NOW, station, tempBook, tempFolder } from '../book/fixtures.ts'

/** Findings and changes as files. */

const RU: ExportHow = { format: 'csv', reader: 'people', language: 'ru', timeZone: 'Europe/Moscow' }

function judgedBook() {
  const book = tempBook()
  book.stations.put([station({ id: 1, name: 'ГРП-2' }), station({ id: 2, name: 'ГРП-10' })], NOW)
  const asked = { judgedAtMs: NOW, basis: '{}', verdicts: '{}', seen: [] }
  book.findings.replace({
    stationId: 1,
    ...asked,
    findings: [
      finding('a', {
        rule: 'frozen',
        flag: 3,
        fromMs: NOW - 10 * HOUR_MS,
        toMs: NOW - 4 * HOUR_MS,
        measure: 6.5,
        threshold: 6,
        unit: 'hours',
        m3: 412.25,
        detail: null,
      }),
      finding('b', {
        rule: 'range',
        flag: 4,
        fromMs: NOW - HOUR_MS,
        toMs: null,
        measure: 374.6,
        threshold: 300,
        unit: 'kPa',
        m3: null,
        detail: 'above_limit',
      }),
    ],
  })
  book.findings.replace({ stationId: 2, ...asked, findings: [finding('c', { stationId: 2, rule: 'silent', flag: 9 })] })
  return book
}

async function rowsOf(book: ReturnType<typeof judgedBook>, request: ExportRequest): Promise<Record<string, string>[]> {
  const file = join(tempFolder(), 'a.csv')
  await exportTo(book, request, file)
  const [header = [], ...rows] = strictCsv(
    readFileSync(file, 'utf8').slice(request.reader === 'people' ? 1 : 0),
    request.reader === 'people' ? ';' : ',',
  )
  return rows.map((row) => Object.fromEntries(header.map((title, at) => [title, row[at] ?? ''])))
}

test('findings for people in Russian: the words of the screen, its filter and its order', async () => {
  const book = judgedBook()
  const rows = await rowsOf(book, { kind: 'findings', ...RU, filter: { stationIds: [1] }, sort: 'flag', desc: true })
  expect(rows.map((row) => [row['Оценка'], row['Станция'], row['Правило'], row['Уточнение']])).toEqual([
    ['Недостоверно', 'ГРП-2', 'Выход за пределы', 'выше предела'],
    ['Сомнительно', 'ГРП-2', 'Зависание', ''],
  ])
  const [range, frozen] = rows
  expect(range).toMatchObject({
    'С (Europe/Moscow)': '15.01.2026 14:00:00',
    'По (Europe/Moscow)': '',
    'Длительность, ч': '',
    Значение: '374,6',
    Порог: '300',
    'Ед. изм.': 'кПа',
    Отметка: 'Новое',
  })
  expect(frozen).toMatchObject({ 'Длительность, ч': '6', 'Затронуто, м³': '412,25', 'Код правила': 'frozen' })
})

test('findings for programs: codes, and as many as the filter lets pass', async () => {
  const book = judgedBook()
  const request = { kind: 'findings', ...RU, reader: 'programs' } as const
  expect((await rowsOf(book, { ...request, filter: {} })).map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c'])
  const [row, ...more] = await rowsOf(book, { ...request, filter: { rules: ['range'] } })
  expect(more).toEqual([])
  expect(row).toMatchObject({
    flag: '4',
    rule: 'range',
    detail: 'above_limit',
    unit: 'kPa',
    measure: '374.6',
    to_time: '',
    station_id: '1',
  })
  expect(fileName(book, { ...request, filter: { stationIds: [1] } }, NOW)).toBe('ГРП-2 Замечания 2026-01-15')
})

const change: ChangeRow = {
  stationId: 1,
  stationName: 'ГРП-2',
  fromMs: NOW,
  toMs: NOW,
  role: 'contractHour',
  quantity: null,
  name: 'Договорной час',
  before: '10',
  after: '9',
  unit: 'ч',
  saidBy: ['settings', 'event'],
  conversion: { before: 4.1, after: 4.2 },
  event: { atMs: NOW + 250, code: '1e5', text: '=Изменён час' },
}
const alone: ChangeRow = {
  ...change,
  role: null,
  name: 'Мой параметр',
  before: null,
  unit: null,
  saidBy: ['event'],
  conversion: null,
  event: null,
}

test('changes for people: what changed, from what to what, and who says so', async () => {
  const request = { kind: 'changes', ...RU, changes: [change, alone], filter: {} } as const
  const [first, second] = await rowsOf(judgedBook(), request)
  expect(first).toMatchObject({
    Станция: 'ГРП-2',
    Что: 'Контрактный час',
    'Название в приборе': 'Договорной час',
    Было: '10',
    Стало: '9',
    Подтверждение: 'подтверждено двумя',
    'Кто сообщает': 'настройки + событие',
    'Коэффициент приведения до': '4,1',
    'Код события': '1e5',
    Событие: "'=Изменён час",
    'Время события (Europe/Moscow)': '15.01.2026 15:00:00,250',
  })
  expect(second).toMatchObject({ Что: '', 'Название в приборе': 'Мой параметр', Было: '', Подтверждение: 'одно свидетельство' })
  const [plain] = await rowsOf(judgedBook(), { ...request, reader: 'programs' })
  expect(plain).toMatchObject({ role: 'contractHour', confirmed: 'true', said_by: 'settings event', before: '10' })
})

test.each(LANGUAGES)('every code of findings has a word: %s', (language) => {
  const { flag, state, detail, unit } = wordsOf(language).findings
  expect(Object.keys(flag).map(Number).toSorted()).toEqual(Object.values(FLAG).toSorted())
  expect(Object.keys(state).toSorted()).toEqual([...FINDING_STATES].toSorted())
  expect(Object.keys(detail).toSorted()).toEqual([...FINDING_DETAILS].toSorted())
  expect(Object.keys(unit).toSorted()).toEqual([...RULE_UNITS].toSorted())
})

test('a duration is that of what was found: not of the gas day that was compared', async () => {
  const book = judgedBook()
  const day = { stationId: 2, fromMs: NOW - 30 * HOUR_MS, toMs: NOW - 6 * HOUR_MS }
  const findings = [
    finding('minutes', { ...day, rule: 'abnormal_time', measure: 30, unit: 'minutes' }),
    finding('sums', { ...day, rule: 'hours_against_day', measure: 7, unit: 'm3' }),
    finding('missing', { ...day, rule: 'missing_record', flag: 9, measure: 24, unit: 'records' }),
  ]
  book.findings.replace({ stationId: 2, judgedAtMs: NOW, basis: '{}', verdicts: '{}', seen: [], findings })
  const request: ExportRequest = { kind: 'findings', ...RU, reader: 'programs', filter: { stationIds: [2] }, sort: 'duration', desc: true }
  expect((await rowsOf(book, request)).map((row) => [row['id'], row['lasting_hours']])).toEqual([
    ['missing', '24'],
    ['minutes', '0.5'],
    ['sums', ''],
  ])
})
