import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facts } from '../../../../electron/analysis/station/facts/facts.ts'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule as contractHour } from '../../../../electron/analysis/rules/contract-hour.ts'
import { rule as counterAgainstSum } from '../../../../electron/analysis/rules/counter-against-sum.ts'
import { rule as hoursAgainstDay } from '../../../../electron/analysis/rules/hours-against-day.ts'
import { threeSums } from '../../../../electron/analysis/answers/three-sums.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, spoilt, type Use } from '../../../support/gas-use.ts'
import {
  archive,
  channel,
  DAY,
  events,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  setting,
  snapshot,
  station,
  without,
  withRecords,
} from '../../../support/station-data.ts'

const thresholds = usualThresholds()
const ofDays = (data: StationData, window = EVER) => hoursAgainstDay.judge(data, thresholds.hours_against_day, window)
const ofCounter = (data: StationData, window = EVER) => counterAgainstSum.judge(data, thresholds.counter_against_sum, window)
const ofHour = (data: StationData) => contractHour.judge(data, thresholds.contract_hour, EVER)
const rules = [ofDays, ofCounter, ofHour]

/** Daily records over some days as a device makes them that closes its day `shift` hours off. */
function shifted({ daily, hours, data, hourly }: Use, shift: number, from: number, to: number): StationData {
  const moved = spoilt(daily, 0, (values) => {
    for (let day = from; day < to; day++) {
      const end = 24 * (day + 1) + shift
      values[day] = rounded(
        hours.slice(end - 24, end).reduce((sum, m3) => sum + m3, 0),
        2,
      )
    }
  })
  return { ...data, archives: [hourly, { ...moved, channels: moved.channels.slice(0, 1) }] }
}

test('hours that a daily extra record cuts are whole with it where the counter says so', () => {
  const { hourly, daily, data, counter, hours, at } = gasUse()
  // A tenth of the ninth hour of each day is in the extra record alone.
  const parts = Array.from({ length: hours.length / 24 }, (_, day) => 24 * day + 9)
  const cut = spoilt(hourly, 0, (values) => {
    for (const hour of parts) values[hour] = rounded((hours[hour] as number) - rounded((hours[hour] as number) / 10, 2), 2)
  })
  const more = parts.map((hour) => {
    const part = rounded((hours[hour] as number) / 10, 2)
    return { atMs: at(hour) + 6 * 60_000, values: [part, (counter[hour - 1] ?? 0) + part] }
  })
  const whole = withRecords(cut, more)
  for (const rule of rules) expect(rule({ ...data, archives: [whole, daily] }).found).toEqual([])
  const off = spoilt(daily, 0, (values) => (values[20] = (values[20] ?? 0) / 2))
  expect(ofDays({ ...data, archives: [whole, off] }).found).toMatchObject([{ fromMs: at(24 * 20), toMs: at(24 * 21) }])
  const other = shifted({ daily, hours, data, hourly, counter, at }, 3, 20, 45)
  expect(ofHour({ ...other, archives: [whole, ...other.archives.slice(1)] }).found).toHaveLength(1)
})

test('what a counter rose by, and differs by, has no more digits than the counter', () => {
  const { hourly, data } = gasUse({ decimals: 2 })
  const far = spoilt(hourly, 1, (values) => {
    for (let hour = 0; hour < values.length; hour++)
      values[hour] = rounded((values[hour] as number) + 19_240_852.89 + (hour >= 480 ? 277.46 : 0), 2)
  })
  const { found } = ofCounter({ ...data, archives: [far] })
  expect(found).toMatchObject([{ measure: 277.46, m3: 277.46 }])
  const rise = found[0]?.evidence.numbers?.['counter'] as number
  expect(rise).toBe(rounded(rise, 2))
})

