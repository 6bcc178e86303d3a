import { expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import type { LedgerDay } from '../../../../electron/analysis/kernel/amounts/ledger.ts'
import { ownerAmounts } from '../../../../electron/analysis/kernel/limits/owner-amounts.ts'
import { rule } from '../../../../electron/analysis/rules/over-limit.ts'
import { standsOf } from '../../../../electron/analysis/station/load/limits.ts'
import type { KeptLimit } from '../../../../electron/contract/limit-words.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { addDays } from '../../../../electron/contract/time/day.ts'
import { station } from '../../../support/station-data.ts'

const gas = { zone: 'UTC', contractHour: 10 }
const usual = usualThresholds().over_limit
const STATION = { archiveType: null, channelVarname: null }

const limit = (over: Partial<KeptLimit>): KeptLimit => ({
  owner: 'station',
  ownerId: 1,
  period: 'month',
  fromDay: null,
  toDay: null,
  m3: 1000,
  author: '',
  saidAtMs: 0,
  ...over,
})

/** Days in a row of m³, the last of them the one before `until`, whose noon it is; judged beside these limits. */
function judge(m3: readonly number[], until: string, limits: readonly KeptLimit[], window = EVER) {
  const days = m3.map((one, at): LedgerDay => ({
    day: addDays(until, at - m3.length),
    m3: one,
    way: 'hourly',
    received: 24,
    byCounter: 0,
    byDaily: 0,
    unknown: 0,
    abnormalMinutes: 0,
    substituteMinutes: null,
  }))
  const nowMs = Date.parse(`${until}T12:00:00Z`)
  const amounts = ownerAmounts(days.length > 0 ? [{ ledger: { days, fills: [] }, hours: null }] : [], gas, 'none')
  const [first] = limits
  const consumer = first?.owner === 'consumer' ? { id: first.ownerId, name: 'Завод' } : null
  const stands = first ? { limits: () => [standsOf(consumer, amounts, limits, nowMs)] } : {}
  return rule.judge(station({ nowMs, gas, ...stands }), usual, window)
}
const every = (count: number, m3: number) => Array.from({ length: count }, () => m3)
const at = (day: string) => Date.parse(`${day}T10:00:00Z`)

test('a month that used more than its limit has failed, with what lay above it', () => {
  // 100 days up to 10 April: three whole months, of which February is short, and ten days.
  const { found, evaluated } = judge(every(100, 40), '2026-04-11', [limit({ m3: 1200 })])
  expect(found).toMatchObject([
    {
      flag: 4,
      detail: 'limit_month',
      fromMs: at('2026-01-01'),
      toMs: at('2026-02-01'),
      measure: 1240,
      threshold: 1200,
      m3: 40,
      unit: 'm3',
    },
    { flag: 4, detail: 'limit_month', fromMs: at('2026-03-01'), toMs: at('2026-04-01'), measure: 1240, m3: 40 },
  ])
  expect(evaluated).toEqual([STATION])
})

test('the running month has failed as soon as it used more, and lasts; of a consumer the finding names it', () => {
  const { found } = judge(every(100, 40), '2026-04-11', [limit({ owner: 'consumer', ownerId: 5, m3: 390, fromDay: '2026-04-01' })])
  expect(found).toMatchObject([
    {
      flag: 4,
      detail: 'limit_month',
      fromMs: at('2026-04-01'),
      toMs: null,
      measure: 400,
      m3: 10,
      evidence: { consumer: { id: 5, name: 'Завод' } },
    },
  ])
})

test('a month that will have used more is suspect, with the band of its projection', () => {
  const { found, evaluated } = judge(every(100, 40), '2026-02-11', [limit({ m3: 1100, fromDay: '2026-02-01' })])
  expect(found).toMatchObject([
    {
      flag: 3,
      detail: 'ahead_month',
      fromMs: at('2026-02-01'),
      toMs: null,
      measure: 1120,
      threshold: 1100,
      m3: 20,
      evidence: { numbers: { used: 400, low: 1120, high: 1120, untilMs: at('2026-03-01') } },
    },
  ])
  expect(evaluated).toEqual([STATION])
})

test('what will be used is not judged in weeks in which heating ends where the year before is not known', () => {
  expect(judge(every(100, 40), '2026-04-11', [limit({ m3: 1250, fromDay: '2026-04-01' })]).notEvaluated).toEqual([
    { ...STATION, why: 'too_few' },
  ])
})

test('what will be used is not judged where history is short; what was used is a fact all the same', () => {
  const short = every(20, 40)
  expect(judge(short, '2026-04-11', [limit({ m3: 1100 })])).toEqual({
    found: [],
    evaluated: [],
    notEvaluated: [{ ...STATION, why: 'too_few' }],
  })
  expect(judge(short, '2026-04-11', [limit({ m3: 390, fromDay: '2026-04-01' })])).toMatchObject({
    found: [{ flag: 4, detail: 'limit_month', measure: 400 }],
    evaluated: [STATION],
    notEvaluated: [],
  })
})

test('a limit that is kept is judged, and nothing is found; without a limit, or a volume, it is said why not', () => {
  expect(judge(every(100, 40), '2026-02-11', [limit({ m3: 1300 })])).toEqual({ found: [], evaluated: [STATION], notEvaluated: [] })
  expect(judge(every(100, 40), '2026-04-11', []).notEvaluated[0]?.why).toBe('no_limit')
  expect(judge([], '2026-04-11', [limit({})]).notEvaluated[0]?.why).toBe('no_volume')
})
