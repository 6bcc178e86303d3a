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
