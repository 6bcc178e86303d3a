import { describe, expect, test } from 'vitest'
import type { OverlayLine } from '../../../electron/contract/overlay.ts'
import { overlaidUnits } from '../../../electron/contract/overlaid-units.ts'
import { AS_SENT, toShown } from '../../../electron/contract/shown-units.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { asSentAgain } from '../../../electron/contract/units.ts'
import { measuredLines, openLines, rowAt } from '../../../renderer/parts/overlay/lines.ts'
import { NOWHERE, OVERLAY, withoutLine, withStation, type OverlayPlace } from '../../../renderer/places/overlay.ts'
import { panesOf } from '../../../renderer/parts/overlay/panes.ts'
import { nearestPosition } from '../../../renderer/parts/overlay/readout.ts'

const { read: readPlace, write: writePlace } = OVERLAY
describe('the address', () => {
  test('what is usual is left out, and everything comes back', () => {
    expect(writePlace({ ...NOWHERE, stations: [7, 9] })).toEqual({ stations: '7,9' })
    const place: OverlayPlace = {
      stations: [10_002, 10_004],
      archive: 'hourly',
      view: 'unified',
      quantity: 'pressure',
      channel: 'P',
      from: '2026-11-01',
      to: '2026-11-20',
      periods: 4,
      step: 'previous',
      points: 'day',
      measure: 'share',
      baseline: 1,
      hidden: [0],
      differences: false,
      zoom: { fromMs: Date.UTC(2026, 10, 3, 10), toMs: Date.UTC(2026, 10, 5, 10) },
    }
    expect(readPlace(writePlace(place))).toEqual(place)
  })

  test('what is damaged is ignored', () => {
    const broken = {
      stations: '3,x,-1,3,4',
      view: 'other',
      from: '2026-02-30',
      to: '2026-03-01',
      periods: '99',
      baseline: 'a',
      zoomFrom: 'x',
      zoomTo: '2026-01-01T00:00:00',
      measure: '',
      quantity: 'volumes',
    }
    expect(readPlace(broken)).toEqual({ ...NOWHERE, stations: [3, 4], periods: 5 })
    expect(readPlace({ stations: '1,2,3,4,5,6,7,8,9,10' }).stations).toHaveLength(8)
    expect(readPlace({ from: '2026-03-02', to: '2026-03-01' })).toEqual(NOWHERE)
    expect(readPlace({ from: '0001-01-01', to: '9999-12-31', zoomFrom: '-271821-04-20T00:00:00' })).toEqual(NOWHERE)
  })

  test('a station more and a line less: what is hidden and compared stays with its station, and is none of a period’s', () => {
    const three = { ...NOWHERE, stations: [7, 8, 9], hidden: [1, 2], baseline: 2 }
    expect(withStation(three, 5)).toEqual({ stations: [7, 8, 9, 5] })
    expect(withStation(three, 8)).toEqual({ stations: [7, 8, 9] })
    expect(withStation({ ...three, stations: [1, 2, 3, 4, 5, 6, 7, 8] }, 9).stations).toHaveLength(8)
    expect(withStation({ ...NOWHERE, stations: [7], hidden: [1], baseline: 2 }, 8)).toEqual({ stations: [7, 8], hidden: [], baseline: 0 })
    expect(withoutLine(three, 1)).toEqual({ stations: [7, 9], hidden: [1], baseline: 1 })
    expect(withoutLine({ ...three, stations: [7, 8] }, 0)).toEqual({ stations: [8], hidden: [], baseline: 0 })
  })
})

const line = (part: Partial<OverlayLine>): OverlayLine => ({
  stationId: 1,
  name: 'A',
  period: null,
  state: 'drawn',
  channel: null,
  comparable: true,
  converted: false,
  rows: 3,
  columns: [0, 1, 1],
  total: 3,
  thinned: false,
  stepMs: HOUR_MS,
  mean: 20,
  ...part,
})
const pressure = (unitName: string) => ({ channelVarname: 'P', channelName: null, unitName })
/** The units of lines that are shown as they were sent. */
const sent = (lines: readonly { channel: OverlayLine['channel'] }[], unitName: string | null = null) =>
  overlaidUnits({ quantity: 'pressure', unitName, baseline: 0, lines }, (channel) => toShown(channel, AS_SENT, 'en'))
const hours = (...at: number[]) => at.map((hour) => hour * HOUR_MS)
const opened = () =>
  openLines(
    [line({}), line({ rows: 2, mean: 4, columns: [2, 3, 4, 5] }), line({ rows: 0, state: 'noQuantity', mean: null, columns: [6, 6, 6] })],
    new Blob([Float64Array.of(...hours(1, 2, 3), 10, 20, 30), Float64Array.of(...hours(1, 3), 2, 6, 10, 30, 1, 0.5)]),
  )

