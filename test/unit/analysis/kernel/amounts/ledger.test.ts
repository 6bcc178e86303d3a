import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { betweenOf } from '../../../../../electron/analysis/kernel/amounts/between.ts'
import { joined } from '../../../../../electron/analysis/kernel/amounts/joined.ts'
import { fillsOf } from '../../../../../electron/analysis/kernel/amounts/fills.ts'
import { hoursOf } from '../../../../../electron/analysis/kernel/amounts/hours.ts'
import { ledgerOf, sharedHours } from '../../../../../electron/analysis/kernel/amounts/ledger.ts'
import type { ConsumptionSource } from '../../../../../electron/analysis/kernel/amounts/source.ts'
import { stepsOf, yearsBefore } from '../../../../../electron/analysis/kernel/amounts/steps.ts'
import { summing } from '../../../../../electron/analysis/kernel/amounts/sum.ts'
import { hoursIn, hoursTold } from '../../../../../electron/contract/known-hours.ts'
import { gasDaySpan, gasPeriods } from '../../../../../electron/contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../electron/contract/time/units.ts'
import { numRuns } from '../../../book/fixtures.ts'

const UTC = { zone: 'UTC', contractHour: 10 }
const BERLIN = { zone: 'Europe/Berlin', contractHour: 6 }
const NONE: ConsumptionSource = {
  unit: 'standard_m3',
  channel: 'Vpriv',
  hourly: null,
  daily: null,
  monthly: null,
  breaksMs: [],
  abnormal: [],
  substitute: [],
}

/** Hours from a moment on; `amount` NaN: no record of that hour at all. The counter goes on all the time. */
function hours(fromMs: number, list: readonly number[], lost: ReadonlySet<number> = new Set(), counter = true) {
  const counts = list.reduce<number[]>((sums, amount, at) => [...sums, (sums[at - 1] ?? 1000) + amount], [])
  const kept = list.flatMap((_, at) => (lost.has(at) ? [] : [at]))
  return {
    minute: 0,
    between: null,
    countsAlone: false,
    timesMs: Float64Array.from(kept, (at) => fromMs + (at + 1) * HOUR_MS),
    amounts: Float64Array.from(kept, (at) => list[at] as number),
    counts: Float64Array.from(kept, (at) => (counter ? (counts[at] as number) : Number.NaN)),
  }
}
const whole = (source: ConsumptionSource, gas = UTC) => {
  const { timesMs } = source.hourly ?? source.daily ?? { timesMs: new Float64Array(0) }
  const days = gasPeriods({ fromMs: (timesMs[0] as number) - 1, toMs: timesMs.at(-1) as number }, 'day', gas)
  return ledgerOf(source, gasDaySpan(days[0]?.day ?? '', days.at(-1)?.day ?? '', gas), gas)
}

