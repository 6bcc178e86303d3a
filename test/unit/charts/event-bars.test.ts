import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'
import { barRuns } from '../../../renderer/charts/event-bars.ts'

const at = (text: string) => Date.parse(text)

test('bars of days begin at midnight by the zone’s clock, also where it changes', () => {
  const span = { fromMs: at('2026-10-20T09:00:00Z'), toMs: at('2026-10-29T09:00:00Z') }
  const runs = barRuns(span, 20 * HOUR_MS, 'Europe/Berlin')
  // The 25th has 25 hours.
  expect(runs.map(({ bars, fromMs, toMs }) => [bars, (toMs - fromMs) / bars / HOUR_MS])).toEqual([
    [5, 24],
    [1, 25],
    [4, 24],
  ])
  expect(runs[0]?.fromMs).toBe(at('2026-10-19T22:00:00Z'))
  expect(runs[2]?.fromMs).toBe(at('2026-10-25T23:00:00Z'))
  expect(runs.at(-1)?.toMs).toBeGreaterThanOrEqual(span.toMs)
})

test('one question for a year without changes of the clock', () => {
  const span = { fromMs: at('2025-11-20T07:00:00Z'), toMs: at('2026-11-20T07:00:00Z') }
  expect(barRuns(span, DAY_MS, 'Europe/Moscow')).toEqual([
    { fromMs: at('2025-11-19T21:00:00Z'), toMs: at('2026-11-20T21:00:00Z'), bars: 366 },
  ])
})

test('below a day bars are round parts of it, each at least as long as asked for', () => {
  const span = { fromMs: at('2026-11-18T10:20:00Z'), toMs: at('2026-11-20T10:00:00Z') }
  const [run, ...rest] = barRuns(span, 2.5 * HOUR_MS, 'Europe/Moscow')
  expect(rest).toEqual([])
  expect(run?.fromMs).toBe(at('2026-11-18T09:00:00Z'))
  expect(((run?.toMs ?? 0) - (run?.fromMs ?? 0)) / (run?.bars ?? 1)).toBe(3 * HOUR_MS)
})

test('many years have bars of more days', () => {
  const span = { fromMs: at('1996-01-01T00:00:00Z'), toMs: at('2026-01-01T00:00:00Z') }
  const bars = barRuns(span, 9 * DAY_MS, 'UTC').reduce((sum, run) => sum + run.bars, 0)
  expect(bars).toBe(Math.ceil((span.toMs - span.fromMs) / (14 * DAY_MS)))
})
