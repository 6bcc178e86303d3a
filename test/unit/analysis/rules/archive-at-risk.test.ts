import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/archive-at-risk.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import type { HoleState } from '../../../../electron/book/coverage/holes.ts'
import { archive, channel, DAY, hoursAfter, MONDAY, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import { overwritingAt } from '../../../../electron/analysis/station/facts/overwriting.ts'

const deep = { ...usualThresholds().archive_at_risk, hourlyDepth: 35 }
const LENGTH = 24 * 40

/** Forty days of hours are due; the book has the first `days` of them. */
function world(days: number, reason: HoleState, fetchedToDay = days) {
  const due = hoursAfter(MONDAY, LENGTH)
  const there = due.slice(0, days * 24)
  const one = archive('hourly', there, [channel('standardVolume', new Float64Array(there.length))], { dueMs: due, reason })
  return station({ archives: [{ ...one, fetchedToMs: MONDAY + fetchedToDay * DAY }], nowMs: MONDAY + 40 * DAY })
}

test('the share of the depth at which it becomes a risk', () => {
  expect(rule.judge(world(20, 'not_transmitted'), deep, EVER)).toMatchObject({ found: [], evaluated: [{ archiveType: 'hourly' }] })
  const { found } = rule.judge(world(12, 'not_transmitted'), deep, EVER)
  expect(found).toMatchObject([
    {
      flag: 3,
      fromMs: MONDAY + 12 * DAY,
      measure: 80,
      threshold: 70,
      toMs: null,
      evidence: { numbers: { overwrittenAtMs: MONDAY + 47 * DAY, days: 28 } },
    },
  ])
})

test('what is older than the archive is being written over', () => {
  expect(rule.judge(world(2, 'not_transmitted'), deep, EVER).found).toMatchObject([{ flag: 4 }])
})

test('what the service was asked for and does not have is not at risk', () => {
  expect(rule.judge(world(12, 'empty', 40), deep, EVER).found).toEqual([])
  expect(rule.judge(world(12, 'failed', 40), deep, EVER).found).toHaveLength(1)
})

test('the countdown is that of the archive that is written over first', () => {
  expect(overwritingAt(world(12, 'failed'), deep)).toEqual({
    archiveType: 'hourly',
    oldestMs: MONDAY + 12 * DAY,
    atMs: MONDAY + 47 * DAY,
    depthDays: 35,
  })
})

test('without a depth nothing is judged', () => {
  const usual = usualThresholds().archive_at_risk
  expect(rule.judge(world(12, 'failed'), usual, EVER).notEvaluated).toEqual([
    { archiveType: 'hourly', channelVarname: null, why: 'no_depth' },
  ])
  expect(overwritingAt(world(12, 'failed'), usual)).toBeNull()
})
