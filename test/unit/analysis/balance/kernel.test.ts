import { expect, test } from 'vitest'
import {
  balanceBy,
  greatestOf,
  hoursOfMember,
  memberSums,
  onHours,
  type BalanceTable,
} from '../../../../electron/analysis/kernel/balance/balance.ts'
import { HOUR_MS } from '../../../../electron/contract/time/units.ts'

/** The pure arithmetic of a balance. */
const NaNs = Number.NaN
const edges = (hours: number) => Float64Array.from({ length: hours + 1 }, (_, at) => at * HOUR_MS)
const table: BalanceTable = {
  edgesMs: edges(4),
  members: [
    { side: 'in', limit: 1, amounts: Float64Array.of(100, 100, 100, 100) },
    { side: 'out', limit: 0.5, amounts: Float64Array.of(60, NaNs, 50, 60) },
    { side: 'out', limit: 2, amounts: Float64Array.of(30, 30, 30, 41) },
  ],
}
const span = (from: number, to: number) => ({ fromMs: from * HOUR_MS, toMs: to * HOUR_MS })

test('only hours of which every member has a number are compared, and the uncertainty is of the same hours', () => {
  const [all, second] = balanceBy(table, [span(0, 4), span(1, 2)])
  expect(all).toEqual({
    inputM3: 300,
    outputM3: 271,
    differenceM3: 29,
    differencePercent: (29 / 300) * 100,
    // 2·√((0.01·300)² + (0.005·170)² + (0.02·101)²)
    uncertaintyM3: expect.closeTo(2 * Math.sqrt(9 + 0.7225 + 4.0804), 9),
    hoursCompared: 3,
    hours: 4,
  })
  expect(second).toEqual({
    inputM3: null,
    outputM3: null,
    differenceM3: null,
    differencePercent: null,
    uncertaintyM3: null,
    hoursCompared: 0,
    hours: 1,
  })
})

test('periods add up to the whole, and a cell that a period cuts is in none', () => {
  const hours = balanceBy(table, [span(0, 1), span(1, 2), span(2, 3), span(3, 4)])
  expect(hours.reduce((sum, { differenceM3 }) => sum + (differenceM3 ?? 0), 0)).toBeCloseTo(29, 9)
  expect(balanceBy(table, [span(0.5, 1.5)])[0]).toMatchObject({ hoursCompared: 0 })
})

test('nothing that went in has no share, and a branch without members compares nothing', () => {
  const dry: BalanceTable = {
    edgesMs: edges(1),
    members: [
      { side: 'in', limit: 1, amounts: Float64Array.of(0) },
      { side: 'out', limit: 1, amounts: Float64Array.of(5) },
    ],
  }
  expect(balanceBy(dry, [span(0, 1)])[0]).toMatchObject({ differenceM3: -5, differencePercent: null })
  expect(balanceBy({ edgesMs: edges(2), members: [] }, [span(0, 2)])[0]).toMatchObject({ hoursCompared: 0, hours: 2, inputM3: null })
})

test('the hours of greatest share come first, by what differs whichever way; one that balances is none', () => {
  const even: BalanceTable = {
    ...table,
    members: [
      { side: 'in', limit: 1, amounts: Float64Array.of(0.3, 10, 10, 10) },
      { side: 'out', limit: 1, amounts: Float64Array.of(0.1, 9, 13, 10) },
      { side: 'out', limit: 1, amounts: Float64Array.of(0.2, 0, 0, 0) },
    ],
  }
  expect(greatestOf(even, span(0, 4), 5)).toEqual([
    { ...span(2, 3), differenceM3: -3, share: 0.75 },
    { ...span(1, 2), differenceM3: 1, share: 0.25 },
  ])
  expect(greatestOf(even, span(0, 4), 1)).toHaveLength(1)
})

test('the sums and the hours of single members', () => {
  expect(memberSums(table, span(0, 4))).toEqual({ m3: Float64Array.of(300, 170, 101), hoursCompared: 3 })
  expect([0, 1, 2].map((at) => hoursOfMember(table, at, span(0, 4)))).toEqual([4, 3, 4])
})

test('an hour that a device closes some minutes later is the one that ended then, in zones of half hours too', () => {
  const late = { timesMs: Float64Array.of(HOUR_MS + 5 * 60_000, 3 * HOUR_MS), amounts: Float64Array.of(1, 3) }
  expect([...onHours(edges(3), late)]).toEqual([1, NaNs, 3])
  const half = Float64Array.of(30, 90, 150).map((minutes) => minutes * 60_000)
  expect([...onHours(half, { timesMs: Float64Array.of(90 * 60_000, 150 * 60_000), amounts: Float64Array.of(7, 8) })]).toEqual([7, 8])
})