describe('what agrees is no finding', () => {
  test('hours, days and counters of one device, also in whole m³ that are rounded one by one', () => {
    for (const decimals of [0, 1, 2, 3]) for (const rule of rules) expect(rule(gasUse({ decimals }).data).found).toEqual([])
    const next = random(5)
    const real = Array.from({ length: 24 * 90 }, () => 0.4 + next())
    const days = Array.from({ length: 90 }, (_, day) =>
      rounded(
        real.slice(24 * day, 24 * day + 24).reduce((sum, m3) => sum + m3, 0),
        1,
      ),
    )
    const data = station({
      archives: [
        archive('hourly', hoursAfter(MONDAY, real.length), [
          channel(
            'standardVolume',
            real.map((m3) => rounded(m3, 1)),
          ),
        ]),
        archive(
          'daily',
          days.map((_, day) => MONDAY + (day + 1) * DAY),
          [channel('standardVolume', days)],
        ),
      ],
    })
    expect(ofDays(data).found).toEqual([])
  })

  test('a gap, a number that is missing, an extra record, an exchange and a clock that was set', () => {
    const { hourly, daily, data, at, counter } = gasUse()
    const broken = spoilt(daily, 0, (values) => (values[20] = (values[20] ?? 0) / 2))
    const [begins, ends] = [at(24 * 20), at(24 * 21)]
    const gap = without(hourly, (end) => end === begins + 5 * HOUR)
    const numberless = spoilt(hourly, 0, (values) => (values[24 * 20 + 4] = NaN))
    const strayMs = begins + 1.4 * HOUR
    const stray = withRecords(hourly, [{ atMs: strayMs, values: [1, (counter[480] ?? 0) + 1] }])
    const extra = withRecords({ ...hourly, channels: hourly.channels.slice(0, 1) }, [{ atMs: strayMs, values: [1] }])
    // The counter shows that the hour holds all of its gas, whatever lies within it.
    expect(ofDays({ ...data, archives: [stray, broken] }).found).toMatchObject([{ fromMs: begins, toMs: ends }])
    for (const one of [gap, numberless, extra]) expect(ofDays({ ...data, archives: [one, broken] }).found).toEqual([])
    for (const role of ['meterExchanged', 'clockSet'] as const) {
      const changes = events([{ atMs: begins + 3 * HOUR, meaning: { role } }])
      expect(ofDays({ ...data, archives: [hourly, broken], events: { changes } }).found).toEqual([])
    }
    expect(ofDays({ ...data, archives: [hourly, broken] }).found).toMatchObject([{ fromMs: begins, toMs: ends }])
  })

  test('the days on which clocks change', () => {
    const gas = { zone: 'Europe/Berlin', contractHour: 6 }
    const beginMs = Date.parse('2026-03-10T05:00Z')
    const hours = Array.from({ length: 24 * 30 }, (_, hour) => 50 + (hour % 17))
    const times = hoursAfter(beginMs, hours.length)
    const ends = Array.from({ length: 29 }, (_, day) => beginMs + (day + 1) * DAY - (day >= 18 ? HOUR : 0))
    const days = ends.map((end, day) =>
      times.reduce((sum, atMs, hour) => (atMs > (ends[day - 1] ?? beginMs) && atMs <= end ? sum + (hours[hour] ?? 0) : sum), 0),
    )
    const data = station({
      gas,
      archives: [archive('hourly', times, [channel('standardVolume', hours)]), archive('daily', ends, [channel('standardVolume', days)])],
    })
    for (const rule of rules) expect(rule(data).found).toEqual([])
  })

  test('a device whose clock follows no summer time closes its days an hour off', () => {
    const { data } = gasUse({ days: 300 })
    const gas = { zone: 'Europe/Berlin', contractHour: 8 }
    for (const rule of [ofDays, ofHour]) expect(rule({ ...data, gas }).found).toEqual([])
  })
})

