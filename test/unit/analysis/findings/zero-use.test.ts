import { describe, expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/findings/rule.ts'
import { rule } from '../../../../electron/analysis/findings/rules/zero-use.ts'
import { gasUse, someUse } from '../../../support/gas-use.ts'
import { events, without } from '../../../support/station-data.ts'

const judge = (data: Parameters<typeof rule.judge>[0], duration = 24, short = 6) =>
  rule.judge(data, { duration, short }, EVER)
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
    const decline = (hours: number[]) =>
      hours.fill(0, 1000, 1008).forEach((m3, at) => at > 900 && (hours[at] = m3 * 0.3))
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
  const valve = events([{ atMs: at(999), meaning: { role: 'valveShut' } }, { atMs: at(1060), meaning: { role: 'valveOpen' } }]) // oxfmt-ignore
  expect(judge({ ...data, events: { valve } }).found).toEqual([])
  const opened = events([{ atMs: at(800), meaning: { role: 'valveShut' } }, { atMs: at(900), meaning: { role: 'valveOpen' } }]) // oxfmt-ignore
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
