import { describe, expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/zero-use.ts'
import { gasUse, someUse } from '../../../support/gas-use.ts'
import { DAY, events, MONDAY, without } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const judge = (data: Parameters<typeof rule.judge>[0], duration = 24, short = 6) => rule.judge(data, { duration, short }, EVER)
const none = (from: number, to: number) => (hours: number[]) => hours.fill(0, from, to)

test('a stop that the station never had is found and priced', () => {
  const { data, at } = gasUse({ change: none(1000, 1030) })
  const { found } = judge(data)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    flag: 3,
    fromMs: at(1000),
    toMs: at(1030),
    measure: 30,
    threshold: 24,
    unit: 'hours',
  })
  expect(found[0]?.m3).toBeGreaterThan(2000)
})

test('a stop of fewer hours, and one that a gap cuts into such, are not', () => {
  expect(judge(gasUse({ change: none(1000, 1005) }).data).found).toEqual([])
  const { data, hourly, at } = gasUse({ change: none(1000, 1011) })
  expect(judge({ ...data, archives: [without(hourly, (end) => end === at(1006))] }).found).toEqual([])
})

describe('a stop of six hours', () => {
  test('is found in hours that never had one, and priced', () => {
    const { data, at } = gasUse({ change: none(1000, 1006) })
    expect(judge(data).found).toMatchObject([{ flag: 3, fromMs: at(1000), toMs: at(1006), measure: 6, threshold: 6 }])
    expect(judge(data).found[0]?.m3).toBeGreaterThan(300)
    expect(judge(data, 24, 7).found).toEqual([])
  })

  test('is found at a shop by day, not where it only opens late', () => {
    const use = someUse()
    const shop = (hour: number) => (hour % 24 < 9 ? 0 : use(hour))
    const { data, at } = gasUse({ use: shop, days: 90, change: none(1450, 1456) })
    expect(judge(data).found).toMatchObject([{ fromMs: at(1450), toMs: at(1456) }])
    expect(judge(gasUse({ use: shop, days: 90, change: none(1449, 1454) }).data).found).toEqual([])
  })

  test('is none in an hour of the week that had a zero', () => {
    // The same Thursday afternoon six weeks before.
    const twice = (hours: number[]) => hours.fill(0, 1400, 1407).fill(0, 1400 - 6 * 168, 1407 - 6 * 168)
    expect(judge(gasUse({ days: 90, change: twice }).data).found).toEqual([])
  })

  test('is none where gas declined before it or comes and goes after it', () => {
    const decline = (hours: number[]) => hours.fill(0, 1000, 1008).forEach((m3, at) => at > 900 && (hours[at] = m3 * 0.3))
    expect(judge(gasUse({ change: decline }).data).found).toEqual([])
    const goes = (hours: number[]) => hours.fill(0, 1000, 1008).fill(0, 1060, 1064).fill(0, 1130, 1140)
    expect(judge(gasUse({ change: goes }).data).found).toEqual([])
  })
})

test('weekends without use are the way of the station, a week without is not', () => {
  const use = someUse()
  const factory = (hour: number) => (hour % 168 >= 110 && hour % 168 < 158 ? 0 : use(hour))
  expect(judge(gasUse({ use: factory, days: 100 }).data).found).toEqual([])
  const { data, at } = gasUse({ use: factory, days: 100, change: none(1400, 1500) })
  expect(judge(data).found).toMatchObject([{ toMs: at(1502) }])
})

test('four weeks of history come first', () => {
  expect(judge(gasUse({ change: none(500, 540) }).data).found).toEqual([])
  expect(judge(gasUse({ days: 20 }).data).notEvaluated).toMatchObject([{ why: 'too_few' }])
})

test('a shut valve explains it', () => {
  const { data, at } = gasUse({ change: none(1000, 1060) })
  const valve = events([
    { atMs: at(999), meaning: { role: 'valveShut' } },
    { atMs: at(1060), meaning: { role: 'valveOpen' } },
  ])
  expect(judge({ ...data, events: { valve } }).found).toEqual([])
  const opened = events([
    { atMs: at(800), meaning: { role: 'valveShut' } },
    { atMs: at(900), meaning: { role: 'valveOpen' } },
  ])
  expect(judge({ ...data, events: { valve: opened } }).found).toHaveLength(1)
})

test('a boiler house that stops for the summer ends a season', () => {
  const use = someUse()
  const heating = (hour: number) => (hour < 2000 ? use(hour) * (1 - hour / 2400) : 0)
  expect(judge(gasUse({ use: heating, days: 150 }).data).found).toEqual([])
  // Without a decline, the same stop is a finding.
  expect(judge(gasUse({ days: 150, change: none(2000, 3600) }).data).found).toHaveLength(1)
})

test('a thermostat that takes no gas in mild hours, then on mild days, has a history of zeros', () => {
  const use = someUse()
  // From the sixth week on it is off for six hours of each third day, later for a day and a half.
  const mild = (hour: number) => hour > 840 && hour % 72 < (hour > 1300 ? 36 : 6)
  expect(judge(gasUse({ use: (hour) => (mild(hour) ? 0 : use(hour)), days: 90 }).data).found).toEqual([])
})

test('a shop that opens and closes an hour or two aside now and then has none: a stop of days is found', () => {
  const use = someUse()
  const shop = (hour: number) => (hour % 24 < 9 + (Math.floor(hour / 24) % 3 === 0 ? 2 : 0) ? 0 : use(hour))
  const { data, at } = gasUse({ use: shop, days: 90, change: none(1449, 1530) })
  expect(judge(data).found).toMatchObject([{ toMs: at(1530) }])
})