describe('the gas days of a station', () => {
  test('have 23 and 25 hours where clocks change', () => {
    const { fromMs, toMs } = gasDaySpan('2026-03-28', '2026-03-30', BERLIN)
    const spring = whole(
      {
        ...NONE,
        hourly: hours(
          fromMs,
          Array.from({ length: (toMs - fromMs) / HOUR_MS }, () => 1),
        ),
      },
      BERLIN,
    )
    expect(spring.days.map(({ m3, ...hours }) => [m3, hoursTold(hours), hoursIn(hours)])).toEqual([
      [23, 23, 23],
      [24, 24, 24],
      [24, 24, 24],
    ])
    const autumn = gasDaySpan('2026-10-24', '2026-10-24', BERLIN)
    const list = Array.from({ length: 25 }, () => 2)
    expect(whole({ ...NONE, hourly: hours(autumn.fromMs, list, new Set([3]), false) }, BERLIN).days[0]).toMatchObject({
      m3: 48,
      received: 24,
      unknown: 1,
      way: 'hourly',
    })
  })

  test('are told by hours, by the counter over the hole, else by their daily record', () => {
    const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
    const list = Array.from({ length: 72 }, (_, at) => 1 + (at % 3))
    const hourly = hours(fromMs, list, new Set([30, 31, 32]))
    const byCounter = whole({ ...NONE, hourly })
    expect(byCounter.days.map(({ m3, way, ...hours }) => [m3, way, hoursTold(hours)])).toEqual([
      [48, 'hourly', 24],
      [48, 'counter', 24],
      [48, 'hourly', 24],
    ])
    const daily = {
      timesMs: Float64Array.of(fromMs + 2 * DAY_MS),
      amounts: Float64Array.of(47.5),
      counts: Float64Array.of(Number.NaN),
      countsAlone: false,
    }
    expect(whole({ ...NONE, hourly, daily }).days[1]).toMatchObject({ m3: 48, way: 'counter', received: 21, byCounter: 3, unknown: 0 })
    const uncounted = hours(fromMs, list, new Set([30, 31, 32]), false)
    expect(whole({ ...NONE, hourly: uncounted, daily }).days[1]).toMatchObject({
      m3: 47.5,
      way: 'daily',
      received: 21,
      byDaily: 3,
      unknown: 0,
    })
    // Closed at another hour the number is of another day.
    const other = { ...daily, timesMs: daily.timesMs.map((atMs) => atMs - 10 * HOUR_MS) }
    expect(whole({ ...NONE, hourly: uncounted, daily: other }).days[1]).toMatchObject({ m3: 42, received: 21, unknown: 3 })
  })

  test('an exchange, a reset or a missing counter fills no hole: what is there says how much that is', () => {
    const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
    const list = Array.from({ length: 48 }, () => 2)
    const lost = new Set([5, 6])
    const day = (source: ConsumptionSource) => whole(source).days[0]
    const hourly = hours(fromMs, list, lost)
    expect(day({ ...NONE, hourly })).toMatchObject({ m3: 48, received: 22, byCounter: 2 })
    expect(day({ ...NONE, hourly, breaksMs: [fromMs + 6 * HOUR_MS] })).toMatchObject({ m3: 44, received: 22, unknown: 2 })
    const reset = { ...hourly, counts: hourly.counts.map((count, at) => (at < 5 ? count : count - 900)) }
    expect(day({ ...NONE, hourly: reset })).toMatchObject({ m3: 44, received: 22, unknown: 2 })
    expect(day({ ...NONE, hourly: hours(fromMs, list, lost, false) })).toMatchObject({
      m3: 44,
      received: 22,
      unknown: 2,
    })
  })

  test('a hole over a day’s end belongs to neither day, and to the month that holds it', () => {
    const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
    const ledger = whole({
      ...NONE,
      hourly: hours(
        fromMs,
        Array.from({ length: 72 }, () => 1),
        new Set([22, 23, 24, 25]),
      ),
    })
    expect(ledger.days.map(({ m3, ...hours }) => [m3, hoursTold(hours)])).toEqual([
      [22, 22],
      [22, 22],
      [24, 24],
    ])
    expect(ledger.fills).toEqual([
      {
        fromMs: fromMs + 22 * HOUR_MS,
        toMs: fromMs + 26 * HOUR_MS,
        m3: 4,
        hours: 4,
        received: 0,
        firstDay: '2026-01-10',
        lastDay: '2026-01-11',
      },
    ])
    const [month] = stepsOf('month', { from: '2026-01-10', to: '2026-01-12' }, UTC, Infinity)
    expect(month && summing(ledger)(month)).toMatchObject({ m3: 72, hours: { received: 68, byCounter: 4, unknown: 0 } })
  })

  test('periods of a span that reaches to the end of the calendar come to an end, those that have begun alone where asked', () => {
    const span = { from: '9999-12-30', to: '9999-12-31' }
    expect(stepsOf('day', span, UTC, 0).map(({ day }) => day)).toEqual(['9999-12-30', '9999-12-31'])
    const nowMs = Date.parse('2026-03-02T12:00Z')
    const begun = (by: 'day' | 'month') => stepsOf(by, { from: '2026-02-28', to: '9999-12-31' }, UTC, nowMs, nowMs)
    expect(begun('day').map(({ day, part }) => [day, part])).toEqual([
      ['2026-02-28', false],
      ['2026-03-01', false],
      ['2026-03-02', true],
    ])
    expect(begun('month').map(({ day }) => day)).toEqual(['2026-02-01', '2026-03-01'])
  })

  test('abnormal time and substitutes are minutes of the day', () => {
    const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
    const abnormal = [{ fromMs: fromMs - HOUR_MS, toMs: fromMs + 90 * MINUTE_MS }]
    const source = {
      ...NONE,
      hourly: hours(
        fromMs,
        Array.from({ length: 24 }, () => 1),
      ),
      abnormal,
    }
    expect(whole(source).days[0]).toMatchObject({ abnormalMinutes: 90, substituteMinutes: 0 })
  })

  test('by counter alone, and by daily counters with a hole between', () => {
    const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
    const counted = hours(
      fromMs,
      Array.from({ length: 48 }, () => 3),
    )
    const hourly = { ...counted, amounts: counted.amounts.map(() => Number.NaN), countsAlone: true }
    // The first hour has no count before it.
    expect(whole({ ...NONE, hourly }).days.map(({ m3, ...hours }) => [m3, hoursTold(hours)])).toEqual([
      [69, 23],
      [72, 24],
    ])
    const daily = {
      timesMs: Float64Array.of(fromMs + DAY_MS, fromMs + 2 * DAY_MS, fromMs + 5 * DAY_MS),
      amounts: new Float64Array(3).fill(Number.NaN),
      counts: Float64Array.of(100, 130, 190),
      countsAlone: false,
    }
    const ledger = whole({ ...NONE, daily })
    expect(ledger.days.map(({ m3 }) => m3)).toEqual([null, 30, null, null, null])
    expect(ledger.fills).toMatchObject([{ m3: 60, hours: 72 }])
  })
})

