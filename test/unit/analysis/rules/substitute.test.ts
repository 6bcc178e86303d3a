import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/substitute.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import {
  archive,
  channel,
  events,
  gauss,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  setting,
  snapshot,
  station,
} from '../../../support/station-data.ts'

const usual = usualThresholds().substitute
const LENGTH = 24 * 60
const settings = [snapshot(MONDAY, [setting('substitute', '0,35', { unit: 'МПа', quantity: 'pressure' })])]

function hours(used: (hour: number) => boolean, mean = 300) {
  const next = random(11)
  const values = Array.from({ length: LENGTH }, (_, hour) => {
    const value = rounded(mean + gauss(next) * 4, 1)
    return used(hour) ? 350 : value
  })
  return archive('hourly', hoursAfter(MONDAY, LENGTH), [
    channel('pressure', values, { name: 'P' }),
    channel(
      'standardVolume',
      values.map(() => 10),
    ),
  ])
}

test('a pressure that equals the substitute is one in use', () => {
  const data = station({ archives: [hours((hour) => hour >= 100 && hour < 103)], settings })
  const { found } = rule.judge(data, usual, EVER)
  expect(found).toMatchObject([
    {
      flag: 3,
      detail: 'equals_substitute',
      channelVarname: 'P',
      fromMs: MONDAY + 100 * HOUR,
      toMs: MONDAY + 103 * HOUR,
      measure: 3,
      m3: 30,
    },
  ])
})

test('a pressure that is there by chance now and then is none', () => {
  // The usual pressure is the substitute: single records equal it often, two in a row now and then.
  const data = station({ archives: [hours(() => false, 350)], settings })
  expect(rule.judge(data, usual, EVER).found).toEqual([])
})

test('an open situation in which the device substitutes', () => {
  const told = [
    {
      atMs: MONDAY + 200 * HOUR,
      meaning: { role: 'substituteBegins' as const, quantity: 'pressure' as const, subject: 's' },
    },
    {
      atMs: MONDAY + 210 * HOUR,
      meaning: { role: 'substituteEnds' as const, quantity: 'pressure' as const, subject: 's' },
    },
    {
      atMs: MONDAY + 220 * HOUR,
      meaning: { role: 'substituteBegins' as const, quantity: 'pressure' as const, subject: 's' },
    },
  ]
  const data = station({ archives: [hours(() => false)], events: { nesht: events(told) } })
  const { found } = rule.judge(data, usual, EVER)
  expect(found.map(({ detail, fromMs, toMs }) => [detail, (fromMs - MONDAY) / HOUR, toMs && (toMs - MONDAY) / HOUR])).toEqual([
    ['situation_open', 200, 210],
    ['situation_open', 220, null],
  ])
})

test('records and the situation that explains them are one finding', () => {
  const told = [
    {
      atMs: MONDAY + 99.5 * HOUR,
      meaning: { role: 'substituteBegins' as const, quantity: 'pressure' as const, subject: 's' },
    },
    {
      atMs: MONDAY + 103.5 * HOUR,
      meaning: { role: 'substituteEnds' as const, quantity: 'pressure' as const, subject: 's' },
    },
  ]
  const data = station({ archives: [hours((hour) => hour >= 100 && hour < 103)], settings, events: { nesht: events(told) } })
  const { found } = rule.judge(data, usual, EVER)
  expect(found).toMatchObject([{ detail: 'situation_open', fromMs: MONDAY + 99.5 * HOUR, toMs: MONDAY + 103.5 * HOUR }])
})

test('without a substitute and without such situations nothing is judged', () => {
  expect(rule.judge(station({ archives: [hours(() => false)] }), usual, EVER).notEvaluated).toEqual([
    { archiveType: 'hourly', channelVarname: 'P', why: 'no_substitute' },
  ])
})
