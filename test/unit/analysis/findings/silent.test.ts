import { expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/findings/rule.ts'
import { rule } from '../../../../electron/analysis/findings/rules/silent.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { HOUR, MONDAY, station } from '../../../support/station-data.ts'

const usual = usualThresholds().silent

/** A session every six hours; the last one `ageHours` ago. */
function judge({ count = 40, ageHours = 1, next = Number.NaN, lastSessionMs = null as number | null }) {
  const atMs = Float64Array.from({ length: count }, (_, at) => MONDAY + at * 6 * HOUR)
  const none = new Float64Array(count).fill(Number.NaN)
  const nextMs = none.slice()
  const last = atMs.at(-1) ?? MONDAY
  if (count > 0) nextMs[count - 1] = last + next * HOUR
  const sessions = { atMs, trycnt: none, btm: none, rssi: none, bsg: none, duration: none, traffic: none, nextMs }
  return rule.judge(station({ sessions, lastSessionMs, nowMs: last + ageHours * HOUR }), usual, EVER)
}

test('suspect beyond one and a half of its own rhythm, failed beyond three', () => {
  expect(judge({ ageHours: 9 })).toMatchObject({ found: [], evaluated: [{ archiveType: null }] })
  expect(judge({ ageHours: 9.6 }).found).toMatchObject([{ flag: 3, detail: 'rhythm', measure: expect.closeTo(1.6, 9) as number, threshold: 1.5, toMs: null }]) // oxfmt-ignore
  expect(judge({ ageHours: 54 }).found).toMatchObject([
    { flag: 4, measure: 9, threshold: 3, evidence: { numbers: { hours: 54, rhythmHours: 6 } } },
  ])
})

test('a session that was announced and has not come', () => {
  expect(judge({ ageHours: 7, next: 6 }).found).toEqual([])
  expect(judge({ ageHours: 8.5, next: 6 }).found).toMatchObject([{ flag: 3, detail: 'missed_session', measure: 2.5, unit: 'hours' }]) // oxfmt-ignore
  expect(judge({ ageHours: 8.5, next: 24 }).found).toEqual([])
})

test('the list of stations may know of a newer session', () => {
  const newest = MONDAY + 39 * 6 * HOUR + 50 * HOUR
  expect(judge({ ageHours: 54, lastSessionMs: newest }).found).toEqual([])
})

test('few sessions make no rhythm, none make no verdict', () => {
  expect(judge({ count: 4, ageHours: 500 }).notEvaluated[0]?.why).toBe('too_few')
  expect(judge({ count: 0 }).notEvaluated[0]?.why).toBe('too_few')
  expect(rule.judge(station(), usual, EVER).notEvaluated[0]?.why).toBe('no_sessions')
})
