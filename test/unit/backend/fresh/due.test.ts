import { expect, test } from 'vitest'
import { freshDueMs, type PastRun } from '../../../../electron/backend/fresh/due.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../electron/contract/time/units.ts'

/** When a trip that is kept fresh is due. Six hours apart; the book was opened at START. */

const START = Date.UTC(2026, 0, 15, 8)
const run = (endedMs: number | null, more: Partial<PastRun> = {}): PastRun => ({
  startedMs: (endedMs ?? START) - MINUTE_MS,
  finishedMs: endedMs,
  state: 'done',
  failed: 0,
  isOfThisStart: (endedMs ?? START) >= START,
  ...more,
})
const due = (runs: readonly PastRun[], nowMs = START + 2 * HOUR_MS, gaveWay = false) =>
  (freshDueMs(6, runs, { nowMs, gaveWay }) - START) / MINUTE_MS

test.each<[why: string, runs: PastRun[], minutesAfterStart: number]>([
  ['it never ran: now', [], 120],
  ['its run has no end yet: that is for the queue to say', [run(null)], 120],
  ['it ran in this program: six hours after its end', [run(START + HOUR_MS)], 7 * 60],
  ['it ran yesterday: overdue at the start', [run(START - 20 * HOUR_MS)], -20 * 60 + 15],
  ['it ran an hour before the start: overdue', [run(START - HOUR_MS)], -45],
  ['the program was started anew at once: not before a quarter of an hour has gone by', [run(START - 5 * MINUTE_MS)], 10],
  ['somebody cancelled it: they did not want it now', [run(START + HOUR_MS, { state: 'cancelled' })], 7 * 60],
  ['the clock was set back since: now', [run(START + 30 * HOUR_MS)], 120],
  ['the clock of the service is a second ahead: it ran just now', [run(START + 2 * HOUR_MS + 1000)], 8 * 60 + 1 / 60],
  ['one task failed: five minutes later', [run(START + HOUR_MS, { failed: 1 })], 65],
  ['twice: a quarter of an hour', [run(START + HOUR_MS, { failed: 1 }), run(START, { failed: 3 })], 75],
  ['three times: an hour', Array.from({ length: 3 }, () => run(START + HOUR_MS, { failed: 1 })), 120],
  ['again and again: as often as it is kept fresh', Array.from({ length: 9 }, () => run(START + HOUR_MS, { failed: 1 })), 7 * 60],
  ['what failed before one that was whole is past', [run(START + HOUR_MS), run(START, { failed: 1 })], 7 * 60],
])('%s', (_, runs, minutes) => {
  expect(due(runs)).toBe(minutes)
})

test('one that gave way to somebody’s own download is due once that is over', () => {
  expect(due([run(START + HOUR_MS, { state: 'cancelled' })], START + 2 * HOUR_MS, true)).toBe(120)
})

test('a failure is never tried again later than it would have been due anyway', () => {
  const runs = Array.from({ length: 3 }, () => run(START + HOUR_MS, { failed: 1 }))
  expect(freshDueMs(1, runs, { nowMs: START + HOUR_MS, gaveWay: false })).toBe(START + 2 * HOUR_MS)
})