test('a device with counters alone loses no hour for a gap: the counter tells both of its sides', () => {
  const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
  const list = Array.from({ length: 72 }, (_, at) => 1 + (at % 5))
  const counted = (lost: readonly number[]) => {
    const made = hours(fromMs, list, new Set(lost))
    return whole({ ...NONE, hourly: { ...made, amounts: made.amounts.map(() => Number.NaN), countsAlone: true } })
  }
  const sum = (day: number) => list.slice(day * 24, day * 24 + 24).reduce((all, one) => all + one, 0)
  // Hour 30 is missing: 23 records of that day, and its number is whole.
  const inside = counted([30])
  expect(inside.days[1]).toMatchObject({ m3: sum(1), received: 23, byCounter: 1, byDaily: 0, unknown: 0 })
  // The last hour of a day: what the counter tells lies over its end.
  const over = counted([47])
  expect(over.days.slice(1)).toMatchObject([
    { received: 23, unknown: 1 },
    { received: 23, unknown: 1 },
  ])
  expect(over.fills).toMatchObject([{ hours: 2, received: 1, m3: (list[47] ?? 0) + (list[48] ?? 0) }])
  const all = { day: '2026-01-11', from: '2026-01-11', to: '2026-01-12', fromMs: fromMs + DAY_MS, toMs: fromMs + 3 * DAY_MS, part: false }
  expect(summing(over)(all)).toMatchObject({ m3: sum(1) + sum(2), hours: { received: 47, byCounter: 1, unknown: 0 } })
})

