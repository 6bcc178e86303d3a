import { expect, test } from 'vitest'
import { gasDaysOf, gasPeriods } from '../../../electron/contract/time/gas-day.ts'
import { spanDays } from '../../../electron/contract/time/span.ts'
import { presetSpan } from '../../../renderer/charts/span-presets.ts'
import { spanBack } from '../../../renderer/components/spans.ts'

const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
const all = { fromMs: 0, toMs: Date.parse('2026-11-20T15:00Z') }

test.each([
  ['day', 1],
  ['week', 7],
  ['month', 31],
  ['year', 366],
] as const)('%s is %i gas days, as in the other pickers of spans', (preset, days) => {
  const span = presetSpan(preset, all.toMs, all, berlin)
  const [from, to] = gasDaysOf(span, berlin)
  expect([from, to]).toEqual([spanBack(preset, to).from, '2026-11-20'])
  expect(spanDays({ from, to })).toBe(days)
  expect(gasPeriods(span, 'day', berlin)).toHaveLength(days)
})

test('all is the whole archive, and a view that ends at a contract hour does not include the day that begins then', () => {
  expect(presetSpan('all', all.toMs, all, berlin)).toBe(all)
  expect(gasDaysOf(presetSpan('week', Date.parse('2026-11-20T05:00Z'), all, berlin), berlin)[1]).toBe('2026-11-19')
})
