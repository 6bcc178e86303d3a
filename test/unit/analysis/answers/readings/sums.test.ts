import { describe, expect, test } from 'vitest'
import { consumptionOf } from '../../../../../electron/analysis/answers/readings/sums.ts'
import { DAY_MS, HOUR_MS as HOUR } from '../../../../../electron/contract/time/units.ts'

const at = (time: string) => Date.parse(time)
const gas = { zone: 'Europe/Berlin', contractHour: 6 }
/** In Berlin 06:00 is 04:00 UTC until 25 October 2026, and 05:00 UTC from then on. */
const start = (day: string) => at(`${day}T${day < '2026-10-25' ? '04' : '05'}:00Z`)

/** An archive of one channel; `read` counts the records that were read. */
function archive(code: string, records: readonly (readonly [atMs: number, value: number])[]) {
  const within = ({ fromMs = -Infinity, toMs = Infinity, limit = -1 }) => {
    const found = records.filter(([atMs]) => atMs >= fromMs && atMs <= toMs).slice(0, limit < 0 ? undefined : limit)
    it.read += found.length
    return found
  }
  const rowOf = ([atMs, value]: readonly [number, number]) => ({ atMs, values: { P: 1, [code]: value } })
  const it = {
    read: 0,
    channels: () => ['P', code],
    count: () => records.length,
    rows: (_key: unknown, query = {}) => within(query).map(rowOf),
    latest: () => records.slice(-1).map(rowOf)[0],
    columns(_key: unknown, range = {}) {
      const found = within(range)
      const column = (of: (record: (typeof found)[number]) => number) => Float64Array.from(found, of)
      const values = [column(() => 1), column(([, value]) => value)]
      return { channels: ['P', code], timesMs: column(([atMs]) => atMs), values }
    },
  }
  return it
}
const every = (from: number, to: number, stepMs: number, value: (index: number) => number) =>
  Array.from({ length: Math.floor((to - from) / stepMs) }, (_, i) => [from + (i + 1) * stepMs, value(i)] as const)

function sums(
  records: readonly (readonly [number, number])[],
  archiveType: string,
  by: 'day' | 'month',
  range: { fromMs: number; toMs: number },
  code = 'gas_consume',
  nowMs = at('2027-01-01T00:00Z'),
) {
  const key = { equipmentId: 1, archiveType, view: 'unified' } as const
  return consumptionOf(archive(code, records), { key, channelVarname: code, range, by, gas, nowMs })
}

const october = { fromMs: start('2026-10-01'), toMs: start('2026-11-01') }
/** The days that end with a record of the daily archive: in Berlin at 09:00 in summer, at 08:00 in winter. */
const ownOctober = { fromMs: at('2026-10-01T07:00Z'), toMs: at('2026-11-01T08:00Z') }
const HOURS = every(start('2026-09-20'), start('2026-11-10'), HOUR, () => 1)
/** Closed at 07:00 UTC each morning, as meters in Moscow do, two hours after the contract hour here; the value is the day of the month that was closed. */
const DAYS = every(at('2026-09-10T07:00Z'), at('2026-11-10T07:00Z'), DAY_MS, (i) =>
  new Date(at('2026-09-10T12:00Z') + i * DAY_MS).getUTCDate(),
)