describe('hours against the day', () => {
  test('a day that differs by more than the threshold is found, days in a row as one', () => {
    const { hourly, daily, data, at } = gasUse()
    const off = spoilt(daily, 0, (values) => {
      values[20] = (values[20] ?? 0) * 1.0005
      for (const day of [30, 31, 40]) values[day] = (values[day] ?? 0) + 10
    })
    const { found, evaluated } = ofDays({ ...data, archives: [hourly, off] })
    expect(found.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [at(24 * 30), at(24 * 32)],
      [at(24 * 40), at(24 * 41)],
    ])
    expect(found[0]).toMatchObject({ flag: 4, archiveType: 'daily', unit: 'm3' })
    expect(found[0]?.measure).toBeCloseTo(10, 1)
    expect(found[0]?.m3).toBeCloseTo(20, 1)
    expect(evaluated).toEqual([{ archiveType: 'daily', channelVarname: 'standardVolume' }])
  })

  test('says why it judges nothing', () => {
    const { hourly, daily, data } = gasUse()
    expect(ofDays({ ...data, archives: [hourly] }).notEvaluated).toMatchObject([{ why: 'no_daily' }])
    expect(ofDays({ ...data, archives: [daily] }).notEvaluated).toMatchObject([{ why: 'no_hourly' }])
    const odd = { ...daily, channels: [{ ...channel('standardVolume', [...(daily.channels[0]?.values ?? [])], { unit: 'Nm' }) }] }
    expect(ofDays({ ...data, archives: [hourly, odd] }).notEvaluated).toMatchObject([{ why: 'unknown_unit' }])
  })

  test('judged window by window it finds what it finds at once', () => {
    const { hourly, daily, data } = gasUse({ days: 90 })
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 89 }), { maxLength: 8 }), fc.integer({ min: 3, max: 40 }), (days, length) => {
        const off = spoilt(daily, 0, (values) => {
          for (const day of days) values[day] = (values[day] ?? 0) + 25
        })
        const spoiltData = { ...data, archives: [hourly, off] }
        expect(byWindows(length, 90, (window) => ofDays(spoiltData, window).found)).toEqual(ofDays(spoiltData).found)
      }),
      { numRuns: 30 },
    )
  })
})

/** What windows of some days say, put together. */
function byWindows<F extends { fromMs: number; toMs: number | null }>(
  length: number,
  days: number,
  judge: (window: { fromMs: number; toMs: number }) => F[] | readonly F[],
): F[] {
  const found = new Map<string, F>()
  for (let day = -1; day <= days; day += length)
    for (const one of judge({ fromMs: MONDAY + day * DAY, toMs: MONDAY + (day + length) * DAY }))
      found.set(`${one.fromMs} ${one.toMs}`, one)
  return [...found.values()].sort((a, b) => a.fromMs - b.fromMs)
}

describe('counter against sum', () => {
  test('an hour whose volume is wrong, and a counter that jumps', () => {
    const { hourly, daily, data, at } = gasUse()
    const wrong = spoilt(hourly, 0, (values) => (values[500] = (values[500] ?? 0) + 3))
    expect(ofCounter({ ...data, archives: [wrong, daily] }).found).toMatchObject([
      { flag: 4, archiveType: 'hourly', channelVarname: 'standardCounter', fromMs: at(500), toMs: at(501) },
    ])
    const jump = spoilt(hourly, 1, (values) => {
      for (let row = 700; row < values.length; row++) values[row] = (values[row] ?? 0) + 400
    })
    const [found] = ofCounter({ ...data, archives: [jump] }).found
    expect(found).toMatchObject({ fromMs: at(700), toMs: at(701) })
    expect(found?.measure).toBeCloseTo(400, 1)
  })

  test('what is too little for an hour is seen in a day', () => {
    const { data, hourly, at } = gasUse({ use: (hour) => 1 + (hour % 7) / 10, decimals: 1 })
    const slow = spoilt(hourly, 1, (values) => {
      for (let row = 480; row < values.length; row++) values[row] = (values[row] ?? 0) + 0.1 * Math.min(row - 479, 24)
    })
    expect(ofCounter({ ...data, archives: [slow] }).found).toMatchObject([{ fromMs: at(480), toMs: at(504) }])
  })

  test('no finding at a fall, an exchange or across a gap', () => {
    const { hourly, data, at } = gasUse()
    const fallen = spoilt(hourly, 1, (values) => {
      for (let row = 700; row < values.length; row++) values[row] = (values[row] ?? 0) - 9000
    })
    expect(ofCounter({ ...data, archives: [fallen] }).found).toEqual([])
    const raised = spoilt(hourly, 1, (values) => {
      for (let row = 700; row < values.length; row++) values[row] = (values[row] ?? 0) + 9000
    })
    const changes = events([{ atMs: at(700) + 1000, meaning: { role: 'meterExchanged' } }])
    expect(ofCounter({ ...data, archives: [raised], events: { changes } }).found).toEqual([])
    expect(ofCounter({ ...data, archives: [without(hourly, (end) => end > at(300) && end < at(340))] }).found).toEqual([])
  })
})

