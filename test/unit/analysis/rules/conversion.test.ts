import { describe, expect, test } from 'vitest'
import { facts } from '../../../../electron/analysis/station/facts/facts.ts'
import { rule } from '../../../../electron/analysis/rules/conversion.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import type { ChannelMeaning } from '../../../../electron/contract/meaning.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import { archive, channel, events, gauss, HOUR, hoursAfter, MONDAY, random, rounded, station } from '../../../support/station-data.ts'

const usual = usualThresholds().conversion
const LENGTH = 24 * 50

interface World {
  basis?: ChannelMeaning['basis']
  /** Added to the pressure before it is shown: 0 absolute. */
  shownLess?: number
  kPa?: number
  /** What the device makes of the right factor. */
  off?: (hour: number) => number
  hidden?: readonly ('pressure' | 'temperature')[]
  volume?: number
  decimals?: number
  /** P and T are those of the end of an hour: deviations of their shares within it. */
  spot?: number
}

function world({
  basis = 'absolute',
  shownLess = 0,
  kPa = 200,
  off = () => 1,
  hidden = [],
  volume = 50,
  decimals = 3,
  spot = 0,
}: World = {}) {
  const next = random(5)
  const columns = { w: [] as number[], s: [] as number[], p: [] as number[], t: [] as number[] }
  for (let hour = 0; hour < LENGTH; hour++) {
    const p = rounded(kPa + 4 * Math.sin(hour / 30) + gauss(next), 1)
    const t = rounded(8 + 6 * Math.sin(hour / 200) + gauss(next) * 0.3, 1)
    const w = rounded(volume * (1 + 0.3 * Math.sin(hour / 4)), decimals)
    columns.w.push(w)
    columns.s.push(rounded(((w * p) / 101.325) * (293.15 / (t + 273.15)) * off(hour), decimals))
    // A boiler that goes on and off: some hours end far from their mean.
    const moment = spot * (gauss(next) + (next() < 0.15 ? 3 * gauss(next) : 0))
    columns.p.push(rounded(p * (1 + moment) - shownLess, 1))
    columns.t.push(rounded(t + 100 * spot * gauss(next), 1))
  }
  const channels = [channel('workingVolume', columns.w), channel('standardVolume', columns.s)]
  if (!hidden.includes('pressure')) channels.push(channel('pressure', columns.p, { basis }))
  if (!hidden.includes('temperature')) channels.push(channel('temperature', columns.t))
  return archive('hourly', hoursAfter(MONDAY, LENGTH), channels)
}
const judge = (given: World, more = {}) => rule.judge(station({ archives: [world(given)], ...more }), usual, EVER)
const between = (from: number, to: number, factor: number) => (hour: number) => (hour >= from && hour < to ? factor : 1)

test('a device that converts by the formula is right, whichever pressure it shows', () => {
  expect(judge({})).toMatchObject({ found: [], evaluated: [{ archiveType: 'hourly' }] })
  expect(judge({ basis: 'gauge', shownLess: 101.325 })).toMatchObject({ found: [], notEvaluated: [] })
})

test('two percent off the formula', () => {
  const { found } = judge({ off: between(700, 750, 1.02) })
  expect(found).toMatchObject([
    {
      flag: 4,
      detail: 'formula',
      fromMs: MONDAY + 700 * HOUR,
      toMs: MONDAY + 750 * HOUR,
      measure: expect.closeTo(2, 0.5) as number,
      threshold: 1,
    },
  ])
})

test('small volumes are put together: rounding alone is no finding, a fault is still seen', () => {
  expect(judge({ volume: 0.4, decimals: 2 }).found).toEqual([])
  const { found } = judge({ volume: 0.4, decimals: 2, off: (hour) => (hour >= 600 ? 1.05 : 1) })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ fromMs }) => fromMs >= MONDAY + 580 * HOUR)).toBe(true)
})

test('an unknown basis is inferred where one alone fits, and not guessed elsewhere', () => {
  expect(judge({ basis: null, shownLess: 101.325 })).toMatchObject({ found: [], notEvaluated: [] })
  expect(judge({ basis: null, off: () => 1.2 }).notEvaluated).toEqual([
    { archiveType: 'hourly', channelVarname: null, why: 'unknown_basis' },
  ])
})

