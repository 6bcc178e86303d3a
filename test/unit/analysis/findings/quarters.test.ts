import { expect, test } from 'vitest'
import { EVER, type Verdict } from '../../../../electron/analysis/findings/rule.ts'
import { hourGrid, onGrid } from '../../../../electron/analysis/findings/periods.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/findings/rules/index.ts'
import { RULE_CODES, usualThresholds } from '../../../../electron/contract/rules.ts'
import type { ArchiveData, ChannelData, StationData } from '../../../../electron/analysis/findings/data.ts'
import { gasUse, spoilt } from '../../../support/gas-use.ts'
import { archive, channel, HOUR } from '../../../support/station-data.ts'

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

const OF_HOURS = ['spike', 'unusual_hour', 'zero_use', 'hours_against_day', 'counter_against_sum', 'off_grid_record'] as const // oxfmt-ignore

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
  for (const code of ['spike', 'unusual_hour', 'zero_use', 'hours_against_day', 'contract_hour', 'below_qmin', 'off_grid_record'] as const)
    expect([code, anywhere.get(code)?.notEvaluated]).toMatchObject([code, [{ archiveType: 'hourly', why: 'unknown_rhythm' }]]) // oxfmt-ignore
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
    'hours_against_day',
    'contract_hour',
    'counter_against_sum',
    'counter_decrease',
    'conversion',
    'flow_while_shut',
  ] as const)
    expect([code, [...new Set(feet.get(code)?.notEvaluated.map(({ why }) => why))]]).toEqual([code, ['unknown_unit']])
})
