import { expect, test } from 'vitest'
import { shownDays } from '../../../renderer/charts/shown-days.ts'

const gas = { zone: 'Europe/Moscow', contractHour: 10 }
/** 10:00 in Moscow. */
const ten = (day: string) => Date.parse(`${day}T07:00:00Z`)
const span = { fromMs: ten('2025-11-21'), toMs: ten('2025-11-25') }

test('hourly records of gas days are kept under the days on which the larger half of them lies', () => {
  const hourly = { archiveType: 'hourly', lastMs: ten('2025-11-25') }
  expect(shownDays(span, hourly, gas)).toEqual({ from: '2025-11-21', to: '2025-11-24' })
})

test.each(['daily', 'monthly'])('a %s record is kept under the day of its stamp, which follows the day it closed', (archiveType) => {
  const archive = { archiveType, lastMs: ten('2025-11-25') }
  expect(shownDays(span, archive, gas)).toEqual({ from: '2025-11-22', to: '2025-11-25' })
  // A record that closes within the span is of it, whatever else is cut.
  const cut = { fromMs: ten('2025-11-21') - 1, toMs: ten('2025-11-25') - 1 }
  expect(shownDays(cut, archive, gas)).toEqual({ from: '2025-11-21', to: '2025-11-24' })
})

test('a span in which no day ends has no daily record', () => {
  const archive = { archiveType: 'daily', lastMs: ten('2025-11-25') }
  expect(shownDays({ fromMs: ten('2025-11-21'), toMs: ten('2025-11-22') - 1 }, archive, gas)).toBeNull()
})

test.each([
  ['UTC', 'Z', 0, { from: '2025-11-22', to: '2025-11-25' }],
  ['UTC', 'Z', -1000, { from: '2025-11-21', to: '2025-11-24' }],
  // In UTC, by which the book tells the day of a record, 21:00 of the day that it closes.
  ['Europe/Moscow', '+03:00', 0, { from: '2025-11-21', to: '2025-11-24' }],
])('a stamp of midnight in %s is kept under the day that it has in UTC', (zone, offset, lateMs, expected) => {
  const at = (day: string) => Date.parse(`${day}T00:00:00${offset}`)
  const days = { fromMs: at('2025-11-21'), toMs: at('2025-11-25') }
  const archive = { archiveType: 'daily', lastMs: at('2025-11-25') + lateMs }
  expect(shownDays(days, archive, { zone, contractHour: 0 })).toEqual(expected)
})
