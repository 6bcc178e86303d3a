import { expect, test } from 'vitest'
import type { FindingRow } from '../../../../electron/contract/findings.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'
import { findingNotes } from '../../../../electron/exports/forms/consumption/finding-notes.ts'
import { sharing } from '../../../../electron/exports/forms/consumption/finding-share.ts'
import type { FormSource } from '../../../../electron/exports/forms/content.ts'
import { printedIn } from '../../../../electron/exports/forms/printed.ts'
import { finding } from '../../book/fixtures.ts'

/** What the note of a gas day says of a finding: for how long, or by how much in the rule's own unit. */

const DAY = Date.UTC(2026, 9, 5, 7)
const day = (nth: number) => ({ fromMs: DAY + nth * 24 * HOUR_MS, toMs: DAY + (nth + 1) * 24 * HOUR_MS })
const span = { fromMs: day(0).fromMs, toMs: day(2).toMs }
const row = (said: Partial<FindingRow>): FindingRow => ({
  ...finding('a'),
  ...day(0),
  m3: null,
  detail: null,
  stationName: 'ГРП',
  state: 'new',
  noteId: null,
  ...said,
})
/** The station's hours tell nothing. */
const byHours = sharing({ fromMs: [], toMs: [], m3: [] })
const noteOf = (findings: FindingRow[], nth = 0, shareOf = byHours) =>
  findingNotes({ language: 'ru', nowMs: span.toMs } as FormSource, findings, {
    period: day(nth),
    span,
    shareOf,
    printed: printedIn('ru', 'UTC'),
  }).map((note) => note.replaceAll('\u00a0', ' '))

test.each<[Partial<FindingRow>, string]>([
  [{ rule: 'abnormal_time', measure: 30, unit: 'minutes' }, 'Время НС: 30 мин'],
  [{ rule: 'off_grid_record', measure: 2, unit: 'records' }, 'Запись вне сетки: 2 записи'],
  [{ rule: 'contract_hour', measure: 9, unit: 'hour', m3: 12 }, 'Неверный контрактный час: 09:00, 12,0 м³'],
  [{ rule: 'unusual_day', measure: 2.1, unit: 'times', m3: 140 }, 'Нетипичные сутки: 140,0 м³'],
  [{ rule: 'device_clock', measure: -75, unit: 'seconds' }, 'Часы прибора: 75 с'],
  [{ rule: 'unexplained_change', measure: null, unit: null }, 'Необъяснённое изменение'],
  [{ rule: 'hours_against_day', measure: 7.5, unit: 'm3', m3: 7.5 }, 'Часы ≠ сутки: 7,5 м³'],
  [{ rule: 'frozen', measure: 24, unit: 'hours', m3: 99 }, 'Зависание: 24 ч, 99,0 м³'],
  [{ rule: 'missing_record', measure: 3, unit: 'records', toMs: DAY + 3 * HOUR_MS, m3: 20 }, 'Пропуск: 3 ч, 20,0 м³'],
])('%o: %s', (said, text) => {
  expect(noteOf([row(said)])).toEqual([text])
})

test('minutes of several findings of a period add up, and stand once where one reaches into the next', () => {
  const minutes = (measure: number, from: number, to: number) =>
    row({ rule: 'abnormal_time', unit: 'minutes', measure, fromMs: DAY + from * HOUR_MS, toMs: DAY + to * HOUR_MS })
  const both = [minutes(30, -2, 22), minutes(15, 22, 46)]
  expect(noteOf(both)).toEqual(['Время НС ×2: 45 мин'])
  expect(noteOf(both, 1)).toEqual(['Время НС: продолжение'])
})

test('hours and m³ of a row are those within it: of a hole that reaches over two days each has its part', () => {
  const hole = row({
    rule: 'missing_record',
    archiveType: 'hourly',
    unit: 'records',
    measure: 32,
    fromMs: DAY + 16 * HOUR_MS,
    toMs: DAY + 48 * HOUR_MS,
    m3: 153.7,
  })
  expect(noteOf([hole])).toEqual(['Пропуск: 8 ч, 38,4 м³'])
  expect(noteOf([hole], 1)).toEqual(['Пропуск: 24 ч, 115,3 м³, продолжение'])
})

test('m³ of a finding that began before, or goes on behind, are no more than those of the row, by what flowed in its hours', () => {
  // 100 m³ an hour on the first day, 1 on the second; before and behind the form it goes on.
  const fromMs = Array.from({ length: 96 }, (_, hour) => DAY + (hour - 24) * HOUR_MS)
  const flowed = (fromMsOf: number) => (fromMsOf < DAY ? 10 : fromMsOf < DAY + 24 * HOUR_MS ? 100 : 1)
  const shareOf = sharing({ fromMs, toMs: fromMs.map((ms) => ms + HOUR_MS), m3: fromMs.map(flowed) })
  const lasts = { fromMs: DAY - 12 * HOUR_MS, toMs: DAY + 60 * HOUR_MS, m3: 12 * 10 + 24 * 100 + 36 }
  const frozen = row({ rule: 'frozen', measure: 72, unit: 'hours', ...lasts })
  expect(noteOf([frozen], 0, shareOf)).toEqual(['Зависание: 24 ч, 2400,0 м³'])
  expect(noteOf([frozen], 1, shareOf)).toEqual(['Зависание: 24 ч, 24,0 м³, продолжение'])
  // A rule that judged a longer time, and one that counts m³ itself, have parts as well; a moment is whole in its row.
  const judged = row({ rule: 'over_limit', measure: 27_576, unit: 'm3', ...lasts })
  expect(noteOf([judged], 1, shareOf)).toEqual(['Сверх ограничения: 24,0 м³, продолжение'])
  const moment = row({ rule: 'off_grid_record', measure: 1, unit: 'records', fromMs: DAY + HOUR_MS, toMs: DAY + HOUR_MS, m3: 7 })
  expect(noteOf([moment], 0, shareOf)).toEqual(['Запись вне сетки: 1 запись, 7,0 м³'])
})

test('a finding that still lasts is shared up to now', () => {
  const silent = row({ rule: 'silent', measure: 60, unit: 'hours', fromMs: DAY + 12 * HOUR_MS, toMs: null, m3: 60 })
  expect(noteOf([silent])).toEqual(['Нет связи: 12 ч, 12,0 м³'])
  expect(noteOf([silent], 1)).toEqual(['Нет связи: 24 ч, 24,0 м³, продолжение'])
})

test('a day that is missing beside its hours is a record, and no 24 hours without a number', () => {
  const missing = row({ rule: 'missing_record', archiveType: 'daily', unit: 'records', measure: 1, m3: 0 })
  expect(noteOf([missing])).toEqual(['Пропуск: 1 запись, 0,0 м³'])
})
