import { expect, test } from 'vitest'
import { kindOf } from '../../../electron/contract/channels.ts'
import type { ChannelInfo } from '../../../electron/contract/readings.ts'
import { differenceBetween, neighbourTime } from '../../../renderer/charts/difference.ts'

const channel = (channelVarname: string, unitName: string | null = null): ChannelInfo => ({
  channelVarname,
  channelName: null,
  unitName,
})
const none = new Float64Array(0)

test('documented codes tell whether a channel accumulates', () => {
  for (const code of ['reading_value', 'VNakpriv', 'VNakwork', 'VNak']) expect(kindOf(channel(code), none)).toBe('accumulator')
  expect(kindOf(channel('gas_consume'), none)).toBe('period')
  expect(kindOf(channel('P', 'м³'), none)).toBe('state')
})

test.each([
  ['м³', [1, 2, 3, 4, 5], 'accumulator'],
  ['m3', [5, 3, 4, 1, 6], 'period'],
  ['м³/ч', [1, 2, 3, 4, 5], 'state'],
  ['кгс/см²', [1, 2, 3, 4, 5], 'state'],
  [null, [1, 2, 3, 4, 5], 'state'],
])('an unknown code in %s with %j is of kind %s', (unit, values, kind) => {
  expect(kindOf(channel('X', unit), Float64Array.from(values))).toBe(kind)
})

test('a counter that was exchanged once is still a counter', () => {
  const values = Float64Array.from({ length: 200 }, (_, row) => (row < 150 ? 1000 + row : row))
  expect(kindOf(channel('X', 'м³'), values)).toBe('accumulator')
})

const columns = {
  times: Float64Array.of(0, 10, 20, 30),
  values: [Float64Array.of(100, 103, 103, 110), Float64Array.of(9, 3, NaN, 7), Float64Array.of(1, 2, 4, 3)],
}
const channels = [channel('reading_value', 'м³'), channel('gas_consume', 'м³'), channel('P', 'МПа')]

test('between two cursors: counters rise, amounts add up, states do neither', () => {
  const result = differenceBetween(columns, channels, 31, 1)
  expect(result).toMatchObject({ aMs: 0, bMs: 30, rows: 4 })
  const [counter, amount, state] = result?.channels ?? []
  expect(counter).toMatchObject({ atA: 100, atB: 110, change: 10, consumed: 10 })
  // Consumed is what came after A; lowest, highest and mean are of all values from A to B, those at the cursors too.
  expect(amount).toMatchObject({ change: -2, consumed: 10, records: 3, least: 3, greatest: 9, mean: 19 / 3 })
  expect(state).toMatchObject({ change: 2, consumed: null, least: 1, greatest: 4, mean: 2.5 })
})

test('values at the cursors count for highest and lowest', () => {
  const peaks = { times: Float64Array.of(0, 10, 20), values: [Float64Array.of(9, 5, 1)] }
  for (const [one, other] of [
    [0, 20],
    [20, 0],
  ] as const)
    expect(differenceBetween(peaks, [channel('P')], one, other)?.channels[0]).toMatchObject({ least: 1, greatest: 9 })
})

test('a counter that restarts between the cursors adds what it counted, as in the sums', () => {
  const exchanged = { times: Float64Array.of(0, 10, 20, 30), values: [Float64Array.of(5000, 5003, 2, 6)] }
  expect(differenceBetween(exchanged, [channel('reading_value')], 0, 30)?.channels[0]).toMatchObject({
    change: -4994,
    consumed: 7,
  })
})

test('a missing number at a cursor is no difference, and never a zero', () => {
  const amount = differenceBetween(columns, channels, 0, 20)?.channels[1]
  expect(amount).toMatchObject({ atB: null, change: null, consumed: 3 })
})

test('no records, no difference', () => {
  expect(differenceBetween({ times: none, values: [] }, [], 0, 1)).toBeNull()
})

test('cursors step from record to record and stop at the ends', () => {
  expect(neighbourTime(columns.times, 11, 1)).toBe(20)
  expect(neighbourTime(columns.times, 30, 1)).toBe(30)
  expect(neighbourTime(columns.times, 5, -10)).toBe(0)
  expect(neighbourTime(none, 5, 1)).toBe(5)
})