/** Hours that differ much, so that no sum fits by chance. */
const wild = () => {
  const next = random(3)
  return gasUse({ days: 90, use: () => 50 + 100 * next() })
}

describe('the contract hour', () => {
  test.each([-10, -2, 3])('days whose sums fit %i hours away are one finding, and none against the day', (shift) => {
    const use = wild()
    const data = shifted(use, shift, 30, 50)
    const { found } = ofHour(data)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      flag: 4,
      detail: 'other_hour',
      unit: 'hour',
      threshold: 10,
      measure: (10 + shift + 24) % 24,
      fromMs: use.at(24 * 30),
      toMs: use.at(24 * 50),
    })
    expect(found[0]?.evidence.numbers).toMatchObject({ fits: 20, days: 20 })
    expect(ofDays(data).found).toEqual([])
  })

  test('in another zone than that of the device, days still fit their hours, and a wrong hour is still one', () => {
    const use = wild()
    const inUtc = { gas: { zone: 'UTC', contractHour: 10 }, gasIsUsual: true, zoneIsUsual: true }
    expect(ofHour({ ...use.data, ...inUtc }).found).toEqual([])
    expect(ofDays({ ...use.data, ...inUtc }).found).toEqual([])
    const wrong = { ...shifted(use, -2, 30, 50), ...inUtc }
    expect(ofHour(wrong).found).toMatchObject([{ measure: 5, threshold: 7, fromMs: use.at(24 * 30), toMs: use.at(24 * 50) }])
    expect(ofDays(wrong).found).toEqual([])
  })

  test('it still lasts while the newest day has it', () => {
    expect(ofHour(shifted(wild(), -2, 40, 90)).found).toMatchObject([{ toMs: null }])
  })

  test('fewer days than the threshold are differences of days, no other hour', () => {
    const data = shifted(wild(), -2, 30, 35)
    expect(ofHour(data).found).toEqual([])
    expect(ofDays(data).found).toHaveLength(1)
  })

  test('where several hours would fit, nothing is said', () => {
    const use = gasUse({ use: (hour) => (hour % 24 < 12 ? 100 : 0) + Math.floor(hour / 24), decimals: 0 })
    const flat = shifted(use, -26, 30, 50)
    expect(ofHour(flat).found.every(({ measure }) => measure !== 10)).toBe(true)
    const same = gasUse({ use: () => 7, decimals: 0 })
    expect(ofHour(shifted(same, -2, 30, 50)).found).toEqual([])
  })

  test('the hour that the settings say is held against the records', () => {
    const { data, at } = gasUse({ days: 40 })
    const at8 = { ...data, settings: [snapshot(at(0), [setting('contractHour', '08:00')])] }
    expect(ofHour(at8).found).toMatchObject([{ measure: 10, threshold: 8 }])
    expect(ofHour({ ...data, gas: { ...data.gas, contractHour: 8 } }).found).toMatchObject([{ measure: 10, threshold: 8 }])
    // The hour of the preferences is nobody's word on this station.
    expect(ofHour({ ...data, gas: { ...data.gas, contractHour: 8 }, gasIsUsual: true }).found).toEqual([])
    // Nor is an hour of the device's clock ours where nobody said its zone, or reads it in that of no place.
    const nobodys = { ...at8, gas: { ...data.gas, contractHour: 8 }, gasIsUsual: true }
    expect(ofHour(nobodys).found).toHaveLength(1)
    expect(ofHour({ ...nobodys, zoneIsUsual: true }).found).toEqual([])
    expect(ofHour({ ...nobodys, gas: { zone: 'UTC', contractHour: 8 } }).found).toEqual([])
  })
})

