import { describe, expect, test } from 'vitest'
import { gasPeriods, sumAccumulator, sumVolumes } from '../../../electron/analysis/sums.ts'
import { zoneClock } from '../../../electron/analysis/zone.ts'

const HOUR = 3_600_000
const at = (time: string) => Date.parse(time)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const periods = (from: string, to: string, by: 'day' | 'month', timeZone: string, contractHour: number) =>
  gasPeriods({ fromMs: at(from), toMs: at(to) }, by, { clock: zoneClock(timeZone), contractHour })

describe('gas days', () => {
  test('begin at the contract hour of the zone', () => {
    const days = periods('2026-10-31T07:00Z', '2026-11-03T07:00Z', 'day', 'Europe/Moscow', 10)
    expect(days.map(({ fromMs, toMs }) => [iso(fromMs), iso(toMs)])).toEqual([
      ['2026-10-31T07:00', '2026-11-01T07:00'],
      ['2026-11-01T07:00', '2026-11-02T07:00'],
      ['2026-11-02T07:00', '2026-11-03T07:00'],
    ])
  })

  test('are cut where the range ends, and say so', () => {
    const days = periods('2026-11-01T00:00Z', '2026-11-03T00:00Z', 'day', 'Europe/Moscow', 10)
    expect(days.map(({ fromMs, toMs, day, part }) => [iso(fromMs), iso(toMs), day, part])).toEqual([
      ['2026-11-01T00:00', '2026-11-01T07:00', '2026-10-31', true],
      ['2026-11-01T07:00', '2026-11-02T07:00', '2026-11-01', false],
      ['2026-11-02T07:00', '2026-11-03T00:00', '2026-11-02', true],
    ])
  })

  test('31 days from contract hour to contract hour are 31, also where the clocks change meanwhile', () => {
    const days = periods('2026-10-01T08:00Z', '2026-11-01T09:00Z', 'day', 'Europe/Berlin', 10)
    expect(days).toHaveLength(31)
    expect(days.filter(({ part }) => part)).toEqual([])
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-01', '2026-10-31'])
  })

  test('a range that begins at the contract hour begins with that day', () => {
    expect(periods('2026-11-01T07:00Z', '2026-11-02T07:00Z', 'day', 'Europe/Moscow', 10)).toHaveLength(1)
  })

  test.each([
    ['Europe/Berlin', '2026-03-27T00:00Z', '2026-03-31T00:00Z', 23, '2026-03-28'],
    ['Europe/Berlin', '2026-10-23T00:00Z', '2026-10-28T00:00Z', 25, '2026-10-24'],
    ['America/Sao_Paulo', '2018-11-02T00:00Z', '2018-11-06T00:00Z', 23, '2018-11-03'],
    ['Africa/Cairo', '2026-04-22T00:00Z', '2026-04-26T00:00Z', 23, '2026-04-23'],
  ])('in %s the gas day around the change of the clocks is not 24 hours long', (zone, from, to, hours, day) => {
    const clock = zoneClock(zone)
    const days = periods(from, to, 'day', zone, 10).filter(({ part }) => !part)
    for (const { fromMs, toMs } of days) {
      expect(clock.wall(fromMs).slice(11)).toBe('10:00:00')
      expect((toMs - fromMs) / HOUR).toBe(clock.wall(fromMs).slice(0, 10) === day ? hours : 24)
    }
    expect(days.some(({ fromMs }) => clock.wall(fromMs).startsWith(day))).toBe(true)
    days.slice(1).forEach((next, index) => expect(next.fromMs).toBe(days[index]?.toMs))
  })

  test('with contract hour 0 they are calendar days, also where midnight does not exist', () => {
    // In Cairo the clocks go from 00:00 to 01:00.
    const clock = zoneClock('Africa/Cairo')
    const days = periods('2026-04-21T22:00Z', '2026-04-26T21:00Z', 'day', 'Africa/Cairo', 0)
    expect(days.map(({ fromMs }) => clock.wall(fromMs))).toEqual([
      '2026-04-22 00:00:00',
      '2026-04-23 00:00:00',
      '2026-04-24 01:00:00',
      '2026-04-25 00:00:00',
      '2026-04-26 00:00:00',
    ])
    const saoPaulo = zoneClock('America/Sao_Paulo')
    expect(saoPaulo.wall(saoPaulo.dayStartMs('2018-11-04'))).toBe('2018-11-04 01:00:00')
    // There the clocks went back from midnight: the day begins the second time.
    expect(iso(saoPaulo.dayStartMs('2018-02-18'))).toBe('2018-02-18T03:00')
  })

  test('a range in the hour that the clocks skip or repeat is inside the first period', () => {
    for (let minute = 0; minute < 48 * 60; minute += 20) {
      const fromMs = at('2026-03-28T00:00Z') + minute * 60_000
      const [first] = gasPeriods({ fromMs, toMs: fromMs + 1 }, 'day', { clock: zoneClock('Europe/Berlin'), contractHour: 2 }) // prettier-ignore
      expect(first?.fromMs).toBeLessThanOrEqual(fromMs)
      expect(first?.toMs).toBeGreaterThan(fromMs)
    }
  })

  test('months begin at the contract hour of their first day', () => {
    const months = periods('2026-01-01T03:00Z', '2026-03-15T00:00Z', 'month', 'Europe/Moscow', 10)
    expect(months.map(({ fromMs, day, part }) => [iso(fromMs), day, part])).toEqual([
      ['2026-01-01T03:00', '2025-12-01', true],
      ['2026-01-01T07:00', '2026-01-01', false],
      ['2026-02-01T07:00', '2026-02-01', false],
      ['2026-03-01T07:00', '2026-03-01', true],
    ])
  })
})

const day = { fromMs: 0, toMs: 4 * HOUR }
const next = { fromMs: 4 * HOUR, toMs: 8 * HOUR }
const times = Float64Array.of(0, 1, 2, 3, 4, 5, 6).map((hour) => hour * HOUR)

describe('volumes', () => {
  test('a record belongs to the period whose end it is stamped with', () => {
    const sums = sumVolumes(times, Float64Array.of(100, 1, 2, 3, 4, 5, 6), [day, next])
    expect(sums.map(({ value, records }) => [value, records])).toEqual([
      [10, 4],
      [11, 2],
    ])
  })

  test('gaps count nothing, and a period without a number has no sum', () => {
    const sums = sumVolumes(times, Float64Array.of(NaN, 1, NaN, NaN, NaN, NaN, NaN), [day, next])
    expect(sums.map(({ value, records }) => [value, records])).toEqual([
      [1, 1],
      [null, 0],
    ])
  })
})

describe('accumulators', () => {
  test('a period counts from the last value before it, over gaps', () => {
    const sums = sumAccumulator(times, Float64Array.of(10, NaN, 13, NaN, NaN, 18, 20), [day, next])
    expect(sums.map(({ value }) => value)).toEqual([3, 7])
  })

  test('the first period has nothing before it and counts from its first value', () => {
    expect(sumAccumulator(times, Float64Array.of(NaN, 10, 13, 13, 15, NaN, NaN), [day])[0]?.value).toBe(5)
  })

  test('a meter exchange (the counter begins anew) adds nothing of its own', () => {
    const sums = sumAccumulator(times, Float64Array.of(5000, 5001, 5003, 0, 2, 3, 4), [day, next])
    expect(sums.map(({ value }) => value)).toEqual([5, 2])
  })
})
