import { expect, test } from 'vitest'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'
import { cellKindsOf, cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { finestCells, kindsFor, spanAround, yearBack } from '../../../../renderer/views/station/readings/carpet/coverage.ts'
import { tableLines } from '../../../../renderer/views/station/readings/carpet/table-lines.ts'

const GAS = { zone: 'Europe/Berlin', contractHour: 10 }
const days = (first: string, last: string) => gasDaySpan(first, last, GAS)

test('a cell covers as much as a record at least, by the archive’s name, else by its step', () => {
  expect(['hourly', 'daily', 'monthly'].map((archive) => finestCells(archive, null))).toEqual(['hour', 'day', 'month'])
  expect([null, MINUTE_MS, HOUR_MS, DAY_MS, 30 * DAY_MS].map((step) => finestCells('session', step))).toEqual([
    'hour',
    'hour',
    'hour',
    'day',
    'month',
  ])
  expect(cellKindsOf('day')).toEqual(['day', 'month'])
})

test('a span of generations, such as a clock gone wrong makes, has no cells of an hour', () => {
  expect(kindsFor('hour', days('2001-01-01', '2025-12-31'))).toEqual(['hour', 'day', 'month'])
  expect(kindsFor('hour', days('1970-01-01', '2026-12-31'))).toEqual(['day', 'month'])
  expect(kindsFor('month', days('1970-01-01', '2199-12-31'))).toEqual(['month'])
})

test('at first a carpet shows the last year, or all of a shorter archive', () => {
  expect(yearBack(days('2020-01-01', '2026-11-19'), GAS)).toEqual(days('2025-11-19', '2026-11-19'))
  expect(yearBack(days('2026-08-20', '2026-11-19'), GAS)).toEqual(days('2026-08-20', '2026-11-19'))
})

test('a cell as long as a record is shown with its neighbours, a coarser one by itself', () => {
  const october = days('2026-10-01', '2026-10-31')
  const hour = { fromMs: october.fromMs, toMs: october.fromMs + HOUR_MS }
  expect(spanAround(hour, 'hour', 'hour', GAS)).toEqual(days('2026-09-30', '2026-10-02'))
  expect(spanAround(days('2026-10-10', '2026-10-10'), 'day', 'day', GAS)).toEqual(days('2026-09-25', '2026-10-25'))
  expect(spanAround(october, 'month', 'hour', GAS)).toEqual(october)
})

test('the table has a row a gas day, the hour that comes twice in one place, none where the clock skips it', () => {
  const lines = (first: string, last: string) => tableLines(cellsOf('hour', days(first, last), GAS))
  const [autumn, after] = lines('2026-10-24', '2026-10-25')
  expect([autumn?.cells[15], autumn?.cells[16], autumn?.cells[17]]).toEqual([[15], [16, 17], [18]])
  expect([after?.key, after?.cells[0]]).toEqual([25, [25]])
  expect(lines('2026-03-28', '2026-03-28')[0]?.cells.slice(15, 18)).toEqual([[15], [], [16]])
})

test('weeks of days begin on Monday, years of months in January', () => {
  const weeks = tableLines(cellsOf('day', days('2026-01-01', '2026-01-12'), GAS))
  expect(weeks.map(({ cells }) => cells.map((cell) => cell.length).join(''))).toEqual(['0001111', '1111111', '1000000'])
  const years = tableLines(cellsOf('month', days('2025-12-01', '2026-02-01'), GAS))
  expect(years.map(({ key, cells }) => [key, cells.findIndex((cell) => cell.length > 0)])).toEqual([
    [0, 11],
    [1, 0],
  ])
})
