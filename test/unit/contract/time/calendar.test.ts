import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neighbour, periodAt, periodOf, PERIODS } from '../../../../electron/contract/time/calendar.ts'
import { addDays, dayOf } from '../../../../electron/contract/time/day.ts'
import { spanDays } from '../../../../electron/contract/time/span.ts'

describe('periods of the calendar', () => {
  test.each([
    ['day', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['week', '2025-12-31', '2025-12-29', '2026-01-04'],
    ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['quarter', '2026-11-22', '2026-10-01', '2026-12-31'],
    ['year', '2026-11-22', '2026-01-01', '2026-12-31'],
    ['week', '1969-12-31', '1969-12-29', '1970-01-04'],
  ] as const)('the %s of %s is %s to %s', (period, day, from, to) => {
    expect(periodAt(period, day)).toEqual({ from, to })
  })

  const day = fc.integer({ min: -20_000, max: 40_000 }).map(dayOf)

  test('a period holds its day, is recognised, and touches its neighbours', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...PERIODS), (at, period) => {
        const span = periodAt(period, at)
        expect(span.from <= at && at <= span.to).toBe(true)
        expect(periodOf(span)).toBe(period)
        const next = neighbour(span, 1)
        expect(next.from).toBe(addDays(span.to, 1))
        expect(periodOf(next)).toBe(period)
        expect(neighbour(next, -1)).toEqual(span)
      }),
    )
  })

  test('a span that is no period moves by its own length', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 500 }), fc.constantFrom(1 as const, -1 as const), (from, days, way) => {
        const span = { from, to: addDays(from, days - 1) }
        fc.pre(periodOf(span) === null)
        const moved = neighbour(span, way)
        expect(spanDays(moved)).toBe(days)
        expect(neighbour(moved, way === 1 ? -1 : 1)).toEqual(span)
        expect(way === 1 ? moved.from : addDays(moved.to, 1)).toBe(way === 1 ? addDays(span.to, 1) : span.from)
      }),
    )
  })
})
