import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule } from '../../../../electron/analysis/rules/level-shift.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, someUse } from '../../../support/gas-use.ts'
import { DAY, random, without } from '../../../support/station-data.ts'

const usual = usualThresholds().level_shift
const judge = (data: StationData, thresholds = usual, window = EVER) => rule.judge(data, thresholds, window)
const times =
  (by: number, from: number, to = Infinity) =>
  (hours: number[]) =>
    hours.forEach((m3, hour) => hour >= from && hour < to && (hours[hour] = m3 * by))
const D = 24

describe('the level of a week', () => {
  test('that falls from one day to the next and stays so is found, with what is missing', () => {
    const { data, at, hours } = gasUse({ days: 150, change: times(0.6, 100 * D, 110 * D) })
    const { found, evaluated } = judge(data)
    expect(found).toMatchObject([
      { flag: 3, detail: 'lower_level', unit: 'percent', measure: expect.closeTo(40, -0.8) as number, threshold: 30 },
    ])
    expect(Math.abs((found[0]?.fromMs ?? 0) - at(100 * D))).toBeLessThanOrEqual(DAY)
    expect(Math.abs((found[0]?.toMs ?? 0) - at(110 * D))).toBeLessThanOrEqual(DAY)
    const used = hours.slice(100 * D, 110 * D).reduce((sum, m3) => sum + m3, 0)
    expect(found[0]?.m3).toBeGreaterThan((0.85 * used * 0.4) / 0.6)
    expect(found[0]?.m3).toBeLessThan((1.15 * used * 0.4) / 0.6)
    expect(evaluated).toHaveLength(1)
  })

  test('that rises is found; while it lasts it has no end, and after five weeks it is the usual', () => {
    expect(judge(gasUse({ days: 115, change: times(1.6, 100 * D) }).data).found).toMatchObject([{ detail: 'higher_level', toMs: null }])
    const { data, at } = gasUse({ days: 170, change: times(1.6, 100 * D) })
    const { found } = judge(data)
    expect(found).toMatchObject([{ detail: 'higher_level' }])
    expect(Math.abs((found[0]?.toMs ?? 0) - at(135 * D))).toBeLessThanOrEqual(DAY)
  })

  test('is no finding where it is within the threshold, lasts three days, or goes slowly', () => {
    expect(judge(gasUse({ days: 150, change: times(0.8, 100 * D, 110 * D) }).data).found).toEqual([])
    expect(judge(gasUse({ days: 150, change: times(0.8, 100 * D, 110 * D) }).data, { ...usual, percent: 10 }).found).toHaveLength(1)
    expect(judge(gasUse({ days: 150, change: times(0.5, 100 * D, 103 * D) }).data).found).toEqual([])
    const use = someUse()
    expect(judge(gasUse({ days: 300, use: (hour) => use(hour) * (1.5 + Math.sin((2 * Math.PI * hour) / 8760)) }).data).found).toEqual([])
  })

  test('is no finding where weeks differ by themselves, weekends rest, or it only comes back', () => {
    const use = someUse()
    const restless = (hour: number) => use(hour) * (1 + 0.5 * Math.sin(Math.floor(hour / 168) * 2.1))
    expect(judge(gasUse({ days: 200, use: restless }).data).found).toEqual([])
    expect(judge(gasUse({ days: 200, use: (hour) => (hour % 168 > 118 ? 0.1 : 1) * use(hour) }).data).found).toEqual([])
    const lower = judge(gasUse({ days: 200, change: times(0.5, 100 * D, 125 * D) }).data).found
    expect(lower.map(({ detail }) => detail)).toEqual(['lower_level'])
  })

  test('is no finding where the same weeks of the year before were so', () => {
    const holidays = (hours: number[]) => [90, 90 + 364].forEach((day) => times(0.4, day * D, (day + 9) * D)(hours))
    const { data, at } = gasUse({ days: 480, change: holidays })
    const { found } = judge(data)
    expect(found).toHaveLength(1)
    expect(found[0]?.fromMs).toBeLessThan(at(120 * D))
  })
})

describe('the night base', () => {
  /** A shop: 5 m³/h at night, 100 by day. */
  const shop = (seed = 3) => {
    const use = someUse(seed)
    return (hour: number) => (hour % 24 < 12 ? 0.05 : 1) * use(hour)
  }
  const leak =
    (by: number, from: number, to = Infinity) =>
    (hours: number[]) =>
      hours.forEach((m3, hour) => hour >= from && hour < to && (hours[hour] = m3 + by))

  test('that rises and stays is found, with what has flowed', () => {
    const { data, at } = gasUse({ use: shop(), days: 140, change: leak(6, 100 * D, 120 * D) })
    const { found } = judge(data)
    expect(found).toMatchObject([{ flag: 3, detail: 'night_base', unit: 'm3h', measure: expect.closeTo(6, -0.3) as number }])
    expect(Math.abs((found[0]?.fromMs ?? 0) - at(100 * D))).toBeLessThanOrEqual(DAY)
    expect(found[0]?.m3).toBeGreaterThan(0.8 * 6 * 24 * 20)
    expect(found[0]?.m3).toBeLessThan(1.2 * 6 * 24 * 21)
  })

  test('is none where it is a night, too little, or the whole day rises with it', () => {
    expect(judge(gasUse({ use: shop(), days: 140, change: leak(6, 100 * D, 101 * D) }).data).found).toEqual([])
    expect(judge(gasUse({ use: shop(), days: 140, change: leak(0.5, 100 * D) }).data).found).toEqual([])
    expect(judge(gasUse({ use: shop(), days: 140, change: times(1.25, 100 * D) }).data).found).toEqual([])
  })

  test('a leak that changes the level too is said once', () => {
    expect(judge(gasUse({ use: shop(), days: 140, change: leak(40, 100 * D) }).data).found).toHaveLength(1)
  })
})

