import { expect, test } from 'vitest'
import { valuesOf } from '../../../renderer/charts/carpet/values.ts'
import { cellsOf } from '../../../renderer/charts/carpet/cells.ts'
import { cellOfSeam } from '../../../renderer/charts/carpet/seam.ts'
import { differenceBetween } from '../../../renderer/charts/difference.ts'
import { breakSeams } from '../../../renderer/charts/seams.ts'

/** A counter that was exchanged after the third hour: the next one is ahead of it, so that only the seam tells. */
const HOUR_MS = 3_600_000
const at = (...hours: number[]) => Float64Array.from(hours, (hour) => hour * HOUR_MS)
const times = at(1, 2, 3, 4, 5)
const counter = Float64Array.of(100, 110, 120, 5000, 5007)
const seams = [{ sinceMs: 3 * HOUR_MS, atMs: 3 * HOUR_MS, label: 'A → B' }]
const columns = { times, values: [counter] }

test('a line breaks between two devices that have no gap between them, and only there', () => {
  const broken = breakSeams(columns, seams)
  expect([...broken.times]).toEqual([...at(1, 2, 3, 3.5, 4, 5)])
  expect([...(broken.values[0] ?? [])]).toEqual([100, 110, 120, NaN, 5000, 5007])
  expect(breakSeams(broken, seams)).toBe(broken)
  expect(breakSeams(columns, [])).toBe(columns)
  // Before the first record, or after the last.
  const beside = [-1, 0, 5, 9].map((hour) => ({ sinceMs: hour * HOUR_MS, atMs: hour * HOUR_MS, label: '' }))
  expect(breakSeams(columns, beside)).toBe(columns)
})

test('a counter between two devices has no change; what each of them rose by counts', () => {
  const channels = [{ channelVarname: 'VNakpriv', channelName: null, unitName: 'м3' }]
  const across = differenceBetween(columns, channels, HOUR_MS, 5 * HOUR_MS, { seams })?.channels[0]
  expect(across).toMatchObject({ change: null, consumed: 27, atA: 100, atB: 5007 })
  const within = differenceBetween(columns, channels, 4 * HOUR_MS, 5 * HOUR_MS, { seams })?.channels[0]
  expect(within).toMatchObject({ change: 7, consumed: 7 })
  expect(differenceBetween(columns, channels, HOUR_MS, 5 * HOUR_MS)?.channels[0]).toMatchObject({ change: 4907 })
})

test('a carpet has no rise from one device to the next; its line lies before the cell of the first record', () => {
  const cells = cellsOf('hour', { fromMs: 0, toMs: 24 * HOUR_MS }, { zone: 'UTC', contractHour: 0 })
  const { values } = valuesOf(cells, times, counter, 'accumulator', seams)
  expect([...values.subarray(0, 5)]).toEqual([NaN, 10, 10, NaN, 7])
  expect(seams.map((seam) => cellOfSeam(cells, seam))).toEqual([3])
  expect(cellOfSeam(cells, { sinceMs: 0, atMs: 48 * HOUR_MS, label: '' })).toBeNull()
})
