import { expect, test } from 'vitest'
import { cellsOf } from '../../../../renderer/charts/carpet/cells.ts'
import { dueIn, isPart, stateOf, valuesOf } from '../../../../renderer/charts/carpet/values.ts'
import { gasDaySpan } from '../../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'

const GAS = { zone: 'Europe/Moscow', contractHour: 10 }
const DAY = gasDaySpan('2026-01-05', '2026-01-05', GAS)
const cells = cellsOf('hour', DAY, GAS)
/** Stamps so many hours after the beginning of the gas day. */
const at = (...hours: number[]) => Float64Array.from(hours, (hour) => DAY.fromMs + hour * HOUR_MS)
const first = (values: Float64Array, count: number) => [...values.slice(0, count)]

test('a record belongs to the hour that ends with its stamp', () => {
  const { values, numbers } = valuesOf(cells, at(0, 1, 2, 24, 25), Float64Array.of(9, 1, 2, 24, 25), 'period')
  expect(first(values, 3)).toEqual([1, 2, NaN])
  expect(values[23]).toBe(24)
  expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('amounts of an hour are added up, states averaged; zero is a value', () => {
  const times = at(0.25, 0.5, 0.75, 1, 2)
  const column = Float64Array.of(1, 2, NaN, 3, 0)
  expect(first(valuesOf(cells, times, column, 'period').values, 3)).toEqual([6, 0, NaN])
  expect(first(valuesOf(cells, times, column, 'state').values, 3)).toEqual([2, 0, NaN])
})

test('of a counter a cell has the rise, unknown after a gap and over a step down', () => {
  const times = at(0, 1, 2, 5, 6, 7, 8)
  const counter = Float64Array.of(100, 110, 115, 300, 310, 5, 8)
  expect(first(valuesOf(cells, times, counter, 'accumulator').values, 8)).toEqual([10, 5, NaN, NaN, NaN, 10, NaN, 3])
})

test('the sums of days are those of their hours, over a change of the clocks', () => {
  const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
  const span = gasDaySpan('2026-10-20', '2026-10-28', berlin)
  const length = (span.toMs - span.fromMs) / HOUR_MS
  const times = Float64Array.from({ length }, (_, hour) => span.fromMs + (hour + 1) * HOUR_MS)
  const column = Float64Array.from({ length }, (_, hour) => hour % 7)
  const days = valuesOf(cellsOf('day', span, berlin), times, column, 'period')
  expect([...days.numbers]).toEqual([24, 24, 24, 24, 25, 24, 24, 24, 24])
  const hours = cellsOf('hour', span, berlin)
  const each = valuesOf(hours, times, column, 'period').values
  const sums = new Map<number, number>()
  for (let cell = 0; cell < hours.length; cell++) {
    const day = hours.column[cell] ?? 0
    sums.set(day, (sums.get(day) ?? 0) + (each[cell] ?? 0))
  }
  expect([...days.values]).toEqual([...sums.values()])
})

test('a cell without a value says why', () => {
  const times = at(1, 2)
  const found = valuesOf(cells, times, Float64Array.of(5, NaN), 'period')
  const lacking = [{ fromMs: DAY.fromMs + 10 * HOUR_MS, toMs: DAY.fromMs + 12 * HOUR_MS - 1 }]
  const nowMs = DAY.fromMs + 20 * HOUR_MS
  const states = [0, 1, 2, 9, 10, 11, 12, 19, 20].map((cell) => stateOf(cells, found, cell, lacking, nowMs))
  expect(states).toEqual(['value', 'noNumber', 'missing', 'missing', 'lacking', 'lacking', 'missing', 'missing', 'ahead'])
})

test('a sum that lacks records is known by their number, over a change of the clocks too', () => {
  const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
  const span = gasDaySpan('2026-10-23', '2026-10-24', berlin)
  const days = cellsOf('day', span, berlin)
  const times = Float64Array.from({ length: 48 }, (_, hour) => span.fromMs + (hour + 1) * HOUR_MS)
  const found = valuesOf(
    days,
    times,
    times.map(() => 1),
    'period',
  )
  expect([dueIn(days, 0, HOUR_MS), dueIn(days, 1, HOUR_MS), dueIn(days, 1, null)]).toEqual([24, 25, null])
  expect([isPart(days, found, 0, HOUR_MS), isPart(days, found, 1, HOUR_MS), isPart(days, found, 1, null)]).toEqual([false, true, false])
  expect(isPart(cells, valuesOf(cells, at(1), Float64Array.of(1), 'period'), 0, HOUR_MS)).toBe(false)
})