test('the day beside one that its daily record tells has the rest of a hole over its end', () => {
  const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
  const hourly = hours(
    fromMs,
    Array.from({ length: 72 }, () => 2),
    new Set([22, 23, 24, 25, 26]),
  )
  const daily = {
    timesMs: Float64Array.of(fromMs + DAY_MS),
    amounts: Float64Array.of(48),
    counts: Float64Array.of(Number.NaN),
    countsAlone: false,
  }
  const ledger = whole({ ...NONE, hourly, daily })
  expect(ledger.days[0]).toMatchObject({ m3: 48, received: 22, byDaily: 2, unknown: 0 })
  expect(ledger.fills).toEqual([
    {
      fromMs: fromMs + DAY_MS,
      toMs: fromMs + 27 * HOUR_MS,
      m3: 6,
      hours: 3,
      received: 0,
      firstDay: '2026-01-11',
      lastDay: '2026-01-11',
    },
  ])
})

describe('records between the hours', () => {
  const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
  const extraMs = fromMs + 5 * HOUR_MS + 30 * MINUTE_MS
  /** 24 hours of 10 m³; that of 06:00 is closed in between with 4 m³. `rest`: what its own record holds. */
  function source(rest: number, { counter = true, day }: { counter?: boolean; day?: number } = {}) {
    const made = hours(
      fromMs,
      Array.from({ length: 24 }, () => 10),
      new Set(),
      counter,
    )
    const hourly = {
      minute: 0,
      countsAlone: false,
      timesMs: Float64Array.from([...made.timesMs, extraMs].sort((a, b) => a - b)),
      amounts: Float64Array.from([...made.amounts.slice(0, 5), 4, rest, ...made.amounts.slice(6)]),
      counts: Float64Array.from([...made.counts.slice(0, 5), (made.counts[4] as number) + 4, ...made.counts.slice(5)]),
    }
    const daily =
      day === undefined
        ? null
        : {
            timesMs: Float64Array.of(fromMs + DAY_MS),
            amounts: Float64Array.of(day),
            counts: Float64Array.of(Number.NaN),
            countsAlone: false,
          }
    return { ...NONE, hourly: { ...hourly, between: betweenOf(hourly, daily, []) }, daily }
  }
  test.each([
    ['parts of their hour, by the counter', source(6), 'part', 'counter', 240],
    ['a second telling, by the counter', source(10), 'again', 'counter', 240],
    ['parts of their hour, by the daily record', source(6, { counter: false, day: 240 }), 'part', 'daily', 240],
    ['a second telling, by the daily record', source(10, { counter: false, day: 240 }), 'again', 'daily', 240],
    ['left out where nothing decides', source(6, { counter: false }), 'unknown', null, 236],
  ] as const)('are %s', (_, one, are, by, m3) => {
    expect(one.hourly.between).toEqual({ are, by, records: 1 })
    expect(whole(one).days[0]).toMatchObject({ m3, received: 24, unknown: 0 })
  })
})

test('every total of random holes is that of a bare sum over what can be known', () => {
  const { fromMs } = gasDaySpan('2026-02-01', '2026-02-01', UTC)
  const world = fc.record({
    amounts: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 30, maxLength: 120 }),
    lost: fc.uniqueArray(fc.nat(119), { maxLength: 60 }),
  })
  fc.assert(
    fc.property(world, ({ amounts, lost }) => {
      const gone = new Set(lost.filter((at) => at > 0 && at < amounts.length - 1))
      const ledger = whole({ ...NONE, hourly: hours(fromMs, amounts, gone) })
      const days = Math.ceil(amounts.length / 24)
      // Bare: a hole of the middle is known by the counter, and belongs to a day if the day holds all of it.
      let known = 0
      for (let day = 0; day < days; day++) {
        let [sum, there] = [0, 0]
        for (let at = day * 24; at < Math.min(amounts.length, (day + 1) * 24); at++) {
          let [first, last] = [at, at]
          while (gone.has(first - 1) && gone.has(at)) first--
          while (gone.has(last + 1) && gone.has(at)) last++
          const isHere = Math.floor(first / 24) === day && Math.floor(last / 24) === day
          if (gone.has(at) && !isHere) continue
          sum += amounts[at] as number
          there++
        }
        expect(ledger.days[day]).toMatchObject({ m3: there === 0 ? null : sum, unknown: 24 - there })
        known += there
      }
      const all = { day: '2026-02-01', from: '2026-02-01', to: '2026-03-31', fromMs, toMs: fromMs + 60 * DAY_MS, part: false }
      const total = summing(ledger)(all)
      expect(total.m3).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
      expect(hoursTold(total.hours)).toBe(amounts.length)
      expect(total.hours.received).toBe(amounts.length - gone.size)
      expect(known).toBeLessThanOrEqual(amounts.length)
    }),
    { numRuns: numRuns(60, 2000) },
  )
})

