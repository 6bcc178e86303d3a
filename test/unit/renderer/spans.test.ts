import { describe, expect, test } from 'vitest'
import { isPreset, presetDays, spanBack, stepDays } from '../../../renderer/components/spans.ts'

const today = '2026-11-22'
const span = (from: string, to: string) => ({ from, to })

describe('spans of days up to today', () => {
  test.each([
    ['week', '2026-11-16'],
    ['month', '2026-11-01'],
    ['quarter', '2026-10-01'],
    ['year', '2026-01-01'],
    ['threeYears', '2024-01-01'],
  ] as const)('the %s ends today at the latest', (preset, from) => {
    expect(presetDays(preset, '2027-05-05', today)).toEqual(span(from, today))
    expect(isPreset(preset, span(from, today), today)).toBe(true)
    expect(isPreset(preset, span(from, '2026-11-21'), today)).toBe(false)
  })

  test('the present month steps to the whole month before and back, and no further', () => {
    const november = span('2026-11-01', today)
    expect(stepDays(november, -1, today)).toEqual(span('2026-10-01', '2026-10-31'))
    expect(stepDays(span('2026-10-01', '2026-10-31'), 1, today)).toEqual(november)
    expect(stepDays(november, 1, today)).toBeNull()
  })

  test('other days step by their own length', () => {
    expect(stepDays(spanBack('month', today), -1, today)).toEqual(span('2026-09-22', '2026-10-22'))
    expect(stepDays(span('2026-11-10', '2026-11-18'), 1, today)).toEqual(span('2026-11-19', today))
  })
})