describe('an hourly archive', () => {
  test('31 gas days give 31 sums, 25 hours on the day of the clock change, and total the whole span', () => {
    const days = sums(HOURS, 'hourly', 'day', october)
    expect(days).toHaveLength(31)
    expect(days.filter(({ expected }) => expected !== 24)).toMatchObject([{ day: '2026-10-24', value: 25, expected: 25, part: false }])
    expect(days.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(31 * 24 + 1)
  })

  test('a part of a month is summed and marked as a part', () => {
    const range = { fromMs: start('2026-10-01'), toMs: start('2026-10-13') }
    expect(sums(HOURS, 'hourly', 'month', range)).toEqual([
      { ...range, day: '2026-10-01', part: true, value: 12 * 24, records: 12 * 24, expected: 12 * 24, lacking: 0 },
    ])
    expect(sums(HOURS, 'hourly', 'month', october)).toMatchObject([{ day: '2026-10-01', part: false, value: 31 * 24 + 1 }])
  })

  test('a counter counts from its last value before the range to the end of the range', () => {
    const counter = HOURS.map(([atMs], index) => [atMs, 1000 + index] as const)
    const range = { fromMs: start('2026-10-03'), toMs: start('2026-10-03') + 90 * 60_000 }
    expect(sums(counter, 'hourly', 'day', range, 'reading_value')).toMatchObject([{ value: 1, records: 1, part: true }])
  })

  test('a counter of unknown code is recognised by its values', () => {
    const counter = HOURS.map(([atMs], index) => [atMs, 1000 + index] as const)
    const day = { fromMs: start('2026-10-03'), toMs: start('2026-10-04') }
    expect(sums(counter, 'hourly', 'day', day, 'X17')).toMatchObject([{ value: 24 }])
  })

  test('a channel of unknown code is judged by a bounded number of records from all over a long archive', () => {
    const begin = start('2016-10-01')
    const question = {
      key: { equipmentId: 1, archiveType: 'hourly', view: 'unified' } as const,
      ...({ channelVarname: 'X17', by: 'day', gas, nowMs: at('2027-01-01T00:00Z') } as const),
      range: { fromMs: begin, toMs: begin + DAY_MS },
    }
    const read = (value: (index: number) => number) => {
      const long = archive('X17', every(begin, begin + 3650 * DAY_MS, HOUR, value))
      const [sum] = consumptionOf(long, question)
      return { sum: sum?.value, read: long.read }
    }
    const counter = read((index) => 1000 + index)
    // Nothing is used from May to October: half of the records, at the end of the archive too, stay as they are.
    const amounts = read((index) => (index % (365 * 24) < 180 * 24 ? 1 + (index % 7) : 0))
    expect([counter.sum, amounts.sum]).toEqual([23, 90])
    for (const { read: records } of [counter, amounts]) expect(records).toBeLessThan(2_200)
  })
})

describe('an archive whose records are days', () => {
  test('sums whole days of one record each', () => {
    const days = sums(DAYS, 'daily', 'day', ownOctober)
    expect(days).toHaveLength(31)
    for (const { day, value, records, expected, part } of days)
      expect([value, records, expected, part]).toEqual([Number(day.slice(8)), 1, 1, false])
  })

  test('a range that ends inside a day has the days whose record lies in it, and never a part of a day', () => {
    const range = { fromMs: at('2026-10-03T12:00Z'), toMs: at('2026-10-05T12:00Z') }
    // Neither the day that had begun before, nor the one that ends after.
    expect(sums(DAYS, 'daily', 'day', range)).toMatchObject([
      { day: '2026-10-03', value: 3, part: false },
      { day: '2026-10-04', value: 4, part: false },
    ])
  })

  test('a month counts its daily records and how many it should have', () => {
    const gap = DAYS.filter(([atMs]) => atMs < at('2026-10-06T00:00Z') || atMs > at('2026-10-08T00:00Z'))
    expect(sums(gap, 'daily', 'month', ownOctober)).toMatchObject([{ records: 29, expected: 31, part: false }])
    const part = { fromMs: at('2026-10-01T07:00Z'), toMs: at('2026-10-13T07:00Z') }
    expect(sums(DAYS, 'daily', 'month', part)).toMatchObject([{ value: 78, records: 12, expected: 12, part: true }])
  })

  test('a day without its record is listed with the record missing', () => {
    const without = DAYS.filter(([atMs]) => atMs !== at('2026-10-06T07:00Z'))
    const lacking = sums(without, 'daily', 'day', ownOctober).filter(({ records }) => records === 0)
    expect(lacking).toMatchObject([{ day: '2026-10-05', value: null, records: 0, expected: 1 }])
  })
})

describe('an archive whose records are months', () => {
  const MONTHS = [8, 9, 10, 11].map((month) => [Date.UTC(2026, month, 1, 7), month * 100] as const)

  test('sums whole months of one record each, and leaves out those that the range cuts', () => {
    expect(sums(MONTHS, 'monthly', 'month', { fromMs: start('2026-09-15'), toMs: start('2026-11-12') })).toMatchObject([
      { day: '2026-09-01', value: 900, records: 1, expected: 1, part: false },
      { day: '2026-10-01', value: 1000, records: 1, expected: 1, part: false },
    ])
  })

  test('has no days', () => {
    expect(sums(MONTHS, 'monthly', 'day', october)).toEqual([])
  })
})

test('of an archive without a fixed period the expected number of records is unknown', () => {
  expect(sums(HOURS, 'instant', 'day', october)[0]).toMatchObject({ records: 24, expected: null, lacking: 0 })
})

describe('a running period lacks only records of its days that are over', () => {
  const november = { fromMs: start('2026-11-01'), toMs: start('2026-12-01') }
  const noon = at('2026-11-05T12:00Z')
  const until = HOURS.filter(([atMs]) => atMs <= noon)
  const lacking = (records: typeof HOURS, by: 'day' | 'month', range = november) =>
    sums(records, 'hourly', by, range, 'gas_consume', noon).map((sum) => sum.lacking)

  test('a running month with all days so far lacks nothing, nor does the running day', () => {
    expect(lacking(until, 'month')).toEqual([0])
    expect(lacking(until, 'day')).toEqual(lacking([], 'day').map(() => 0))
  })

  test('hours missing on a past day are missing in the month, however many records today has', () => {
    const hole = until.filter(([atMs]) => atMs <= start('2026-11-03') || atMs > start('2026-11-03') + 5 * HOUR)
    expect(lacking(hole, 'month')).toEqual([5])
    expect(lacking(hole, 'day').slice(0, 6)).toEqual([0, 0, 5, 0, 0, 0])
    expect(lacking([], 'month')).toEqual([4 * 24])
  })

  test('the same holds for periods and a running day that the range cuts', () => {
    const part = { fromMs: start('2026-11-03'), toMs: start('2026-11-05') + 2 * HOUR }
    expect(lacking([], 'month', part)).toEqual([2 * 24])
    expect(lacking([], 'day', part)).toEqual([24, 24, 0])
  })

  test('records that cover a day or a month are due when that is over', () => {
    const of = (archiveType: string, by: 'day' | 'month', range: typeof november) =>
      sums([DAYS[0] ?? [0, 0]], archiveType, by, range, 'gas_consume', noon).map((sum) => sum.lacking)
    const own = { fromMs: at('2026-11-01T08:00Z'), toMs: at('2026-12-01T08:00Z') }
    expect(of('daily', 'month', own)).toEqual([4])
    expect(of('daily', 'day', own).slice(0, 6)).toEqual([1, 1, 1, 1, 0, 0])
    expect(of('monthly', 'month', { ...own, fromMs: at('2026-10-01T07:00Z') })).toEqual([1, 0])
  })
})
