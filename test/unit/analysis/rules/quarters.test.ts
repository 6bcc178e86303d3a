import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../../electron/analysis/rules/say/rule.ts'
import { hourGrid, onGrid } from '../../../../electron/analysis/kernel/grids/periods.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import { RULE_CODES, usualThresholds } from '../../../../electron/contract/rules.ts'
import { EVER, type ArchiveData, type ChannelData, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { gasUse, spoilt } from '../../../support/gas-use.ts'
import { archive, channel, HOUR, MONDAY, setting, snapshot, without } from '../../../support/station-data.ts'

/** Quarters that a device sends as hours, and volumes in a unit that nobody knows: rules judge them, or name one reason. */

const thresholds = usualThresholds()

const verdicts = (data: StationData): Map<string, Verdict> =>
  new Map(
    RULE_CODES.map((code) => {
      const rule = RULE_BY_CODE[code]
      return [code, (rule.judge as (...given: unknown[]) => Verdict)(data, thresholds[code], EVER)]
    }),
  )

/** The hours of an archive in four parts each. */
function inQuarters(hourly: ArchiveData): ArchiveData {
  const times = [...hourly.timesMs].flatMap((atMs) => [45, 30, 15, 0].map((before) => atMs - before * 60_000))
  const [volume, counter] = hourly.channels as [ChannelData, ChannelData]
  const quarters = [...volume.values].flatMap((m3) => new Array<number>(4).fill(m3 / 4))
  const counts = [...counter.values].flatMap((count, hour) => {
    const m3 = volume.values[hour] as number
    return [0.75, 0.5, 0.25, 0].map((left) => count - left * m3)
  })
  return archive('hourly', times, [channel('standardVolume', quarters), channel('standardCounter', counts)])
}

const OF_HOURS = ['spike', 'unusual_hour', 'zero_use', 'hours_against_day', 'counter_against_sum', 'off_grid_record'] as const

test('quarters are summed to hours, and every rule of hours judges them as it judges hours', () => {
  const use = gasUse()
  const quarters = inQuarters(use.hourly)
  const grid = hourGrid(quarters)
  expect(grid).toMatchObject({ parts: 4, minute: 0, length: use.hours.length })
  const sums = grid && onGrid(grid, quarters.channels[0] as ChannelData)
  use.hours.forEach((m3, place) => expect(sums?.[place]).toBeCloseTo(m3, 6))
  const sound = verdicts({ ...use.data, archives: [quarters, use.daily] })
  for (const code of OF_HOURS) {
    expect([code, sound.get(code)?.found]).toEqual([code, []])
    expect([code, sound.get(code)?.notEvaluated]).toEqual([code, []])
  }
  const spiked = spoilt(quarters, 0, (values) => {
    for (let part = 0; part < 4; part++) values[4 * 700 + part] = 225
  })
  const found = verdicts({ ...use.data, archives: [spiked, use.daily] }).get('spike')?.found
  expect(found).toMatchObject([{ fromMs: use.at(700), toMs: use.at(701) }])
  expect(found?.[0]?.evidence.numbers['value']).toBeCloseTo(900, 6)
})

test('an archive without a rhythm, and one in an unknown unit, have one reason each', () => {
  const { hourly, daily, data } = gasUse()
  const scattered = { ...hourly, timesMs: hourly.timesMs.map((atMs, row) => atMs + ((row * 7) % 60) * (HOUR / 60)) }
  const anywhere = verdicts({ ...data, archives: [scattered, daily] })
  for (const code of [
    'spike',
    'unusual_hour',
    'zero_use',
    'level_shift',
    'hours_against_day',
    'contract_hour',
    'below_qmin',
    'off_grid_record',
  ] as const)
    expect([code, anywhere.get(code)?.notEvaluated]).toMatchObject([code, [{ archiveType: 'hourly', why: 'unknown_rhythm' }]])
  const inFeet = (one: ArchiveData): ArchiveData => ({
    ...one,
    channels: one.channels.map((its) => ({ ...its, unit: 'ft³', toBase: null })),
  })
  const feet = verdicts({ ...data, archives: [inFeet(hourly), inFeet(daily)] })
  for (const code of [
    'spike',
    'unusual_hour',
    'unusual_day',
    'zero_use',
    'level_shift',
    'hours_against_day',
    'contract_hour',
    'counter_against_sum',
    'counter_decrease',
    'conversion',
    'flow_while_shut',
  ] as const)
    expect([code, [...new Set(feet.get(code)?.notEvaluated.map(({ why }) => why))]]).toEqual([code, ['unknown_unit']])
})

describe('the working volume as the flow of an hour', () => {
  const settings = [snapshot(MONDAY, [setting('qmax', '200', { unit: 'м³/ч', quantity: 'workingFlow' })])]
  const asWorking = (one: ArchiveData): ArchiveData => ({
    ...one,
    channels: one.channels.map((its) => ({
      ...its,
      meaning: {
        ...its.meaning,
        quantity: its.channelVarname === 'standardVolume' ? 'workingVolume' : 'workingCounter',
      },
    })),
  })
  const use = gasUse({ change: (hours) => hours.fill(260, 700, 702) })
  const rangeOf = (hourly: ArchiveData) => verdicts({ ...use.data, settings, archives: [hourly] }).get('range')
  const said = ({ found, evaluated }: Verdict) => ({
    found: found.map(({ fromMs, toMs, measure, threshold, m3, detail }) => [
      fromMs,
      toMs,
      Math.round(measure ?? 0),
      threshold,
      Math.round(m3 ?? 0),
      detail,
    ]),
    evaluated,
  })

  test('quarters are summed: volumes and counters alone say what hours say', () => {
    const quarters = asWorking(inQuarters(use.hourly))
    const expected = [[use.at(700), use.at(702), 260, 200, 520, 'above_limit']]
    expect(said(rangeOf(asWorking(use.hourly)) as Verdict).found).toEqual(expected)
    expect(said(rangeOf(quarters) as Verdict)).toEqual({
      found: expected,
      evaluated: [{ archiveType: 'hourly', channelVarname: 'standardVolume' }],
    })
    expect(said(rangeOf({ ...quarters, channels: quarters.channels.slice(1) }) as Verdict).found).toEqual(expected)
  })

  test('an hour that lacks a quarter, and the one after it, are not judged', () => {
    const quarters = asWorking(inQuarters(use.hourly))
    const cut = without(quarters, (atMs) => atMs === use.at(700) - HOUR / 2 || atMs === use.at(702))
    expect(rangeOf(cut)?.found).toEqual([])
  })

  test('records that lie anywhere, or none of which follows another, are not judged, and it is said why', () => {
    const working = asWorking(use.hourly)
    const scattered = { ...working, timesMs: working.timesMs.map((atMs, row) => atMs + ((row * 7) % 60) * (HOUR / 60)) }
    expect(rangeOf(scattered)).toEqual({
      found: [],
      evaluated: [],
      notEvaluated: [{ archiveType: 'hourly', channelVarname: 'standardVolume', why: 'unknown_rhythm' }],
    })
    const apart = without(working, (_, row) => row % 2 === 1)
    expect(rangeOf(apart)?.notEvaluated).toMatchObject([{ why: 'nothing_to_compare' }])
  })
})