describe('three sums side by side', () => {
  const sumsOf = (data: StationData, from: string, to: string, contractHour = 10) =>
    threeSums(data, { from, to, gas: { zone: 'Europe/Moscow', contractHour }, limits: thresholds.hours_against_day })

  test('of a device in order they agree', () => {
    const { data, hours } = gasUse()
    const sums = sumsOf(data, '2026-01-10', '2026-01-12')
    expect(sums).toMatchObject({
      hourlyChannel: 'standardVolume',
      dailyChannel: 'standardVolume',
      counterChannel: 'standardCounter',
      boundary: null,
      hoursMs: [],
    })
    expect(sums.days.map(({ day, records, expected, fits }) => [day, records, expected, fits])).toEqual([
      ['2026-01-10', 24, 24, true],
      ['2026-01-11', 24, 24, true],
      ['2026-01-12', 24, 24, true],
    ])
    const sum = hours.slice(24 * 5, 24 * 6).reduce((all, m3) => all + m3, 0)
    for (const way of ['hours', 'daily', 'counter'] as const) expect(sums.days[0]?.[way]).toBeCloseTo(sum, 1)
  })

  test('of another contract hour it names the hour and marks the hours between', () => {
    const use = wild()
    const sums = sumsOf(shifted(use, -2, 0, 60), '2026-01-10', '2026-01-19')
    expect(sums.boundary).toEqual({ hour: 8, fits: 10, days: 10 })
    expect(sums.current).toEqual({ hour: 10, fits: 0, days: 10 })
    expect(sums.hoursMs.slice(0, 3)).toEqual([use.at(24 * 6 - 1), use.at(24 * 6), use.at(24 * 7 - 1)])
  })

  test('of a device that archives counters alone, the hours are what its counter rose by', () => {
    const { data } = gasUse()
    const counters = data.archives.map(({ channels, ...archive }) => ({
      ...archive,
      channels: channels.filter(({ meaning }) => meaning.quantity === 'standardCounter'),
    }))
    const sums = sumsOf({ ...data, archives: counters }, '2026-01-10', '2026-01-12')
    const told = sumsOf(data, '2026-01-10', '2026-01-12')
    expect(sums.hourlyChannel).toBe('standardCounter')
    expect(sums.days.map(({ records, fits }) => [records, fits])).toEqual(told.days.map(({ records }) => [records, true]))
    sums.days.forEach(({ hours }, at) => expect(hours).toBeCloseTo(told.days[at]?.hours ?? Number.NaN, 1))
  })

  test('a gap leaves the sum of what is there, and nothing to compare', () => {
    const { data, hourly, at } = gasUse()
    const sums = sumsOf({ ...data, archives: [without(hourly, (end) => end === at(24 * 5 + 3))] }, '2026-01-10', '2026-01-10')
    expect(sums.days[0]).toMatchObject({ records: 23, expected: 24, daily: null, fits: null })
    expect(sums.days[0]?.counter).toBeGreaterThan(sums.days[0]?.hours ?? Infinity)
  })

  test('a record of a day that its hours refute is in no sum: of the table, and of the volume that a finding concerns', () => {
    const { data, hourly, daily } = gasUse()
    const wrong = spoilt(daily, 0, (days) => (days[5] = 186_227.087))
    const spoiled = { ...data, archives: [hourly, wrong] }
    const [fromMs, toMs] = [daily.timesMs[3] as number, daily.timesMs[7] as number]
    const days = Array.from(daily.channels[0]?.values.subarray(3, 8) ?? [])
    expect(facts(spoiled).source()?.source.refuted).toHaveLength(1)
    expect(facts(spoiled).passed(wrong, fromMs, toMs)).toBeCloseTo(days.reduce((sum, m3) => sum + m3, 0) - (days[2] as number), 2)
    const [row] = sumsOf(spoiled, '2026-01-10', '2026-01-10').days
    expect(row).toMatchObject({ daily: null, records: 24, fits: true })
  })
})
