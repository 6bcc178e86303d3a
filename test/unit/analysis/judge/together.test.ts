import { describe, expect, test } from 'vitest'
import { gathered } from '../../../../electron/analysis/judge/together.ts'
import type { StoredFinding } from '../../../../electron/book/findings/finding-rows.ts'
import { rulesBeside, withParts } from '../../../../electron/contract/finding-parts.ts'
import type { Quantity } from '../../../../electron/contract/quantities.ts'
import type { RuleCode } from '../../../../electron/contract/rules.ts'
import { HOUR, MONDAY } from '../../../support/station-data.ts'

const QUANTITIES: Readonly<Record<string, Quantity>> = {
  V: 'standardVolume',
  q: 'standardFlow',
  reading_value: 'standardCounter',
  work_value: 'workingCounter',
  P: 'pressure',
  T: 'temperature',
}
const EVIDENCE = { records: [], events: [], settings: [], sessions: [], numbers: {} }

/** What a rule says of the hours from one to another. */
function said(
  rule: RuleCode,
  channelVarname: string | null,
  from: number,
  to: number | null,
  more: Partial<StoredFinding> = {},
): StoredFinding {
  return {
    id: `${rule} ${channelVarname} ${from}`,
    rule,
    flag: 3,
    stationId: 1,
    equipmentId: 10,
    archiveType: 'hourly',
    view: 'general',
    channelVarname,
    fromMs: MONDAY + from * HOUR,
    toMs: to === null ? null : MONDAY + to * HOUR,
    measure: 7,
    threshold: 3.5,
    unit: 'z',
    m3: 12,
    detail: 'high',
    evidence: EVIDENCE,
    ...more,
  }
}
const gather = (...findings: StoredFinding[]) => gathered(findings, ({ channelVarname }) => QUANTITIES[channelVarname ?? ''] ?? null)
const inWords = (findings: readonly StoredFinding[]) =>
  findings.map((one) => [one.rule, ...rulesBeside({ evidence: one.evidence })].join(' + '))

describe('one finding with its parts', () => {
  test('an hour that is out of range, a spike and unusual: what is so leads', () => {
    const found = gather(said('spike', 'V', 100, 101), said('range', 'q', 100, 101), said('unusual_hour', 'V', 99, 102))
    expect(inWords(found)).toEqual(['range + spike + unusual_hour'])
    expect(found[0]?.evidence.parts).toMatchObject([
      { rule: 'spike', channelVarname: 'V', measure: 7, threshold: 3.5, unit: 'z' },
      { rule: 'unusual_hour', fromMs: MONDAY + 99 * HOUR, toMs: MONDAY + 102 * HOUR },
    ])
  })

  test('a counter that falls: the fall leads, of two counters that fall together one', () => {
    const fall = said('counter_decrease', 'reading_value', 100, 101, { flag: 4 })
    expect(inWords(gather(fall, said('spike', 'reading_value', 101, 102)))).toEqual(['counter_decrease + spike'])
    const sums = said('counter_against_sum', 'reading_value', 101, 102, { flag: 4 })
    expect(inWords(gather(sums, fall))).toEqual(['counter_decrease + counter_against_sum'])
    const other = said('counter_decrease', 'work_value', 100, 101, { flag: 4 })
    expect(inWords(gather(fall, other))).toEqual(['counter_decrease + counter_decrease'])
  })

  test('an hour of a day that differs belongs to the day', () => {
    const day = said('hours_against_day', 'V', 96, 120, { archiveType: 'daily', flag: 4 })
    expect(inWords(gather(said('spike', 'V', 100, 101), day))).toEqual(['hours_against_day + spike'])
  })

  test('a failure leads what is suspect; of the very same hours any quantities belong together', () => {
    const found = gather(said('range', 'P', 100, 101), said('spike', 'T', 100, 101, { flag: 4 }))
    expect(inWords(found)).toEqual(['spike + range'])
  })
})

test('what is of another quantity, another time, long, or still lasts stands alone', () => {
  const alone = [
    [said('spike', 'V', 100, 101), said('spike', 'P', 101, 102)],
    [said('spike', 'V', 100, 101), said('unusual_hour', 'V', 103, 105)],
    [said('range', 'V', 90, 150), said('spike', 'V', 100, 101)],
    [said('range', 'V', 100, null), said('spike', 'V', 100, 101)],
    [said('spike', 'V', 100, 101), said('spike', 'V', 101, 102)],
    [said('zero_use', 'V', 100, 110), said('unusual_hour', 'V', 100, 110)],
  ]
  for (const findings of alone) expect(gather(...findings)).toEqual(findings)
})

test('what was gathered comes apart as it was, whatever the order', () => {
  const all = [said('spike', 'V', 100, 101), said('range', 'q', 100, 101), said('unusual_hour', 'V', 99, 102), said('spike', 'P', 500, 501)]
  const byId = (findings: readonly StoredFinding[]) => findings.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const once = gather(...all)
  expect(byId(once.flatMap(withParts))).toEqual(byId(all))
  expect(byId(gather(...once.flatMap(withParts)))).toEqual(byId(once))
  expect(byId(gather(...all.toReversed()))).toEqual(byId(once))
})