test('nine weeks of history come first', () => {
  expect(judge(gasUse({ days: 60 }).data).notEvaluated).toMatchObject([{ why: 'too_few' }])
})

test('a part of the time is judged as the whole is', () => {
  const use = someUse(9)
  const faults = (hours: number[]) => {
    times(0.5, 150 * D, 165 * D)(hours)
    times(1.7, 240 * D, 300 * D)(hours)
  }
  const { data, at } = gasUse({ days: 330, use: (hour) => (hour % 24 < 10 ? 0.1 : 1) * use(hour), change: faults })
  const all = judge(data).found
  expect(all.map(({ detail }) => detail)).toEqual(['lower_level', 'higher_level'])
  const { beforeDays, afterDays } = rule.reach as { beforeDays: number; afterDays: number }
  for (let day = 140; day < 320; day += 3) {
    const window = { fromMs: at(day * D), toMs: at((day + 4) * D) }
    const archives = data.archives.map((one) =>
      without(one, (atMs) => atMs < window.fromMs - beforeDays * DAY || atMs > window.toMs + afterDays * DAY),
    )
    const touching = all.filter(({ fromMs, toMs }) => fromMs <= window.toMs && (toMs ?? Infinity) >= window.fromMs)
    // How far a shift goes on beyond the window is judged with a window that holds its end.
    const begins = (some: typeof all) => some.map(({ fromMs, detail, measure }) => ({ fromMs, detail, measure }))
    expect(begins(judge({ ...data, archives }, usual, window).found), `day ${day}`).toEqual(begins(touching))
  }
})

describe('a device that archives days alone', () => {
  const daysOf = (given: Parameters<typeof gasUse>[0]) => {
    const { data, daily, at } = gasUse({ days: 150, ...given })
    return { data: { ...data, archives: [daily] }, daily, at }
  }

  test('has the level of its gas days judged, by its volumes and by its counter alone', () => {
    const { data, daily, at } = daysOf({ change: times(0.6, 100 * D, 110 * D) })
    const counted = { ...data, archives: [{ ...daily, channels: daily.channels.slice(1) }] }
    for (const station of [data, counted]) {
      const { found, evaluated } = judge(station)
      expect(found).toMatchObject([
        {
          flag: 3,
          archiveType: 'daily',
          detail: 'lower_level',
          fromMs: at(100 * D),
          toMs: at(110 * D),
          measure: expect.closeTo(40, -0.8) as number,
        },
      ])
      expect(found[0]?.evidence.records[0]).toBe(at(101 * D))
      expect(evaluated).toMatchObject([{ archiveType: 'daily' }])
    }
  })

  test('is no finding where it lasts three days, or where days at that level are its way', () => {
    expect(judge(daysOf({ change: times(0.5, 100 * D, 103 * D) }).data).found).toEqual([])
    // A kiln that is fired or not for some days, in no rhythm: a week of one kind comes by chance.
    const [use, next] = [someUse(4), random(9)]
    let isOff = false
    const shares = Array.from({ length: 200 }, () => {
      if (next() > 0.6) isOff = !isOff
      return isOff ? 0.45 : 1
    })
    const kiln = daysOf({ days: 200, use: (hour) => use(hour) * (shares[Math.floor(hour / D)] ?? 1) })
    expect(judge(kiln.data).found).toEqual([])
  })

  test('ten weeks of days come first', () => {
    const { found, notEvaluated } = judge(daysOf({ days: 60 }).data)
    expect(found).toEqual([])
    expect(notEvaluated).toEqual([{ archiveType: 'daily', channelVarname: 'standardVolume', why: 'too_few' }])
  })

  test('a part of the time is judged as the whole is', () => {
    const faults = (hours: number[]) => {
      times(0.5, 150 * D, 165 * D)(hours)
      times(1.7, 240 * D, 300 * D)(hours)
    }
    const { data, daily, at } = daysOf({ days: 330, change: faults })
    const all = judge(data).found
    expect(all.map(({ detail }) => detail)).toEqual(['lower_level', 'higher_level'])
    const { beforeDays, afterDays } = rule.reach as { beforeDays: number; afterDays: number }
    for (let day = 140; day < 320; day += 3) {
      const window = { fromMs: at(day * D), toMs: at((day + 4) * D) }
      const part = without(daily, (atMs) => atMs < window.fromMs - beforeDays * DAY || atMs > window.toMs + afterDays * DAY)
      const touching = all.filter(({ fromMs, toMs }) => fromMs <= window.toMs && (toMs ?? Infinity) >= window.fromMs)
      const begins = (some: typeof all) => some.map(({ fromMs, detail, measure }) => ({ fromMs, detail, measure }))
      expect(begins(judge({ ...data, archives: [part] }, usual, window).found), `day ${day}`).toEqual(begins(touching))
    }
  })
})
