import { expect, test } from 'vitest'
import { AS_SENT, toShown } from '../../../electron/contract/shown-units.ts'
import { inShownUnits, type RawSeries } from '../../../renderer/views/station/readings/shown-series.ts'

const channel = (channelVarname: string, unitName: string) => ({ channelVarname, channelName: null, unitName })
const columns = (...values: number[][]) => ({
  times: Float64Array.of(1, 2),
  values: values.map((column) => Float64Array.from(column)),
})
const raw: RawSeries = {
  equipmentTypeId: null,
  key: 'a',
  channels: [channel('P', 'кПа'), channel('Vwork', 'м³'), channel('T', '°С')],
  columns: columns([100, Number.NaN], [5, 6], [0, 20]),
  broken: columns([100, Number.NaN], [5, 6], [0, 20]),
  extents: [
    [100, 100],
    [5, 6],
    [0, 20],
  ],
  kinds: ['state', 'period', 'state'],
  stepMs: 1,
  total: 2,
  thinned: false,
  leftOut: new Set(),
}
const shownIn = (choices: Parameters<typeof toShown>[1]) => raw.channels.map((sent) => toShown(sent, choices, 'ru'))
const header = ({ unitText }: { unitText: string }) => `${unitText}*`

test('what is chosen is converted everywhere, gaps stay gaps, the rest is the same columns', () => {
  const units = shownIn({ ...AS_SENT, pressureUnit: 'MPa', temperatureUnit: 'kelvin' })
  const series = inShownUnits(raw, units, header)
  expect(series.channels.map(({ unitName }) => unitName)).toEqual(['МПа*', 'м³', 'К*'])
  expect(series.sent).toBe(raw.channels)
  for (const { values } of [series.columns, series.broken]) {
    expect([...(values[0] ?? [])]).toEqual([0.1, Number.NaN])
    expect([...(values[2] ?? [])]).toEqual([273.15, 293.15])
  }
  expect(series.columns.values[1]).toBe(raw.columns.values[1])
  expect(series.extents).toEqual([
    [0.1, 0.1],
    [5, 6],
    [273.15, 293.15],
  ])
})

test('nothing chosen costs nothing', () => {
  expect(inShownUnits(raw, shownIn(AS_SENT), header).columns).toBe(raw.columns)
})

test('what does not count is kept as it came; beside it stand the columns that are summed, in the units shown', () => {
  const units = shownIn({ ...AS_SENT, volumeUnit: 'thousandM3' })
  const untrue = [
    { atMs: 1, channelVarname: 'Vwork', why: 'against_counter', instead: 4000 },
    { atMs: 2, channelVarname: 'Vwork', why: 'no_value', instead: null },
  ] as const
  const series = inShownUnits(raw, units, header, [], untrue)
  expect([...(series.columns.values[1] ?? [])]).toEqual([0.005, 0.006])
  expect([...(series.believed.values[1] ?? [])]).toEqual([4, Number.NaN])
  expect(series.believed.values[0]).toBe(series.columns.values[0])
  expect(series.refuted.get('Vwork')?.get(1)).toEqual({ why: 'against_counter', instead: 4 })
  expect(inShownUnits(raw, units, header).believed.values).toEqual(inShownUnits(raw, units, header).columns.values)
})