describe('a device that archives days alone', () => {
  const daysOf = (given: Parameters<typeof gasUse>[0]) => {
    const { data, daily, at } = gasUse({ days: 90, ...given })
    return { data: { ...data, archives: [daily] }, daily, at }
  }
  const stop = none(24 * 60, 24 * 63)

  test('has whole days without gas found and priced, by its volumes and by its counter alone', () => {
    const { data, daily, at } = daysOf({ change: stop })
    const counted = { ...data, archives: [{ ...daily, channels: daily.channels.slice(1) }] }
    const expected = { flag: 3, archiveType: 'daily', fromMs: at(24 * 60), toMs: at(24 * 63), measure: 72, threshold: 24, unit: 'hours' }
    for (const station of [data, counted]) {
      const { found, evaluated } = judge(station)
      expect(found).toMatchObject([expected])
      expect(found[0]?.m3).toBeCloseTo(3 * 2400, -2.5)
      expect(found[0]?.evidence.records).toEqual([61, 62, 63].map((day) => MONDAY + day * DAY))
      expect(evaluated).toMatchObject([{ archiveType: 'daily' }])
    }
    expect(judge(counted).found[0]?.evidence.fromCounter).toBe(true)
  })

  test('is held to its own days of the week: a Sunday of rest is its way, a Wednesday without gas is not', () => {
    const use = someUse()
    const resting = (hour: number) => (hour % 168 >= 144 ? 0 : use(hour))
    expect(judge(daysOf({ use: resting }).data).found).toEqual([])
    const wednesday = 24 * (63 + 2)
    const { data, at } = daysOf({ use: resting, change: none(wednesday, wednesday + 24) })
    expect(judge(data).found).toMatchObject([{ fromMs: at(wednesday), toMs: at(wednesday + 24) }])
    // After a Sunday of rest the days of work before it tell that it was in use.
    const monday = daysOf({ use: resting, change: none(24 * 63, 24 * 65) })
    expect(judge(monday.data).found).toMatchObject([{ fromMs: monday.at(24 * 62), toMs: monday.at(24 * 65) }])
  })

  test('a public holiday is like a Sunday where the book names a country', () => {
    const use = someUse()
    // 9 March 2026 is a Monday on which Russia rests; day 63 of the data.
    const holiday = daysOf({ use: (hour) => (hour % 168 >= 144 ? 0 : use(hour)), change: none(24 * 63, 24 * 64) }).data
    expect(judge(holiday).found).toHaveLength(1)
    expect(judge({ ...holiday, daysOff: 'RU' }).found).toEqual([])
  })

  test('no finding where days dwindle first, others follow, the valve is shut, or a record is missing', () => {
    const dwindled = (hours: number[]) =>
      stop(hours.map((m3, hour) => (hours[hour] = hour >= 24 * 57 && hour < 24 * 60 ? m3 * 0.3 : m3)) && hours)
    expect(judge(daysOf({ change: dwindled }).data).found).toEqual([])
    const again = (hours: number[]) => [60, 66, 70].forEach((day) => hours.fill(0, 24 * day, 24 * (day + 1)))
    expect(judge(daysOf({ change: again }).data).found).toEqual([])
    const { data, daily, at } = daysOf({ change: stop })
    const valve = events([{ atMs: at(24 * 60 - 1), meaning: { role: 'valveShut' } }])
    expect(judge({ ...data, events: { valve } }).found).toEqual([])
    const cut = without(daily, (atMs) => atMs === at(24 * 62))
    expect(judge({ ...data, archives: [cut] }, 48, 48).found).toEqual([])
  })

  test('four weeks of days come first; without a volume or a counter it says so', () => {
    const { data, daily } = daysOf({ days: 20 })
    expect(judge(data).notEvaluated).toEqual([{ archiveType: 'daily', channelVarname: 'standardVolume', why: 'too_few' }])
    const bare = { ...daily, channels: [] }
    expect(judge({ ...data, archives: [bare] }).notEvaluated).toMatchObject([{ archiveType: 'daily', why: 'no_volume' }])
    expect(judge(daysOf({ change: none(24 * 20, 24 * 22), days: 60 }).data).found).toEqual([])
  })

  test('a part of the time is judged as the whole is', () => {
    const stops = (hours: number[]) => [120, 200, 300].forEach((day) => hours.fill(0, 24 * day, 24 * (day + 2)))
    const { data, daily, at } = daysOf({ days: 400, change: stops })
    const all = judge(data).found
    expect(all).toHaveLength(3)
    const { beforeDays, afterDays } = rule.reach as { beforeDays: number; afterDays: number }
    for (let day = 90; day < 380; day += 3) {
      const window = { fromMs: at(day * 24), toMs: at((day + 4) * 24) }
      const part = without(daily, (atMs) => atMs < window.fromMs - beforeDays * DAY || atMs > window.toMs + afterDays * DAY)
      const touching = all.filter(({ fromMs, toMs }) => fromMs <= window.toMs && (toMs ?? Infinity) >= window.fromMs)
      const found = rule.judge({ ...data, archives: [part] }, { duration: 24, short: 6 }, window).found
      expect(
        found.map(({ fromMs, toMs }) => [fromMs, toMs]),
        `day ${day}`,
      ).toEqual(touching.map(({ fromMs, toMs }) => [fromMs, toMs]))
    }
  })
})
