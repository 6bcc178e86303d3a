import { expect, test } from 'vitest'
import { cutByRuns, runAt, uncovered } from '../../../../electron/contract/time/runs.ts'

const run = (from: string, to: string, state: string) => ({ from: `2026-01-${from}`, to: `2026-01-${to}`, state })
const runs = [run('05', '09', 'fetched'), run('10', '10', 'empty'), run('11', '12', 'failed'), run('20', '22', 'partial')]
const january = { from: '2026-01-01', to: '2026-01-31' }

test('a span is cut where runs begin and end, days between them in no run', () => {
  const pieces = cutByRuns({ from: '2026-01-08', to: '2026-01-21' }, runs)
  expect(pieces.map(({ from, to, run: found }) => [from.slice(8), to.slice(8), found?.state ?? null])).toEqual([
    ['08', '09', 'fetched'],
    ['10', '10', 'empty'],
    ['11', '12', 'failed'],
    ['13', '19', null],
    ['20', '21', 'partial'],
  ])
  expect(cutByRuns(january, [])).toEqual([{ ...january, run: null }])
})

test('what no answer covers: days never asked for, failed and unfinished, joined', () => {
  expect(uncovered(runs, january)).toEqual([
    { from: '2026-01-01', to: '2026-01-04' },
    { from: '2026-01-11', to: '2026-01-31' },
  ])
  expect(uncovered([run('01', '09', 'empty'), run('10', '12', 'not_transmitted')], { from: '2026-01-01', to: '2026-01-14' })).toEqual([
    { from: '2026-01-10', to: '2026-01-14' },
  ])
})

test('a span inside what was fetched lacks nothing, one outside everything', () => {
  expect(uncovered(runs, { from: '2026-01-06', to: '2026-01-10' })).toEqual([])
  const outside = { from: '2027-01-01', to: '2027-01-02' }
  expect(uncovered(runs, outside)).toEqual([outside])
})

test.each([
  ['2026-01-04', undefined],
  ['2026-01-05', 'fetched'],
  ['2026-01-10', 'empty'],
  ['2026-01-13', undefined],
  ['2026-01-22', 'partial'],
])('%s is %s', (day, state) => {
  expect(runAt(runs, day)?.state).toBe(state)
})