test('a counter that falls, or ends open, fills nothing', () => {
  const never = () => false
  const nan = Number.NaN
  expect(fillsOf(Float64Array.of(1, nan, 1), Float64Array.of(10, nan, 5), never)).toEqual([])
  expect(fillsOf(Float64Array.of(nan, nan, 1), Float64Array.of(nan, nan, 5), never)).toEqual([])
  expect(fillsOf(Float64Array.of(1, nan), Float64Array.of(10, nan), never)).toEqual([])
  expect(fillsOf(Float64Array.of(1, nan, 2), Float64Array.of(10, nan, 15), never)).toEqual([{ first: 1, last: 1, m3: 3 }])
})

test('what a counter tells has no more digits than the counter', () => {
  const counts = Float64Array.of(19_240_852.89, Number.NaN, 19_394_882.25)
  const [fill] = fillsOf(Float64Array.of(96.49, Number.NaN, 175.66), counts, () => false)
  expect(fill?.m3).toBe(153_853.7)
  const small = fillsOf(Float64Array.of(0.3, Number.NaN), Float64Array.of(67_189.791, 67_196.638), () => false)
  expect(small).toEqual([{ first: 1, last: 1, m3: 6.847 }])
})

test('29 February has no day a year before, and months and years have their own', () => {
  const step = (by: 'day' | 'month' | 'year', day: string) => stepsOf(by, { from: day, to: day }, UTC, Infinity)[0]
  const before = (by: 'day' | 'month' | 'year', day: string) => {
    const one = step(by, day)
    return one && yearsBefore(by, one, 1, UTC)
  }
  expect(before('day', '2028-02-29')).toBeNull()
  expect(before('month', '2028-02-10')).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
  expect(before('year', '2028-02-10')).toMatchObject({ from: '2027-01-01', to: '2027-12-31' })
})

