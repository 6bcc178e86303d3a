import { describe, expect, test } from 'vitest'
import {
  archiveSpan,
  closingHour,
  gasDayAt,
  gasDaysOf,
  gasDaySpan,
  gasPeriods,
  recordsOf,
} from '../../../../electron/contract/time/gas-day.ts'
import { DAY_MS } from '../../../../electron/contract/time/units.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
const moscow = { zone: 'Europe/Moscow', contractHour: 10 }

test('a gas day begins at the contract hour of its day', () => {
  const october = gasDaySpan('2026-10-01', '2026-10-31', berlin)
  expect(october).toEqual({ fromMs: at('2026-10-01T04:00Z'), toMs: at('2026-11-01T05:00Z') })
  expect(gasDaysOf(october, berlin)).toEqual(['2026-10-01', '2026-10-31'])
  expect(gasDayAt(at('2026-10-25T04:59:59Z'), berlin)).toBe('2026-10-24')
  expect(gasDayAt(at('2026-10-25T05:00:00Z'), berlin)).toBe('2026-10-25')
})

test('a span has the records after its beginning up to and with its end: 31 of a daily archive in 31 days', () => {
  const { fromMs, toMs } = recordsOf(gasDaySpan('2026-10-01', '2026-10-31', moscow))
  const stamps = Array.from({ length: 90 }, (_, i) => at('2026-09-01T07:00Z') + i * DAY_MS)
  expect(stamps.filter((ms) => ms >= fromMs && ms <= toMs)).toHaveLength(31)
})

test('all of an archive is whole gas days, none of which it has no record of', () => {
  const span = archiveSpan(at('2026-08-20T04:00Z'), at('2026-11-20T05:00Z'), berlin)
  expect(gasDaysOf(span, berlin)).toEqual(['2026-08-19', '2026-11-19'])
})

describe('periods', () => {
  const periods = (from: string, to: string, by: 'day' | 'month', gas = moscow) => gasPeriods({ fromMs: at(from), toMs: at(to) }, by, gas)

  test('are cut where the range ends, and say so', () => {
    const days = periods('2026-11-01T00:00Z', '2026-11-03T00:00Z', 'day')
    expect(days.map(({ fromMs, toMs, day, part }) => [iso(fromMs), iso(toMs), day, part])).toEqual([
      ['2026-11-01T00:00', '2026-11-01T07:00', '2026-10-31', true],
      ['2026-11-01T07:00', '2026-11-02T07:00', '2026-11-01', false],
      ['2026-11-02T07:00', '2026-11-03T00:00', '2026-11-02', true],
    ])
  })

  test('are whole days from contract hour to contract hour, also where the clocks change meanwhile', () => {
    const days = periods('2026-10-01T08:00Z', '2026-11-01T09:00Z', 'day', { ...berlin, contractHour: 10 })
    expect(days).toHaveLength(31)
    expect(days.filter(({ part }) => part)).toEqual([])
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-01', '2026-10-31'])
  })

  test('with contract hour 0 they are calendar days, also where midnight does not exist', () => {
    // In Cairo the clocks go from 00:00 to 01:00.
    const days = periods('2026-04-22T22:00Z', '2026-04-25T21:00Z', 'day', { zone: 'Africa/Cairo', contractHour: 0 })
    expect(days.map(({ fromMs, part }) => [iso(fromMs), part])).toEqual([
      ['2026-04-22T22:00', false],
      ['2026-04-23T22:00', false],
      ['2026-04-24T21:00', false],
    ])
  })

  test('a day that the zone skipped is none', () => {
    const apia = { zone: 'Pacific/Apia', contractHour: 0 }
    const span = gasDaySpan('2011-12-29', '2011-12-31', apia)
    expect(gasPeriods(span, 'day', apia).map(({ day }) => day)).toEqual(['2011-12-29', '2011-12-31'])
  })

  test('months begin at the contract hour of their first day', () => {
    const months = periods('2026-01-01T03:00Z', '2026-03-15T00:00Z', 'month')
    expect(months.map(({ fromMs, day, part }) => [iso(fromMs), day, part])).toEqual([
      ['2026-01-01T03:00', '2025-12-01', true],
      ['2026-01-01T07:00', '2026-01-01', false],
      ['2026-02-01T07:00', '2026-02-01', false],
      ['2026-03-01T07:00', '2026-03-01', true],
    ])
  })

  test('a range without time has none', () => {
    expect(periods('2026-11-01T09:00Z', '2026-11-01T09:00Z', 'day')).toEqual([])
  })
})

describe('the hour at which an archive closes its days', () => {
  const closing = (first: string, days: number, zone: string) =>
    closingHour(
      Float64Array.from({ length: days }, (_, i) => at(first) + i * DAY_MS),
      zone,
    )

  test('is that of its records', () => {
    expect(closing('2026-01-01T07:00Z', 300, 'Europe/Moscow')).toBe(10)
    expect(closing('2026-01-01T07:00Z', 300, 'Asia/Yekaterinburg')).toBe(12)
  })
  test('is midnight for meters that close a second before', () => {
    expect(closing('2026-01-01T20:59:59Z', 300, 'Europe/Moscow')).toBe(0)
  })
  test('is the later one where summer time makes two of one', () => {
    for (const days of [300, 120]) expect(closing('2026-01-01T07:00Z', days, 'Europe/Berlin')).toBe(9)
  })
  test('is not known without records', () => {
    expect(closingHour(new Float64Array(0), 'UTC')).toBeNull()
  })
})