test('at high pressure gas is no ideal gas; a step of the factor is still seen', () => {
  expect(judge({ kPa: 900, off: () => 1.02 }).found).toEqual([])
  const { found } = judge({ kPa: 900, off: (hour) => (hour >= 1000 ? 1.035 : 1.02) })
  expect(found[0]).toMatchObject({ detail: 'formula', fromMs: MONDAY + 1000 * HOUR })
})

test('without pressure the factor is held against its own month', () => {
  const hidden = ['pressure', 'temperature'] as const
  expect(judge({ hidden }).found).toEqual([])
  expect(judge({ hidden, off: (hour) => (hour >= 1000 ? 1.3 : 1) }).found[0]).toMatchObject({
    flag: 3,
    detail: 'median',
  })
})

test('the hour of an exchange is left out', () => {
  const off = between(700, 701, 3)
  const exchange = { events: { changes: events([{ atMs: MONDAY + 700.5 * HOUR, meaning: { role: 'meterExchanged' } }]) } }
  expect(judge({ off }, exchange).found).toEqual([])
})

test('without a working volume nothing is judged', () => {
  const data = station({ archives: [archive('hourly', hoursAfter(MONDAY, 2), [channel('standardVolume', [1, 2])])] })
  expect(rule.judge(data, usual, EVER).notEvaluated[0]?.why).toBe('no_working_volume')
})

test('the volume of a finding is the error alone', () => {
  const { found } = judge({ off: between(700, 750, 1.05), volume: 50 })
  // 5 of the 105 m³ that the device tells never were.
  const standard = world({ off: between(700, 750, 1.05) }).channels[1]?.values.slice(700, 750)
  const all = standard?.reduce((sum, m3) => sum + m3, 0) ?? NaN
  expect(found).toHaveLength(1)
  expect(found[0]?.m3).toBeCloseTo((all * 0.05) / 1.05, -1)
})

describe('P and T of a moment', () => {
  test.each([0.003, 0.01, 0.02])('hours that end %d off their mean are no finding', (spot) => {
    expect(judge({ spot })).toMatchObject({ found: [], evaluated: [{ archiveType: 'hourly' }] })
  })

  test('neither are they in the first days of an archive', () => {
    const data = station({ archives: [world({ spot: 0.01 })] })
    const window = { fromMs: MONDAY, toMs: MONDAY + 5 * 24 * HOUR }
    expect(rule.judge(data, usual, window).found).toEqual([])
  })

  test('days that are three percent off are, as suspect ones, with the limit that holds', () => {
    const [found, ...more] = judge({ spot: 0.005, off: between(720, 840, 1.03) }).found
    expect(more).toEqual([])
    expect(found).toMatchObject({ flag: 3, detail: 'formula', measure: expect.closeTo(3, -0.3) as number })
    expect(found?.threshold).toBeGreaterThanOrEqual(1)
    expect(Math.abs((found?.fromMs ?? 0) - (MONDAY + 720 * HOUR))).toBeLessThanOrEqual(24 * HOUR)
    expect(Math.abs((found?.toMs ?? 0) - (MONDAY + 840 * HOUR))).toBeLessThanOrEqual(24 * HOUR)
  })

  test('records put together whose P alone jumps are no finding; a device that converts otherwise for as long is', () => {
    const given = { volume: 3.5, decimals: 2 }
    const sound = world(given)
    const factor = facts(station({ archives: [sound] })).conversion()
    if (typeof factor === 'string') throw new Error(factor)
    const { from, to } = factor.blocks
    const block = from.findIndex((first, at) => first >= 700 && (to[at] as number) > first)
    const [first, end] = [from[block] as number, (to[block] as number) + 1]
    const raised = (kPa: number, hour: number) => (hour >= first && hour < end ? 1.04 * kPa : kPa)
    const jumps = sound.channels.map((one) => (one.meaning.quantity === 'pressure' ? { ...one, values: one.values.map(raised) } : one))
    expect(rule.judge(station({ archives: [{ ...sound, channels: jumps }] }), usual, EVER).found).toEqual([])
    expect(judge({ ...given, off: between(first, end, 1.04) }).found).toHaveLength(1)
  })

  test('a day of fewer than six hours of flow is not judged', () => {
    const few = world({ spot: 0.01, off: between(713, 737, 1.2) })
    const channels = few.channels.map((one, at) =>
      at > 1 ? one : { ...one, values: one.values.map((value, hour) => (hour >= 713 && hour < 737 && hour % 24 !== 20 ? 0 : value)) },
    )
    expect(rule.judge(station({ archives: [{ ...few, channels }] }), usual, EVER).found).toEqual([])
  })
})