describe('whose day a daily record is says the moment at which it closes', () => {
  /** Days of 24 hours of 1 m³ without the hours `lost`, and daily records of `days` m³ at `closesMs`. */
  const BERLIN_AT_0 = { zone: 'Europe/Berlin', contractHour: 0 }
  function source(
    from: string,
    to: string,
    gas: typeof UTC,
    closesMs: readonly number[],
    lost: (dayAt: number) => boolean,
  ): ConsumptionSource {
    const { fromMs, toMs } = gasDaySpan(from, to, gas)
    const list = Array.from({ length: (toMs - fromMs) / HOUR_MS }, () => 1)
    const made = hours(fromMs, list, new Set(list.flatMap((_, at) => (lost(at) ? [at] : []))), false)
    const daily = {
      timesMs: Float64Array.from(closesMs),
      amounts: Float64Array.from(closesMs, () => 100),
      counts: new Float64Array(closesMs.length).fill(Number.NaN),
      countsAlone: false,
    }
    return { ...NONE, hourly: made, daily }
  }

  test('a zone by another name has the same days', () => {
    const moscow = { zone: 'Europe/Moscow', contractHour: 10 }
    const ends = gasPeriods(gasDaySpan('2026-01-10', '2026-01-12', moscow), 'day', moscow).map(({ toMs }) => toMs)
    const one = source('2026-01-10', '2026-01-12', moscow, ends, (at) => at % 24 === 5)
    const { days } = whole(one, moscow)
    expect(days.map(({ m3, way }) => [m3, way])).toEqual([100, 100, 100].map((m3) => [m3, 'daily']))
    for (const zone of ['Etc/GMT-3', '+03:00', 'Europe/Minsk']) expect(whole(one, { ...moscow, zone }).days).toEqual(days)
    // 9 o'clock of UTC+2 is 10 o'clock of UTC+3.
    expect(whole(one, { zone: 'Etc/GMT-2', contractHour: 9 }).days).toEqual(days)
  })

  test('a device that knows no summer time closes the days of half of the year, whatever part of it is held', () => {
    // 23:00 UTC is midnight in Berlin's winter, 1 o'clock in its summer.
    const closes = Array.from({ length: 40 }, (_, at) => Date.UTC(2026, 2, 10 + at, 23))
    const one = source('2026-03-10', '2026-04-18', BERLIN_AT_0, closes, (at) => at % 24 === 5)
    const { days } = whole(one, BERLIN_AT_0)
    const winter = days.filter(({ day }) => day <= '2026-03-28')
    expect(winter.map(({ way, m3 }) => [way, m3])).toEqual(winter.map(() => ['daily', 100]))
    expect(days.filter(({ day }) => day > '2026-03-29').every(({ way, unknown }) => way === 'hourly' && unknown === 1)).toBe(true)
    for (const [first, last] of [
      [0, 10],
      [12, 25],
      [22, 39],
    ] as const) {
      const part: ConsumptionSource = {
        ...one,
        daily: one.daily && {
          timesMs: one.daily.timesMs.slice(first, last + 1),
          amounts: one.daily.amounts.slice(first, last + 1),
          counts: one.daily.counts.slice(first, last + 1),
          countsAlone: false,
        },
      }
      const held = days[first]?.day ?? ''
      const until = days[last]?.day ?? ''
      const isHeld = ({ day }: { day: string }) => day >= held && day <= until
      expect(whole(part, BERLIN_AT_0).days.filter(isHeld)).toEqual(days.filter(isHeld))
    }
  })

  test('without hours a record is of the day whose end lies nearest, one record a day all year round', () => {
    for (const [utcHour, contractHour] of [
      [22, 10],
      [23, 10],
      [8, 10],
      [9, 10],
      [22, 12],
      [23, 0],
      [4, 6],
      [9, 0],
    ] as const) {
      const closes = Array.from({ length: 400 }, (_, at) => Date.UTC(2026, 0, 10 + at, utcHour))
      const daily = {
        timesMs: Float64Array.from(closes),
        amounts: Float64Array.from(closes, (_, at) => at + 1),
        counts: new Float64Array(400).fill(Number.NaN),
        countsAlone: false,
      }
      const gas = { zone: 'Europe/Berlin', contractHour }
      const { days } = ledgerOf({ ...NONE, daily }, gasDaySpan('2025-12-30', '2027-02-20', gas), gas)
      const told = days.filter(({ m3 }) => m3 !== null)
      expect([utcHour, contractHour, told.map(({ m3 }) => m3)]).toEqual([utcHour, contractHour, [...daily.amounts]])
      expect(told.slice(1).every(({ day }, at) => gasDaySpan(told[at]?.day ?? '', day, gas).toMs > 0)).toBe(true)
      expect(days.indexOf(told.at(-1) as (typeof told)[number]) - days.indexOf(told[0] as (typeof told)[number])).toBe(399)
    }
  })
})

