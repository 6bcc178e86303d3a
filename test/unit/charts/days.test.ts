import { expect, test } from 'vitest'
import { addDays, daysIn, lackingSpans, stateOfDay, type CoverageRun } from '../../../renderer/charts/days.ts'

const run = (from: string, to: string, state: CoverageRun['state']): CoverageRun => ({
  from,
  to,
  state,
  fetchedAtMs: 0,
})
const runs = [
  run('2026-01-05', '2026-01-09', 'fetched'),
  run('2026-01-10', '2026-01-10', 'empty'),
  run('2026-01-11', '2026-01-12', 'failed'),
  run('2026-01-20', '2026-01-22', 'partial'),
]

test('days are counted by the calendar', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(daysIn({ from: '2025-12-30', to: '2026-01-02' })).toBe(4)
})

test('what the book lacks: never asked, failed and partial days, joined', () => {
  expect(lackingSpans(runs, { from: '2026-01-01', to: '2026-01-31' })).toEqual([
    { from: '2026-01-01', to: '2026-01-04' },
    { from: '2026-01-11', to: '2026-01-31' },
  ])
})

test('a span inside what was fetched lacks nothing, one outside everything', () => {
  expect(lackingSpans(runs, { from: '2026-01-06', to: '2026-01-10' })).toEqual([])
  expect(lackingSpans(runs, { from: '2027-01-01', to: '2027-01-02' })).toEqual([
    { from: '2027-01-01', to: '2027-01-02' },
  ])
  expect(lackingSpans([], { from: '2026-01-01', to: '2026-01-01' })).toEqual([{ from: '2026-01-01', to: '2026-01-01' }])
})

test.each([
  ['2026-01-04', undefined],
  ['2026-01-05', 'fetched'],
  ['2026-01-10', 'empty'],
  ['2026-01-13', undefined],
  ['2026-01-22', 'partial'],
])('%s is %s', (day, state) => {
  expect(stateOfDay(runs, day)?.state).toBe(state)
})
