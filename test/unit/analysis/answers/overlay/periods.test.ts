import { describe, expect, test } from 'vitest'
import { alignedPeriods } from '../../../../../electron/analysis/answers/overlay/periods.ts'

const spans = (from: string, to: string, count: number, step: 'year' | 'previous') =>
  alignedPeriods({ from, to }, count, step).periods.map(({ span }) => span && `${span.from} ${span.to}`)

describe('earlier years', () => {
  test('a month is the same month, with the days that it has in each year', () => {
    expect(spans('2026-02-01', '2026-02-28', 3, 'year')).toEqual([
      '2026-02-01 2026-02-28',
      '2025-02-01 2025-02-28',
      '2024-02-01 2024-02-29',
    ])
  })

  test('29 February has a place of its own on the axis, and no other day is shifted by it', () => {
    const { axis, periods } = alignedPeriods({ from: '2026-02-20', to: '2026-03-05' }, 3, 'year')
    expect(axis).toEqual({ from: '2024-02-20', to: '2024-03-05' })
    const places = (day: string, back: number) => periods[back]?.axisDay(day)
    expect([places('2026-02-28', 0), places('2026-03-01', 0)]).toEqual(['2024-02-28', '2024-03-01'])
    expect([places('2025-02-28', 1), places('2025-03-01', 1)]).toEqual(['2024-02-28', '2024-03-01'])
    expect(places('2024-02-29', 2)).toBe('2024-02-29')
  })

  test('a span over the turn of the year goes back as a whole', () => {
    const { axis, periods } = alignedPeriods({ from: '2025-12-20', to: '2026-01-10' }, 2, 'year')
    expect(periods[1]?.span).toEqual({ from: '2024-12-20', to: '2025-01-10' })
    expect(axis).toEqual({ from: '2025-12-20', to: '2026-01-10' })
    expect([periods[1]?.axisDay('2024-12-31'), periods[1]?.axisDay('2025-01-01')]).toEqual(['2025-12-31', '2026-01-01'])
  })

  test('29 February alone has no earlier year but each fourth', () => {
    expect(spans('2024-02-29', '2024-02-29', 5, 'year')).toEqual(['2024-02-29 2024-02-29', null, null, null, '2020-02-29 2020-02-29'])
  })
})

describe('preceding periods', () => {
  test('months lie on each other by the day of the month, on the axis of the longest', () => {
    const { axis, periods } = alignedPeriods({ from: '2026-02-01', to: '2026-02-28' }, 3, 'previous')
    expect(periods.map(({ span }) => span?.to)).toEqual(['2026-02-28', '2026-01-31', '2025-12-31'])
    expect(axis).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect([periods[0]?.axisDay('2026-02-28'), periods[2]?.axisDay('2025-12-31')]).toEqual(['2026-01-28', '2026-01-31'])
  })

  test('weeks lie on each other by the day of the week', () => {
    const { axis, periods } = alignedPeriods({ from: '2026-03-02', to: '2026-03-08' }, 2, 'previous')
    expect(periods[1]?.span).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(axis).toEqual({ from: '2026-03-02', to: '2026-03-08' })
    expect(periods[1]?.axisDay('2026-03-01')).toBe('2026-03-08')
  })
})
