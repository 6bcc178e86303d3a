import { expect, test } from 'vitest'
import { consumptionOption } from '../../../renderer/charts/consumption-option.ts'
import { dailyMedians } from '../../../renderer/charts/daily-median.ts'
import { addressOf } from '../../../renderer/address/fields.ts'
import { FLEET } from '../../../renderer/views/fleet/fleet-filter.ts'
import { CONSUMPTION } from '../../../renderer/places/consumption.ts'

const { read: placeIn, write: queryOf } = addressOf(CONSUMPTION)
const THEME = {
  dark: false,
  text: '#000',
  muted: '#555',
  line: '#888',
  grid: '#ddd',
  surface: '#fff',
  accent: '#077',
  warn: '#850',
  bad: '#b00',
  faint: '#999',
  font: 'x',
  archives: {},
}
const optionOf = (bars: Parameters<typeof consumptionOption>[0]['bars'], width = 600) =>
  consumptionOption({
    plot: { left: 0, top: 0, width, height: 100, lane: 0 },
    bars,
    unit: 'm³',
    colors: ['#111', '#222', '#333'],
    theme: THEME,
    number: String,
    at: null,
  }) as { series: { type: string; name: string; data: { value: unknown; itemStyle: { decal?: object } }[] }[] }

test('an incomplete bar is hatched, also of an earlier year; a period without a number has no bar', () => {
  const { series } = optionOf([
    { label: 'a', value: 5, incomplete: false, earlier: [{ value: 4, incomplete: true }] },
    { label: 'b', value: null, incomplete: true, earlier: [{ value: 3, incomplete: false }] },
  ])
  expect(series.map(({ name, type }) => [name, type])).toEqual([
    ['now', 'bar'],
    ['earlier-1', 'bar'],
  ])
  const hatched = series.map(({ data }) => data.map(({ itemStyle }) => itemStyle.decal !== undefined))
  expect(hatched).toEqual([
    [false, true],
    [true, false],
  ])
  expect(series[0]?.data[1]?.value).toBe('-')
})

test('where bars would be too narrow to tell apart, earlier years are lines', () => {
  const bars = Array.from({ length: 168 }, (_, at) => ({
    label: `${at}`,
    value: at,
    incomplete: false,
    earlier: [{ value: at, incomplete: false }],
  }))
  expect(optionOf(bars).series.map(({ type }) => type)).toEqual(['bar', 'line'])
  expect(optionOf(bars, 1400).series.map(({ type }) => type)).toEqual(['bar', 'bar'])
})

test('an address of consumption is read as it was written; what does not fit is left out', () => {
  const place = {
    of: { stations: [3, 4], consumer: null, provider: null },
    by: 'day',
    span: { from: '2026-01-01', to: '2026-01-31' },
    years: 0,
    shape: 'consumer',
  } as const
  expect(placeIn(queryOf({ ...place, of: { ...place.of, stations: [3, 4] } }))).toEqual(place)
  expect(placeIn({ stations: 'x,-1,5', by: 'week', from: '2026-02-30', to: '2026-03-01', years: '99', show: 'all' })).toEqual({
    of: { stations: [5], consumer: null, provider: null },
    by: 'month',
    span: undefined,
    years: 2,
    shape: 'periods',
  })
  expect(placeIn({ days: 'all' }).span).toBeNull()
})

test('an address of the visits names classes, rules and ids that there are', () => {
  expect(addressOf(FLEET).read({ class: 'B,Z,A', rules: 'silent,none', consumers: '7,0,x', show: 'provider' })).toEqual({
    classes: ['A', 'B'],
    rules: ['silent'],
    providers: [],
    consumers: [7],
    types: [],
    shape: 'provider',
  })
})

test('a battery has one median a day; a day without a number has none', () => {
  const times = Float64Array.from([0, 1, 2, 10, 20, 21])
  const values = Float64Array.from([3, 9, 4, Number.NaN, 2, 1])
  const { atMs, values: medians } = dailyMedians(times, values, (ms) => String(Math.floor(ms / 10)))
  expect([...atMs]).toEqual([1, 20.5])
  expect([...medians]).toEqual([4, 1.5])
})
