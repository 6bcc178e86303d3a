import { expect, test } from 'vitest'
import { gasDaySpan, wholeGasDays } from '../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'

const MOSCOW = { zone: 'Europe/Moscow', contractHour: 10 }

test('gas days name a span that is made of whole ones, and no zoom into them', () => {
  const span = gasDaySpan('2026-11-21', '2026-11-23', MOSCOW)
  expect(wholeGasDays(span, MOSCOW)).toEqual(['2026-11-21', '2026-11-23'])
  expect(wholeGasDays({ ...span, fromMs: span.fromMs + HOUR_MS }, MOSCOW)).toBeNull()
  // It ends on the 24th by the clock, within the gas day of the 23rd.
  expect(wholeGasDays({ ...span, toMs: span.toMs - HOUR_MS }, MOSCOW)).toBeNull()
})
