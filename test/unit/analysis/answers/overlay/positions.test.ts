import { describe, expect, test } from 'vitest'
import { momentPositions as atDays, placedDays } from '../../../../../electron/analysis/answers/overlay/positions.ts'
import { valuesAt } from '../../../../../electron/analysis/answers/overlay/against.ts'
import { unitConversion } from '../../../../../electron/contract/unit-conversion.ts'
import { converted } from '../../../../../electron/contract/units.ts'
import { gasDaySpan, gasPeriods } from '../../../../../electron/contract/time/gas-day.ts'
import { HOUR_MS } from '../../../../../electron/contract/time/units.ts'

const gas = { zone: 'Europe/Berlin', contractHour: 6 }
const same = { hour: 6, axisDay: (day: string) => day }
const momentPositions = (times: Float64Array, span: { from: string; to: string }) => atDays(times, placedDays(span, gas, same))
/** The stamps of all hours of some gas days. */
function hoursOf(from: string, to: string): Float64Array {
  const { fromMs, toMs } = gasDaySpan(from, to, gas)
  return Float64Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) }, (_, hour) => fromMs + (hour + 1) * HOUR_MS)
}
const wall = (ms: number | undefined) => new Date(ms ?? NaN).toISOString().slice(5, 16)

describe('positions by the clock of the wall', () => {
  test('on a day without a change an hour lies where the clock shows it', () => {
    const positions = momentPositions(hoursOf('2026-01-01', '2026-01-02'), { from: '2026-01-01', to: '2026-01-02' })
    expect([wall(positions[0]), wall(positions[23]), wall(positions[47])]).toEqual(['01-01T07:00', '01-02T06:00', '01-03T06:00'])
  })

  test('when the clock goes forward the skipped hour stays empty and no day is shifted', () => {
    const span = { from: '2026-03-28', to: '2026-03-29' }
    const positions = momentPositions(hoursOf(span.from, span.to), span)
    expect(positions).toHaveLength(47)
    // Midnight, one, two, and then four in summer time: the hour from two to three did not happen.
    expect([...positions.slice(17, 22)].map(wall)).toEqual(['03-29T00:00', '03-29T01:00', '03-29T02:00', '03-29T04:00', '03-29T05:00'])
    expect([wall(positions[22]), wall(positions[46])]).toEqual(['03-29T06:00', '03-30T06:00'])
  })

  test('when the clock goes back the hour that comes twice has the place of one, and no day is shifted', () => {
    const span = { from: '2026-10-24', to: '2026-10-25' }
    const positions = momentPositions(hoursOf(span.from, span.to), span)
    expect(positions).toHaveLength(49)
    expect([...positions.slice(18, 23)].map(wall)).toEqual(['10-25T01:00', '10-25T02:00', '10-25T02:30', '10-25T03:00', '10-25T04:00'])
    expect([wall(positions[24]), wall(positions[48])]).toEqual(['10-25T06:00', '10-26T06:00'])
  })

  test('positions ascend over every change, whatever the step', () => {
    for (const [from, to] of [
      ['2026-03-27', '2026-03-31'],
      ['2026-10-23', '2026-10-27'],
    ] as const) {
      const { fromMs, toMs } = gasDaySpan(from, to, gas)
      const step = 7 * 60_000
      const times = Float64Array.from({ length: Math.floor((toMs - fromMs) / step) }, (_, at) => fromMs + (at + 1) * step)
      const positions = momentPositions(times, { from, to })
      for (let row = 1; row < positions.length; row += 1) expect(positions[row]).toBeGreaterThan(positions[row - 1] ?? 0)
      // Each gas day keeps its own 24 hours of the axis.
      for (const { day, fromMs: begin, toMs: end } of gasPeriods({ fromMs, toMs }, 'day', gas)) {
        const start = Date.parse(`${day}T06:00Z`)
        const within = positions.filter((_, row) => (times[row] ?? 0) > begin && (times[row] ?? 0) <= end)
        expect(Math.min(...within)).toBeGreaterThan(start)
        expect(Math.max(...within)).toBeLessThanOrEqual(start + 24 * HOUR_MS)
      }
    }
  })
})

test('values of another line come from the nearest point within reach', () => {
  const of = { positions: Float64Array.of(10, 20, 40), values: Float64Array.of(1, 2, 4) }
  expect([...valuesAt(Float64Array.of(0, 11, 24, 33, 41), of, 5)]).toEqual([NaN, 1, 2, NaN, 4])
  expect([...valuesAt(Float64Array.of(1), { positions: new Float64Array(0), values: new Float64Array(0) }, 5)]).toEqual([NaN])
})

test('units that makers spell differently are one; others are converted, or cannot be', () => {
  expect(unitConversion('m3', 'm³')).toEqual({ factor: 1, offset: 0 })
  expect(converted(373.5, unitConversion('kPa', 'MPa') ?? { factor: NaN, offset: 0 })).toBe(0.3735)
  expect(unitConversion('kPa (abs.)', 'kPa (gauge)')).toBeNull()
  expect(unitConversion('kPa', '°C')).toBeNull()
  expect(unitConversion(null, 'm³')).toBeNull()
  expect(unitConversion(null, null)).toEqual({ factor: 1, offset: 0 })
})
