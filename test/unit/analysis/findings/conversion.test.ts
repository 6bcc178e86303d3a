import { expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/findings/rule.ts'
import { rule } from '../../../../electron/analysis/findings/rules/conversion.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import type { ChannelMeaning } from '../../../../electron/contract/meaning.ts'
import { archive, channel, events, gauss, HOUR, hoursAfter, MONDAY, random, rounded, station } from '../../../support/station-data.ts' // oxfmt-ignore

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
}

function world({
  basis = 'absolute',
  shownLess = 0,
  kPa = 200,
  off = () => 1,
  hidden = [],
  volume = 50,
  decimals = 3,
}: World = {}) {
  const next = random(5)
  const columns = { w: [] as number[], s: [] as number[], p: [] as number[], t: [] as number[] }
  for (let hour = 0; hour < LENGTH; hour++) {
    const p = rounded(kPa + 4 * Math.sin(hour / 30) + gauss(next), 1)
    const t = rounded(8 + 6 * Math.sin(hour / 200) + gauss(next) * 0.3, 1)
    const w = rounded(volume * (1 + 0.3 * Math.sin(hour / 4)), decimals)
    columns.w.push(w)
    columns.s.push(rounded(((w * p) / 101.325) * (293.15 / (t + 273.15)) * off(hour), decimals))
    columns.p.push(rounded(p - shownLess, 1))
    columns.t.push(t)
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
    { flag: 4, detail: 'formula', fromMs: MONDAY + 700 * HOUR, toMs: MONDAY + 750 * HOUR, measure: expect.closeTo(2, 0.5) as number, threshold: 1 },
  ]) // oxfmt-ignore
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
  const exchange = { events: { changes: events([{ atMs: MONDAY + 700.5 * HOUR, meaning: { role: 'meterExchanged' } }]) } } // oxfmt-ignore
  expect(judge({ off }, exchange).found).toEqual([])
})

test('without a working volume nothing is judged', () => {
  const data = station({ archives: [archive('hourly', hoursAfter(MONDAY, 2), [channel('standardVolume', [1, 2])])] })
  expect(rule.judge(data, usual, EVER).notEvaluated[0]?.why).toBe('no_working_volume')
})
