import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/verification-overdue.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { DAY, setting, snapshot, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const usual = usualThresholds().verification_overdue
const NOW = Date.parse('2026-06-15T12:00:00Z')
const judge = (...items: Parameters<typeof snapshot>[1][number][]) =>
  rule.judge(station({ nowMs: NOW, settings: [snapshot(NOW - DAY, items)] }), usual, EVER)
const next = (value: string) => setting('nextVerification', value)

test.each(['14.06.2026', '2026-06-14', String(Date.parse('2026-06-14T00:00:00+03:00') / 1000)])('%s has passed', (date) => {
  const { found } = judge(next(date))
  // The day itself still counts: it ends at midnight in Moscow.
  expect(found).toMatchObject([{ flag: 4, detail: 'overdue', fromMs: Date.parse('2026-06-15T00:00:00+03:00') - 1, toMs: null }])
})

test('within the days of warning it is suspect, before them it is good', () => {
  expect(judge(next('15.06.2026')).found).toMatchObject([{ flag: 3, detail: 'soon', threshold: 60 }])
  expect(judge(next('13.08.2026')).found).toMatchObject([{ flag: 3 }])
  expect(judge(next('20.08.2026'))).toMatchObject({ found: [], evaluated: [{ archiveType: null }] })
})

test('the last verification and its interval tell it where the next is not said', () => {
  const verified = setting('verified', '10.06.2020')
  expect(judge(verified, setting('verificationInterval', '6', { unit: 'лет' })).found).toMatchObject([{ flag: 4 }])
  expect(judge(verified, setting('verificationInterval', '96', { unit: 'мес.' })).found).toEqual([])
  expect(judge(verified).notEvaluated[0]?.why).toBe('no_verification')
})

test('of several instruments the first that is due', () => {
  expect(judge(next('01.01.2030'), next('01.05.2026'), next('01.06.2026')).found).toMatchObject([
    { detail: 'overdue', evidence: { settings: [{ after: '01.05.2026' }, { after: '01.06.2026' }] } },
  ])
})

test('what is no date says nothing', () => {
  expect(judge(next('00.00.0000'), next('-')).notEvaluated[0]?.why).toBe('no_verification')
  expect(judge(next('31.02.2026')).notEvaluated[0]?.why).toBe('no_verification')
})
