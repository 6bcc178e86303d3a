import { describe, expect, test } from 'vitest'
import { gasPeriods } from '../../../electron/analysis/sums.ts'
import { zoneClock } from '../../../electron/analysis/zone.ts'
import { closingHour } from '../../../electron/contract/archives.ts'
import { addDays, spanDays } from '../../../electron/contract/days.ts'
import {
  archiveSpan,
  gasDayAt,
  gasDaysOf,
  gasDaySpan,
  presetSpan,
  recordsOf,
} from '../../../renderer/charts/gas-days.ts'
import { offsetAt } from '../../../renderer/charts/zone.ts'
import { spanBack } from '../../../renderer/components/spans.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (iso: string) => Date.parse(iso)
const berlin = { zone: 'Europe/Berlin', contractHour: 6 }
const all = { fromMs: 0, toMs: at('2026-11-20T15:00Z') }

test('days are those of the contract hour: from that of the first to that after the last', () => {
  expect(gasDaySpan('2026-10-01', '2026-10-31', berlin)).toEqual({
    fromMs: at('2026-10-01T04:00Z'),
    toMs: at('2026-11-01T05:00Z'),
  })
  expect(gasDaysOf(gasDaySpan('2026-10-01', '2026-10-31', berlin), berlin)).toEqual(['2026-10-01', '2026-10-31'])
  expect(gasDayAt(at('2026-10-25T04:59:59Z'), berlin)).toBe('2026-10-24')
  expect(gasDayAt(at('2026-10-25T05:00:00Z'), berlin)).toBe('2026-10-25')
})

test('a span has the records after its beginning up to and with its end: 31 of a daily archive in 31 days', () => {
  const days = gasDaySpan('2026-10-01', '2026-10-31', { zone: 'Europe/Moscow', contractHour: 10 })
  const { fromMs, toMs } = recordsOf(days)
  const stamps = Array.from({ length: 90 }, (_, i) => at('2026-09-01T07:00Z') + i * DAY)
  expect(stamps.filter((ms) => ms >= fromMs && ms <= toMs)).toHaveLength(31)
})

describe('presets', () => {
  test.each([
    ['day', 1],
    ['week', 7],
    ['month', 31],
    ['year', 366],
  ] as const)('%s is %i gas days, as in the other pickers of spans', (preset, days) => {
    const span = presetSpan(preset, all.toMs, all, berlin)
    const [from, to] = gasDaysOf(span, berlin)
    expect([from, to]).toEqual(['2026-11-20', '2026-11-20'].with(0, spanBack(preset, to).from))
    expect(spanDays({ from, to })).toBe(days)
    expect(gasPeriods(span, 'day', { clock: zoneClock(berlin.zone), contractHour: 6 })).toHaveLength(days)
  })

  test('all is what there is, and a view that ends at a contract hour has no day begun after it', () => {
    expect(presetSpan('all', all.toMs, all, berlin)).toBe(all)
    expect(gasDaysOf(presetSpan('week', at('2026-11-20T05:00Z'), all, berlin), berlin)[1]).toBe('2026-11-19')
  })
})

test('all of an archive is whole gas days, none of which it has no record of', () => {
  const span = archiveSpan(at('2026-08-20T04:00Z'), at('2026-11-20T05:00Z'), berlin)
  expect(gasDaysOf(span, berlin)).toEqual(['2026-08-19', '2026-11-19'])
})

test.each(['Europe/Berlin', 'America/Sao_Paulo', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
  'the window and the sums begin each gas day of %s at the same moment, at every contract hour',
  (zone) => {
    const clock = zoneClock(zone)
    for (const contractHour of [0, 1, 2, 3, 6, 10, 23]) {
      for (let day = '2018-01-01'; day < '2018-12-31'; day = addDays(day, 1)) {
        const { fromMs } = gasDaySpan(day, day, { zone, contractHour })
        expect([day, contractHour, fromMs]).toEqual([day, contractHour, clock.hourOfDayMs(day, contractHour)])
      }
    }
  },
)

describe('the hour at which an archive closes its days', () => {
  const closing = (first: string, days: number, zone: string) =>
    closingHour(
      Float64Array.from({ length: days }, (_, i) => at(first) + i * DAY),
      (ms) => offsetAt(ms, zone),
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
    expect(closingHour(new Float64Array(0), () => 0)).toBeNull()
  })
})