describe('the lines', () => {
  test('columns are opened in their order, one that lines share is the same one, and a blob of another length is refused', async () => {
    const [first, second, third] = await opened()
    expect(first?.base).toBe(first?.values)
    expect([...(first?.values ?? [])]).toEqual([10, 20, 30])
    expect([[...(second?.base ?? [])], [...(second?.complete ?? [])]]).toEqual([
      [10, 30],
      [1, 0.5],
    ])
    expect([third?.values.length, third?.complete]).toEqual([0, null])
    await expect(openLines([line({})], new Blob([new Float64Array(8)]))).rejects.toThrow(RangeError)
  })

  test('absolute values differ from the baseline, shares differ by parts of their own means', async () => {
    const lines = await opened()
    const [, absolute, none] = measuredLines(lines, 0, 'value', sent(lines))
    expect([...(absolute?.differences ?? [])]).toEqual([-8, -24])
    expect(none?.hindrance).toBe('noQuantity')
    const [, share] = measuredLines(lines, 0, 'share', sent(lines))
    expect([...(share?.shown ?? [])]).toEqual([50, 150])
    // 10 and 30 of a mean of 20 are 50 and 150 % too.
    expect([...(share?.differences ?? [])]).toEqual([0, 0])
  })

  test('the unit of choice is that of values, means and differences; a share is one of what was sent', async () => {
    const [first, second] = await opened()
    if (!first || !second) throw new Error('no lines')
    const lines = [
      { ...first, channel: pressure('кПа') },
      { ...second, channel: pressure('МПа') },
    ]
    const units = overlaidUnits({ quantity: 'pressure', unitName: 'кПа', baseline: 0, lines }, (channel) =>
      toShown(channel, { ...AS_SENT, pressureUnit: 'bar' }, 'en'),
    )
    expect(units.axis).toMatchObject({ unitText: 'bar', converted: true, sentUnit: 'кПа' })
    const [one, other] = measuredLines(lines, 0, 'value', units)
    expect([...(one?.shown ?? []), one?.shownMean].map((value) => value?.toFixed(6))).toEqual([
      '0.100000',
      '0.200000',
      '0.300000',
      '0.200000',
    ])
    expect([...(other?.differences ?? [])].map((value) => value.toFixed(6))).toEqual(['-0.080000', '-0.240000'])
    // The book brought 2 and 6 kPa from megapascals: so they were sent.
    expect((other?.shown ?? []).map((value) => asSentAgain(value, units.lines[1] ?? units.axis))).toEqual(Float64Array.of(0.002, 0.006))
    expect(measuredLines(lines, 0, 'share', units)[1]).toMatchObject({ unit: null, shown: Float64Array.of(50, 150) })
  })

  test('without a unit of choice lines are in the baseline’s, and those of another say from which', async () => {
    const [first, second] = await opened()
    if (!first || !second) throw new Error('no lines')
    const lines = [
      { ...first, channel: pressure('кПа') },
      { ...second, channel: pressure('МПа') },
    ]
    const units = sent(lines, 'кПа')
    expect(units.axis.converted).toBe(false)
    expect(units.lines).toMatchObject([{ converted: false }, { converted: true, unitText: 'kPa', sentUnit: 'МПа' }])
    expect(measuredLines(lines, 0, 'value', units)[1]?.shown).toBe(second.values)
  })

  test('a temperature is shifted, its differences are not', async () => {
    const [first, second] = await opened()
    if (!first || !second) throw new Error('no lines')
    const lines = [first, second].map((one) => ({ ...one, channel: { ...pressure('°C'), channelVarname: 'T' } }))
    const units = overlaidUnits({ quantity: 'temperature', unitName: '°C', baseline: 0, lines }, (channel) =>
      toShown(channel, { ...AS_SENT, temperatureUnit: 'kelvin' }, 'en'),
    )
    const [one, other] = measuredLines(lines, 0, 'value', units)
    expect([one?.shown[0], one?.shownMean]).toEqual([283.15, 293.15])
    expect([...(other?.differences ?? [])].map((value) => value.toFixed(6))).toEqual(['-8.000000', '-24.000000'])
  })

  test('another unit hinders absolute values, a mean that is not above zero hinders shares', async () => {
    const [line1] = await opened()
    if (!line1) throw new Error('no line')
    const of = (part: Partial<OverlayLine>, measure: 'value' | 'share') =>
      measuredLines([{ ...line1, ...part }], 0, measure, sent([line1]))[0]?.hindrance
    expect([of({ comparable: false }, 'value'), of({ comparable: false }, 'share')]).toEqual(['otherUnit', null])
    expect([of({ mean: -3 }, 'value'), of({ mean: -3 }, 'share')]).toEqual([null, 'noMean'])
    const [, against] = measuredLines([{ ...line1, mean: -3 }, line1], 0, 'share', sent([line1, line1]))
    expect(against?.differences.every(Number.isNaN)).toBe(true)
  })

  test('the crosshair reads the points of its own time, and none further away', async () => {
    const lines = await opened()
    const [first, second] = measuredLines(lines, 0, 'value', sent(lines))
    if (!first || !second) throw new Error('no lines')
    const at = nearestPosition([first, second], 2.2 * HOUR_MS)
    expect(at).toBe(2 * HOUR_MS)
    expect([rowAt(first, at ?? 0), rowAt(second, at ?? 0)]).toEqual([1, -1])
    expect(nearestPosition([], 5)).toBeNull()
  })
})

test('the panes fill the box, the differences below the values', () => {
  const { whole, values, differences } = panesOf({ width: 800, height: 400 }, '1,000', true)
  expect(differences && differences.top + differences.height).toBe(whole.top + whole.height)
  expect(values.height).toBeGreaterThan(differences?.height ?? Infinity)
  expect(values.top + values.height).toBeLessThan(differences?.top ?? 0)
  expect(panesOf({ width: 800, height: 400 }, '1,000', false)).toMatchObject({ differences: null, values: whole })
})
