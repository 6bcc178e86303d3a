import { describe, expect, test } from 'vitest'
import { EVER, type ArchiveData } from '../../../../electron/analysis/kernel/data.ts'
import type { Rule } from '../../../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import { usualThresholds, type RuleCode } from '../../../../electron/contract/rules.ts'
import {
  archive,
  channel,
  DAY,
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
  without,
} from '../../../support/station-data.ts'

/** A device that archives its counters alone, as EK260 does, is judged as one that archives volumes too. */

const DAYS = 60
const LENGTH = 24 * DAYS
const at = (hour: number) => MONDAY + hour * HOUR
const within = (hour: number, from: number, to: number) => hour >= from && hour < to

const counted = (volumes: readonly number[]) => {
  let at = 5000
  return volumes.map((m3) => (at = rounded(at + m3, 2)))
}

/** Two months with a fault of each kind; with volumes, counters or both. */
function world(has: { volumes: boolean; counters: boolean }): ArchiveData[] {
  const next = random(11)
  const w: number[] = []
  const s: number[] = []
  const p: number[] = []
  const t: number[] = []
  for (let hour = 0; hour < LENGTH; hour++) {
    const kPa = within(hour, 900, 930) ? (p[899] as number) : rounded(200 + 5 * Math.sin(hour / 9) + gauss(next), 1)
    const celsius = rounded(8 + gauss(next), 1)
    const flow = 50 + 10 * Math.sin(hour / 4) + gauss(next)
    const working = within(hour, 1000, 1005) ? 2 : within(hour, 1050, 1053) ? 150 : within(hour, 1100, 1130) ? 0 : flow
    const off = within(hour, 700, 750) ? 1.05 : 1
    w.push(rounded(working, 2))
    s.push(rounded(((rounded(working, 2) * kPa) / 101.325) * (293.15 / (celsius + 273.15)) * off, 2))
    p.push(kPa)
    t.push(celsius)
  }
  const volumes = [channel('standardVolume', s), channel('workingVolume', w)]
  const counters = [channel('standardCounter', counted(s)), channel('workingCounter', counted(w))]
  const hourly = archive('hourly', hoursAfter(MONDAY, LENGTH), [
    ...(has.volumes ? volumes : []),
    ...(has.counters ? counters : []),
    channel('pressure', p, { basis: 'absolute' }),
    channel('temperature', t),
  ])
  // Days that close two hours late for nine days, and one day whose record is wrong.
  const ends = Array.from({ length: DAYS }, (_, day) => 24 * day + 23 + (within(day, 20, 30) ? 2 : 0))
  const ofDays = ends.map((end, day) => {
    const first = (ends[day - 1] ?? -1) + 1
    return rounded(s.slice(first, end + 1).reduce((sum, m3) => sum + m3, 0) + (day === 50 ? 40 : 0), 2)
  })
  const daily = archive(
    'daily',
    ends.map((_, day) => MONDAY + (day + 1) * DAY),
    [channel('standardVolume', ofDays)],
  )
  return [hourly, daily]
}

const settings = [
  snapshot(MONDAY, [
    setting('qmin', '5', { unit: 'м3/ч', quantity: 'workingFlow' }),
    setting('qmax', '100', { unit: 'м3/ч', quantity: 'workingFlow' }),
  ]),
]
const valve = events([
  { atMs: at(800), meaning: { role: 'valveShut' } },
  { atMs: at(810), meaning: { role: 'valveOpen' } },
])
const judge = (code: RuleCode, archives: ArchiveData[]) =>
  (RULE_BY_CODE[code] as Rule).judge(station({ archives, settings, events: { valve } }), usualThresholds()[code], EVER)

const RULES: readonly RuleCode[] = [
  'conversion',
  'frozen',
  'below_qmin',
  'range',
  'zero_use',
  'flow_while_shut',
  'hours_against_day',
  'contract_hour',
]

describe.each(RULES)('%s', (code) => {
  const spans = (archives: ArchiveData[]) =>
    judge(code, archives).found.map(({ flag, fromMs, toMs, detail, m3 }) => ({
      flag,
      fromMs,
      toMs,
      detail,
      m3: m3 === null ? null : Math.round(m3),
    }))
  const byVolumes = spans(world({ volumes: true, counters: false }))

  test('finds by counters alone what it finds by volumes, where and of how many m³', () => {
    expect(byVolumes.length).toBeGreaterThan(0)
    expect(spans(world({ volumes: false, counters: true }))).toEqual(byVolumes)
  })

  test('says the same of a device that has both as of one with volumes', () => {
    expect(spans(world({ volumes: true, counters: true }))).toEqual(byVolumes)
  })
})

test.each<RuleCode>(['below_qmin', 'zero_use', 'flow_while_shut', 'hours_against_day', 'contract_hour'])(
  '%s says that a counter tells the amounts',
  (code) => {
    const told = (volumes: boolean) =>
      judge(code, world({ volumes, counters: !volumes })).found.map(({ evidence }) => evidence.fromCounter ?? false)
    expect(new Set(told(false))).toEqual(new Set([true]))
    expect(new Set(told(true))).toEqual(new Set([false]))
  },
)

test('over a gap a counter tells no hour: nothing is found in it', () => {
  const [hourly] = world({ volumes: false, counters: true }) as [ArchiveData]
  const gap = without(hourly, (end) => end > at(999) && end < at(1005))
  expect(judge('below_qmin', [gap]).found).toEqual([])
})

test('a counter in whole m³ is not below Qmin where its step may hide it', () => {
  const flow = Array.from({ length: LENGTH }, (_, hour) => Math.floor((hour + 1) * 5.4))
  const hourly = archive('hourly', hoursAfter(MONDAY, LENGTH), [channel('workingCounter', flow)])
  const qmin = [snapshot(MONDAY, [setting('qmin', '5.2', { unit: 'м3/ч', quantity: 'workingFlow' })])]
  const { found } = (RULE_BY_CODE.below_qmin as Rule).judge(station({ archives: [hourly], settings: qmin }), { qmin: null }, EVER)
  expect(found).toEqual([])
})

test('a counter rises over no exchange', () => {
  const counts = Array.from({ length: LENGTH }, (_, hour) => 10 * hour + (hour >= 900 ? 100_000 : 0))
  const hourly = archive('hourly', hoursAfter(MONDAY, LENGTH), [channel('workingCounter', counts)])
  const changes = events([{ atMs: at(900.5), meaning: { role: 'meterExchanged' } }])
  const of = (given: object) =>
    (RULE_BY_CODE.range as Rule).judge(station({ archives: [hourly], settings, ...given }), usualThresholds().range, EVER).found
  expect(of({})).toHaveLength(1)
  expect(of({ events: { changes } })).toEqual([])
})
