import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule as unusualDay } from '../../../../electron/analysis/rules/unusual-day.ts'
import { rule as unusualHour } from '../../../../electron/analysis/rules/unusual-hour.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, someUse } from '../../../support/gas-use.ts'
import { DAY, events, MONDAY, without } from '../../../support/station-data.ts'

const thresholds = usualThresholds()
const ofHours = (data: StationData, window = EVER) => unusualHour.judge(data, thresholds.unusual_hour, window)
const ofDays = (data: StationData, window = EVER) => unusualDay.judge(data, thresholds.unusual_day, window)
const times = (from: number, to: number, factor: number) => (hours: number[]) => {
  for (let hour = from; hour < to; hour++) hours[hour] = Number(((hours[hour] ?? 0) * factor).toFixed(2))
}
/** A station that rests on Saturday and Sunday; the tests begin on a Monday at 10:00. */
const resting = (seed: number) => {
  const use = someUse(seed)
  return (hour: number) => ((hour + 10) % 168 >= 120 ? 0.3 : 1) * use(hour)
}
const seasonal = (seed: number) => {
  const use = someUse(seed)
  return (hour: number) => (1 + 0.7 * Math.cos((2 * Math.PI * hour) / (24 * 365))) * use(hour)
}

describe('an unusual hour', () => {
  test.each([
    [3, 1, 'high'],
    [3, 4, 'high'],
    [0.2, 3, 'low'],
  ] as const)('%f times the usual for %i h is found', (factor, length, detail) => {
    const { data, at } = gasUse({ change: times(900, 900 + length, factor) })
    const { found } = ofHours(data)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ flag: 3, detail, fromMs: at(900), toMs: at(900 + length), unit: 'iqr' })
    expect(found[0]?.evidence.numbers['hours']).toBe(length)
  })

  test('weekends, seasons, a new level and days that stop are none', () => {
    for (const seed of [1, 2, 3]) {
      expect(ofHours(gasUse({ seed, days: 100 }).data).found).toEqual([])
      expect(ofHours(gasUse({ use: resting(seed), days: 100 }).data).found).toEqual([])
      expect(ofHours(gasUse({ use: seasonal(seed), days: 200 }).data).found).toEqual([])
      expect(ofHours(gasUse({ seed, change: times(700, 1440, 3) }).data).found).toEqual([])
      expect(ofHours(gasUse({ seed, change: (hours) => hours.fill(0, 700, 760) }).data).found).toEqual([])
    }
  })

  test('the hours in which a works rests and wakes are those of its other weeks; an hour unlike them is found', () => {
    const use = someUse(5)
    // It cools down on Saturday and warms up on Monday, for three hours each.
    const share = (ofWeek: number) => {
      if (ofWeek < 3) return 0.35 + (0.65 * (ofWeek + 1)) / 4
      return ofWeek < 120 ? 1 : ofWeek < 123 ? 1 - (0.65 * (ofWeek - 119)) / 4 : 0.35
    }
    const works = (hour: number) => share((hour + 10) % 168) * use(hour)
    expect(ofHours(gasUse({ use: works, days: 100 }).data).found).toEqual([])
    // Monday, 2:00 to 5:00.
    const monday = 168 * 8 - 8
    const { data, at } = gasUse({ use: works, days: 100, change: times(monday, monday + 3, 3.5) })
    expect(ofHours(data).found).toMatchObject([{ fromMs: at(monday), toMs: at(monday + 3), detail: 'high' }])
  })

  test('an oven that is lit once in four weeks on the same weekday is none', () => {
    const oven = (hours: number[]) => [900, 900 - 672].forEach((hour) => times(hour, hour + 2, 3)(hours))
    expect(ofHours(gasUse({ days: 80, change: oven }).data).found).toEqual([])
  })

  test('the hour of the day is that of the wall clock, before and after clocks change', () => {
    const use = gasUse({ days: 120, use: (hour) => 20 + (hour % 5) })
    const berlin = { zone: 'Europe/Berlin', contractHour: 8 }
    // People rise at six by the clock, whatever UTC says.
    const local = (hour: number) =>
      new Date(use.at(hour) + (use.at(hour) >= Date.parse('2026-03-29T01:00Z') ? 2 : 1) * 3_600_000).getUTCHours()
    const rises = gasUse({ days: 120, use: (hour) => (local(hour) === 6 ? 90 : 20) + (hour % 5) })
    expect(ofHours({ ...rises.data, gas: berlin }).found).toEqual([])
  })

  test('beside a gap, an exchange or a clock that was set it is none', () => {
    const { data, hourly, at } = gasUse({ change: times(900, 901, 4) })
    expect(ofHours({ ...data, archives: [without(hourly, (end) => end === at(900))] }).found).toEqual([])
    const changes = events([{ atMs: at(900), meaning: { role: 'clockSet' } }])
    expect(ofHours({ ...data, events: { changes } }).found).toEqual([])
  })

  test('ten days of history come first, and twelve hours after', () => {
    expect(ofHours(gasUse({ days: 9 }).data).notEvaluated).toMatchObject([{ why: 'too_few' }])
    expect(ofHours(gasUse({ change: times(24 * 60 - 3, 24 * 60, 5) }).data).found).toEqual([])
  })

  test('judged window by window it finds what it finds at once, also from the readings within its reach alone', () => {
    const { reach } = unusualHour
    if (reach === 'all') throw new Error('it reaches some days')
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 250, max: 24 * 110 }), { maxLength: 8 }),
        fc.integer({ min: 5, max: 40 }),
        (hours, length) => {
          const { data, hourly } = gasUse({
            days: 120,
            use: resting(7),
            change: (m3) => {
              for (const hour of hours) times(hour, hour + 2, 4)(m3)
            },
          })
          const all = ofHours(data).found
          const found = new Map<number, (typeof all)[number]>()
          for (let day = -1; day <= 120; day += length) {
            const window = { fromMs: MONDAY + day * DAY, toMs: MONDAY + (day + length) * DAY }
            const part = without(hourly, (end) => end < window.fromMs - reach.beforeDays * DAY || end > window.toMs + reach.afterDays * DAY)
            for (const one of ofHours({ ...data, archives: [part] }, window).found) found.set(one.fromMs, one)
          }
          const ofWindows = [...found.values()].sort((a, b) => a.fromMs - b.fromMs)
          expect(ofWindows.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual(all.map(({ fromMs, toMs }) => [fromMs, toMs]))
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('an unusual day', () => {
  test.each([
    [3, 'high'],
    [0.3, 'low'],
  ] as const)('of %f times the usual is found', (factor, detail) => {
    const { data, at } = gasUse({ change: times(24 * 30, 24 * 31, factor) })
    const { found } = ofDays(data)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ flag: 3, detail, archiveType: 'daily', fromMs: at(24 * 30), toMs: at(24 * 31), unit: 'times' })
    expect(found[0]?.measure).toBeCloseTo(factor, 0)
  })

  test('weekends, seasons and a new level are none; on a day of rest it is held against days of rest', () => {
    for (const seed of [1, 2, 3]) {
      expect(ofDays(gasUse({ use: resting(seed), days: 100 }).data).found).toEqual([])
      expect(ofDays(gasUse({ use: seasonal(seed), days: 200 }).data).found).toEqual([])
      expect(ofDays(gasUse({ seed, change: times(24 * 30, 1440, 4) }).data).found).toEqual([])
    }
    const { data, at } = gasUse({ use: resting(1), days: 100, change: times(24 * 47, 24 * 48, 3) })
    expect(ofDays(data).found).toMatchObject([{ fromMs: at(24 * 47), detail: 'high' }])
  })

  test('missing hours, a stop and an exchange say it already', () => {
    const low = gasUse({ change: times(24 * 30, 24 * 31, 0.3) })
    const { hourly, daily, data, at } = low
    expect(ofDays({ ...data, archives: [without(hourly, (end) => end === at(24 * 30 + 5)), daily] }).found).toEqual([])
    const changes = events([{ atMs: at(24 * 30 + 5), meaning: { role: 'meterExchanged' } }])
    expect(ofDays({ ...data, events: { changes } }).found).toEqual([])
    expect(ofDays(gasUse({ change: (hours) => hours.fill(0, 24 * 30 + 2, 24 * 31 - 2) }).data).found).toEqual([])
  })

  test('a clock that is set by seconds explains no day of less than a third', () => {
    const { data, at } = gasUse({ change: times(24 * 30, 24 * 31, 0.3) })
    const changes = events([{ atMs: at(24 * 30 + 5), meaning: { role: 'clockSet' } }])
    expect(ofDays({ ...data, events: { changes } }).found).toMatchObject([{ fromMs: at(24 * 30), detail: 'low' }])
  })

  test('where it does so on another day within four weeks it is none', () => {
    const twice = (hours: number[]) => [30, 44].forEach((day) => times(24 * day, 24 * (day + 1), 0.3)(hours))
    expect(ofDays(gasUse({ change: twice }).data).found).toEqual([])
  })

  test('without a daily archive whole days of hours serve', () => {
    const { hourly, data, at } = gasUse({ change: times(24 * 30, 24 * 31, 3) })
    expect(ofDays({ ...data, archives: [hourly] }).found).toMatchObject([{ archiveType: 'hourly', fromMs: at(24 * 30) }])
  })
})

test('amounts in a unit that nobody knows are that, and no volume is none: hours and days say the same', () => {
  const { hourly, daily, data } = gasUse()
  const inFeet = [hourly, daily].map((one) => ({
    ...one,
    channels: one.channels.map((each) => ({ ...each, unit: 'furlong³', toBase: null })),
  }))
  const pressure = [hourly, daily].map((one) => ({
    ...one,
    channels: one.channels.map((each) => ({ ...each, meaning: { quantity: 'pressure' as const, basis: null } })),
  }))
  for (const [archives, why] of [
    [inFeet, 'unknown_unit'],
    [pressure, 'no_volume'],
  ] as const)
    for (const judge of [ofHours, ofDays]) expect(judge({ ...data, archives }).notEvaluated).toMatchObject([{ why }])
})
