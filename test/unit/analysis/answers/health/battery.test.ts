import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batteryTrend, forecastOf } from '../../../../../electron/analysis/answers/health/battery.ts'
import { dailyMedians } from '../../../../../electron/analysis/answers/health/daily-medians.ts'
import { rhythmHoursOf } from '../../../../../electron/analysis/station/facts/rhythm.ts'
import { kthOf, medianOf } from '../../../../../electron/analysis/kernel/statistics/select.ts'
import { theilSen } from '../../../../../electron/analysis/kernel/statistics/theil-sen.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'

const FROM = Date.UTC(2026, 0, 1)
/** One session a day at noon. */
const days = (count: number, level: (day: number) => number) => ({
  atMs: Float64Array.from({ length: count }, (_, day) => FROM + day * DAY_MS + 12 * HOUR_MS),
  levels: Float64Array.from({ length: count }, (_, day) => level(day)),
})
const trendOf = ({ atMs, levels }: ReturnType<typeof days>) => batteryTrend(atMs, levels)

test('the k-th smallest is that of the sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), fc.nat(), (values, at) => {
      const k = at % values.length
      // Zero and minus zero are one number, though a typed array sorts them apart: the sum with zero is zero for both.
      expect(kthOf(Float64Array.from(values), k) + 0).toBe((Float64Array.from(values).sort()[k] as number) + 0)
    }),
  )
  expect(medianOf([3, Number.NaN, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 2, 3])).toBe(2.5)
  expect(medianOf([])).toBeNaN()
})

describe('Theil–Sen', () => {
  test('by hand: the median of ten slopes, and a wild value does not move it', () => {
    // Pairs of (0,1) (1,2) (2,9) (3,4) (4,5): 1 4 1 1 7 1 1 -5 -2 1, sorted -5 -2 1 1 1 1 1 1 4 7.
    const found = theilSen(Float64Array.of(0, 1, 2, 3, 4), Float64Array.of(1, 2, 9, 4, 5))
    expect(found).toMatchObject({ slope: 1, intercept: 1, low: -5, high: 7 })
  })

  test('exact up to 400 points, by sampled pairs beyond, and the interval holds the slope', () => {
    for (const points of [60, 400, 900]) {
      const at = Float64Array.from({ length: points }, (_, x) => x)
      const found = theilSen(
        at,
        at.map((x) => 50 - 0.1 * x + Math.sin(x * 12.9898) * 0.5),
      )
      expect(found?.slope).toBeCloseTo(-0.1, 2)
      expect(found?.low).toBeLessThanOrEqual(found?.slope as number)
      expect(found?.high).toBeGreaterThanOrEqual(found?.slope as number)
      expect(found?.high).toBeLessThan(0)
    }
    expect(theilSen(Float64Array.of(1), Float64Array.of(1))).toBeNull()
  })
})

test('a day with many sessions weighs as much as a quiet one, and one without a number is no day', () => {
  const atMs = Float64Array.of(0, 1, 2, DAY_MS, 2 * DAY_MS)
  expect(dailyMedians(atMs, Float64Array.of(1, 9, 2, 5, Number.NaN))).toEqual({
    days: Float64Array.of(0, 1),
    values: Float64Array.of(2, 5),
  })
})

