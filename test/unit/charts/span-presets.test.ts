import { describe, expect, test } from 'vitest'
import { gasDaySpan, gasDaysOf } from '../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { periodOfSpan, presetSpan, SPAN_PRESETS, stepSpan } from '../../../renderer/charts/span-presets.ts'

const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
const all = { fromMs: 0, toMs: Date.parse('2026-11-20T15:00Z') }

test.each([
  ['day', '2026-11-20', '2026-11-20'],
  ['week', '2026-11-16', '2026-11-22'],
  ['month', '2026-11-01', '2026-11-30'],
  ['year', '2026-01-01', '2026-12-31'],
] as const)('%s is the one of the calendar in which the view ends, from contract hour to contract hour', (preset, from, to) => {
  const span = presetSpan(preset, all.toMs, all, berlin)
  expect(gasDaysOf(span, berlin)).toEqual([from, to])
  expect(new Date(span.fromMs).toISOString().slice(0, 10)).toBe(from)
  expect(periodOfSpan(span, berlin)).toBe(preset)
})

test('all is the whole archive, and a view that ends at a contract hour does not include the day that begins then', () => {
  expect(presetSpan('all', all.toMs, all, berlin)).toBe(all)
  expect(gasDaysOf(presetSpan('day', Date.parse('2026-11-20T05:00Z'), all, berlin), berlin)[1]).toBe('2026-11-19')
})

describe('a step', () => {
  const day = presetSpan('day', Date.parse('2026-10-25T12:00Z'), all, berlin)

  test('of a day over the change of clocks is a day, of 25 hours here', () => {
    const before = stepSpan(day, -1, berlin)
    expect([before.toMs, day.fromMs - before.fromMs]).toEqual([day.fromMs, 25 * HOUR_MS])
    expect(stepSpan(before, 1, berlin)).toEqual(day)
  })

  test('of a month is a month, whatever its length', () => {
    const march = gasDaySpan('2026-03-01', '2026-03-31', berlin)
    expect(stepSpan(march, -1, berlin)).toEqual(gasDaySpan('2026-02-01', '2026-02-28', berlin))
    expect(stepSpan(march, 1, berlin)).toEqual(gasDaySpan('2026-04-01', '2026-04-30', berlin))
  })

  test('of any gas days is as many gas days, of a zoomed view its own length', () => {
    const ten = gasDaySpan('2026-10-20', '2026-10-29', berlin)
    expect(stepSpan(ten, 1, berlin)).toEqual(gasDaySpan('2026-10-30', '2026-11-08', berlin))
    const zoomed = { fromMs: day.fromMs + 1, toMs: day.fromMs + 1 + 3 * HOUR_MS }
    expect(stepSpan(zoomed, -1, berlin)).toEqual({ fromMs: zoomed.fromMs - 3 * HOUR_MS, toMs: zoomed.fromMs })
    expect(periodOfSpan(zoomed, berlin)).toBeNull()
  })
})

test('a preset of one clock is none of another', () => {
  for (const preset of SPAN_PRESETS.filter((name) => name !== 'all')) {
    const span = presetSpan(preset, all.toMs, all, berlin)
    expect(periodOfSpan(span, { ...berlin, contractHour: 10 })).toBeNull()
  }
})