describe('the gas day of an exchange', () => {
  const { fromMs, toMs } = gasDaySpan('2026-01-10', '2026-01-11', UTC)
  const dayRecords = (...list: [endMs: number, m3: number][]) => ({
    timesMs: Float64Array.from(list, ([atMs]) => atMs),
    amounts: Float64Array.from(list, ([, m3]) => m3),
    counts: Float64Array.from(list, () => Number.NaN),
    countsAlone: false,
  })
  const ones = (count: number) => Array.from({ length: count }, () => 1)
  const endMs = fromMs + DAY_MS
  /** The old device tells two hours, the new one is put in three hours later. */
  const dayOf = (daily: { old?: number; next?: number }, lost: ReadonlySet<number> = new Set()) => {
    const before = { ...NONE, hourly: hours(fromMs, ones(2)), daily: daily.old === undefined ? null : dayRecords([endMs, daily.old]) }
    const beginMs = fromMs + 5 * HOUR_MS
    const next = { ...NONE, hourly: hours(beginMs, ones(43), lost, false), daily: dayRecords([endMs, daily.next ?? 19], [toMs, 24]) }
    return ledgerOf(joined([before, next], [beginMs]), { fromMs, toMs }, UTC).days[0]
  }

  test('has the hours before it from the old device alone: the new one’s daily record is of its own', () => {
    expect(dayOf({})).toMatchObject({ m3: 21, received: 21, byDaily: 0, unknown: 3 })
    expect(dayOf({}, new Set([4, 5]))).toMatchObject({ m3: 21, received: 19, byDaily: 2, unknown: 3, way: 'daily' })
    // Its own record of its two hours tells nothing of the three that nobody measured.
    expect(dayOf({ old: 2 }, new Set([4, 5]))).toMatchObject({ m3: 21, received: 19, byDaily: 2, unknown: 3 })
  })
})

describe('hours and days of one gas, the counter in the days alone', () => {
  const { fromMs } = gasDaySpan('2026-01-10', '2026-01-10', UTC)
  const list = Array.from({ length: 6 * 24 }, (_, at) => 2 + (at % 3))
  const daysOf = (lost: readonly number[], counter: boolean) => {
    const kept = [0, 1, 2, 3, 4, 5].filter((day) => !lost.includes(day))
    const m3 = 72
    return {
      timesMs: Float64Array.from(kept, (day) => fromMs + (day + 1) * DAY_MS),
      amounts: Float64Array.from(kept, () => m3),
      counts: Float64Array.from(kept, (day) => (counter ? 5000 + (day + 1) * m3 : Number.NaN)),
      countsAlone: false,
    }
  }

  test('a hole of days that the hours have no counter for is told by the counter of the days', () => {
    const hourly = hours(fromMs, list, new Set(Array.from({ length: 60 }, (_, at) => 30 + at)), false)
    const ledger = whole({ ...NONE, hourly, daily: daysOf([1, 2, 3], true) })
    const sum = summing(ledger)
    const month = stepsOf('month', { from: '2026-01-01', to: '2026-01-31' }, UTC, Infinity)[0]
    expect(month && sum(month)).toMatchObject({ m3: 6 * 72, hours: { unknown: 0 } })
  })

  test('the hours of an archive are put together once for the ledger and for its parts', () => {
    const hourly = hours(fromMs, list, new Set([26]), false)
    expect(hoursOf(hourly, NONE.breaksMs)).toBe(hoursOf(hourly, NONE.breaksMs))
    expect(hoursOf(hourly, [fromMs])).not.toBe(hoursOf(hourly, NONE.breaksMs))
  })

  test('what passed in a stretch is never more than its period, the hours that the day tells included', () => {
    const hourly = hours(fromMs, list, new Set([26, 27, 28, 29]), false)
    const source = { ...NONE, hourly, daily: daysOf([], false) }
    const ledger = whole(source)
    const shared = sharedHours(source, ledger, UTC)
    const of = (day: number) => shared.amounts.slice(day * 24, day * 24 + 24).reduce((sum, m3) => sum + m3, 0)
    ledger.days.forEach(({ m3 }, day) => expect(of(day)).toBeCloseTo(m3 as number, 9))
  })
})