describe('a battery', () => {
  const falling = days(200, (day) => 80 - 0.2 * day + ((day * 7) % 5) * 0.1)

  test('falls, and ends where such batteries were replaced, within a span', () => {
    const trend = trendOf(falling)
    expect(trend.slope?.aDay).toBeCloseTo(-0.2, 2)
    const forecast = forecastOf(trend, [20, 22, 18])
    // 40 or so is left at the end, 20 above where they end: about 100 days.
    const left = ((forecast.endsAtMs as number) - (trend.lastMs as number)) / DAY_MS
    expect(left).toBeGreaterThan(90)
    expect(left).toBeLessThan(110)
    expect(forecast.earliestMs as number).toBeLessThan(forecast.endsAtMs as number)
    expect(forecast.latestMs as number).toBeGreaterThan(forecast.endsAtMs as number)
    expect(forecast.noForecast).toBeNull()
  })

  test('has an end that stays where it is while nothing new is heard: it is counted from the levels, not from the last day', () => {
    // 40.2 on the last day, falling by 0.2 a day; such batteries were replaced at 45: it came there 24 days ago.
    const trend = trendOf(falling)
    const forecast = forecastOf(trend, [45, 45, 45])
    expect(forecast).toMatchObject({ noForecast: 'ended', endLevel: 45, earliestMs: null, latestMs: null })
    const ago = ((trend.lastMs as number) - (forecast.endsAtMs as number)) / DAY_MS
    expect(ago).toBeGreaterThan(20)
    expect(ago).toBeLessThan(28)
    const earlier = forecastOf(trendOf(days(190, (day) => 80 - 0.2 * day + ((day * 7) % 5) * 0.1)), [45, 45, 45])
    expect(Math.abs((earlier.endsAtMs as number) - (forecast.endsAtMs as number))).toBeLessThan(2 * DAY_MS)
  })

  test('is ended below the level at which such batteries were replaced, also where it falls no more or was watched for days alone', () => {
    const flat = forecastOf(trendOf(days(200, () => 2)), [43, 51])
    expect(flat).toMatchObject({ noForecast: 'ended', endsAtMs: null, endLevel: 47 })
    expect(forecastOf(trendOf(days(20, () => 2)), [43]).noForecast).toBe('ended')
    expect(forecastOf(trendOf(days(200, () => 60)), [43]).noForecast).toBe('no_slope')
  })

  test('of which some months fell faster than others has a span that holds both paces', () => {
    // A year of 0.1 a day, but for two winter months of 0.35.
    const winter = (day: number) => 80 - 0.1 * day - 0.25 * Math.min(60, Math.max(0, day - 60))
    const trend = trendOf(days(300, winter))
    const forecast = forecastOf(trend, [27.5, 27.6, 27.4])
    const left = (atMs: number | null) => ((atMs as number) - (trend.lastMs as number)) / DAY_MS
    // At 35.1 now: 21 days at the winter's pace, 75 at the others'.
    expect(left(forecast.endsAtMs)).toBeGreaterThan(40)
    expect(left(forecast.earliestMs)).toBeLessThan(26)
    expect(left(forecast.latestMs)).toBeGreaterThan(70)
  })

  test('that stood still for months has no latest end', () => {
    const trend = trendOf(days(300, (day) => 80 - 0.2 * Math.min(day, 100) - 0.2 * Math.max(0, day - 220)))
    expect(forecastOf(trend, [40, 40, 40])).toMatchObject({ noForecast: null, latestMs: null })
  })

  test('of one replacement alone ends within a tenth of its level', () => {
    const trend = trendOf(days(200, (day) => 80 - 0.2 * day))
    const [one, many] = [forecastOf(trend, [20]), forecastOf(trend, [20, 20, 20])]
    expect(one.endsAtMs).toBe(many.endsAtMs)
    expect(many.latestMs as number).toBeLessThan((one.latestMs as number) - 9 * DAY_MS)
  })

  test('has no forecast where nothing carries one', () => {
    expect(forecastOf(trendOf(days(200, () => Number.NaN)), [20]).noForecast).toBe('none_sent')
    expect(forecastOf(trendOf(days(59, (day) => 80 - day)), [20]).noForecast).toBe('too_few')
    expect(forecastOf(trendOf(days(200, () => 36)), [20]).noForecast).toBe('no_slope')
    expect(forecastOf(trendOf(days(200, (day) => 36 + Math.sin(day * 12.9898))), [20]).noForecast).toBe('no_slope')
    expect(forecastOf(trendOf(falling), []).noForecast).toBe('no_end')
    expect(forecastOf(trendOf(days(200, (day) => 1000 - 0.01 * day)), [20]).noForecast).toBe('uncertain')
  })

  test('is replaced at a step up; the level before it is where it ended; cold days that pass are none', () => {
    const replaced = trendOf(days(200, (day) => (day < 120 ? 60 - 0.3 * day : 96 - 0.1 * (day - 120))))
    expect(replaced.replacedAtMs).toBe(FROM + 120 * DAY_MS)
    expect(replaced.endLevels).toEqual([60 - 0.3 * 116])
    expect(replaced.slope?.aDay).toBeCloseTo(-0.1, 3)
    const cold = trendOf(days(200, (day) => 80 - 12 * Math.max(0, 1 - Math.abs(day - 100) / 40)))
    expect(cold.replacedAtMs).toBeNull()
  })
})

test('the rhythm is the median distance of the last 60 days; what is taken up again is the same session', () => {
  const atMs = Float64Array.from({ length: 40 }, (_, at) => Math.floor(at / 2) * 6 * HOUR_MS + (at % 2) * 60_000)
  expect(rhythmHoursOf(atMs)).toBeCloseTo(6, 1)
  expect(rhythmHoursOf(atMs.subarray(0, 8))).toBeNull()
  const slower = Float64Array.from({ length: 40 }, (_, at) => (at < 20 ? at * HOUR_MS : (at - 19) * 4 * DAY_MS))
  expect(rhythmHoursOf(slower)).toBe(96)
})
