import { describe, expect, test } from 'vitest'
import type { OverlayLine } from '../../../electron/contract/overlay.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { measuredLines, openLines, rowAt } from '../../../renderer/views/overlay/lines.ts'
import { NOWHERE, readPlace, writePlace, type OverlayPlace } from '../../../renderer/views/overlay/place.ts'
import { panesOf } from '../../../renderer/views/overlay/panes.ts'
import { nearestPosition } from '../../../renderer/views/overlay/readout.ts'

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
    const broken = { stations: '3,x,-1,3,4', view: 'other', from: '2026-02-30', to: '2026-03-01', periods: '99', baseline: 'a', zoomFrom: 'x', zoomTo: '2026-01-01T00:00:00', measure: '', quantity: 'volumes' } // oxfmt-ignore
    expect(readPlace(broken)).toEqual({ ...NOWHERE, stations: [3, 4], periods: 5 })
    expect(readPlace({ stations: '1,2,3,4,5,6,7,8,9,10' }).stations).toHaveLength(8)
    expect(readPlace({ from: '2026-03-02', to: '2026-03-01' })).toEqual(NOWHERE)
    expect(readPlace({ from: '0001-01-01', to: '9999-12-31', zoomFrom: '-271821-04-20T00:00:00' })).toEqual(NOWHERE)
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
  daily: false,
  total: 3,
  thinned: false,
  stepMs: HOUR_MS,
  mean: 20,
  ...part,
})
const hours = (...at: number[]) => at.map((hour) => hour * HOUR_MS)
const opened = () =>
  openLines(
    [line({}), line({ rows: 2, mean: 4, daily: true }), line({ rows: 0, state: 'noQuantity', mean: null })],
    new Blob([
      Float64Array.of(...hours(1, 2, 3), 10, 20, 30, 10, 20, 30),
      Float64Array.of(...hours(1, 3), 2, 6, 10, 30, 1, 0.5),
    ]),
  )

describe('the lines', () => {
  test('columns are opened line by line, and a blob of another length is refused', async () => {
    const [first, second, third] = await opened()
    expect([...(first?.values ?? [])]).toEqual([10, 20, 30])
    expect([[...(second?.base ?? [])], [...(second?.complete ?? [])]]).toEqual([[10, 30], [1, 0.5]]) // oxfmt-ignore
    expect([third?.values.length, third?.complete]).toEqual([0, null])
    await expect(openLines([line({})], new Blob([new Float64Array(8)]))).rejects.toThrow(RangeError)
  })

  test('absolute values differ from the baseline, shares differ by parts of their own means', async () => {
    const lines = await opened()
    const [, absolute, none] = measuredLines(lines, 0, 'value')
    expect([...(absolute?.differences ?? [])]).toEqual([-8, -24])
    expect(none?.hindrance).toBe('noQuantity')
    const [, share] = measuredLines(lines, 0, 'share')
    expect([...(share?.shown ?? [])]).toEqual([50, 150])
    // 10 and 30 of a mean of 20 are 50 and 150 % too.
    expect([...(share?.differences ?? [])]).toEqual([0, 0])
  })

  test('another unit hinders absolute values, a mean that is not above zero hinders shares', async () => {
    const [line1] = await opened()
    if (!line1) throw new Error('no line')
    const of = (part: Partial<OverlayLine>, measure: 'value' | 'share') =>
      measuredLines([{ ...line1, ...part }], 0, measure)[0]?.hindrance
    expect([of({ comparable: false }, 'value'), of({ comparable: false }, 'share')]).toEqual(['otherUnit', null])
    expect([of({ mean: -3 }, 'value'), of({ mean: -3 }, 'share')]).toEqual([null, 'noMean'])
    const [, against] = measuredLines([{ ...line1, mean: -3 }, line1], 0, 'share')
    expect(against?.differences.every(Number.isNaN)).toBe(true)
  })

  test('the crosshair reads the points of its own time, and none further away', async () => {
    const [first, second] = measuredLines(await opened(), 0, 'value')
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
