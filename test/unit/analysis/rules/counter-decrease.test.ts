import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule } from '../../../../electron/analysis/rules/counter-decrease.ts'
import { gasUse, spoilt } from '../../../support/gas-use.ts'
import { archive, channel, DAY, events, hoursAfter, MONDAY, setting, snapshot, station, without } from '../../../support/station-data.ts'

const judge = (data: StationData) => rule.judge(data, {}, EVER)
const reset = (values: Float64Array, from: number, by = values[from - 1] as number) => {
  for (let row = from; row < values.length; row++) values[row] = Number(((values[row] as number) - by).toFixed(2))
}

describe('a counter that falls', () => {
  const { hourly, daily, data, at, counter } = gasUse()
  const fallen = {
    ...data,
    archives: [spoilt(hourly, 1, (values) => reset(values, 900)), spoilt(daily, 1, (values) => reset(values, 37, counter[899]))],
  }

  test('is unexplained where nothing tells why, and said once', () => {
    const { found } = judge(fallen)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ flag: 4, detail: 'unexplained', archiveType: 'hourly', fromMs: at(900), toMs: at(901), unit: 'm3' })
    expect(found[0]?.measure).toBeCloseTo((counter[899] ?? 0) - ((counter[900] ?? 0) - (counter[899] ?? 0)), 2)
  })

  test('is an exchange where an event tells of one within a day', () => {
    const exchange = (atMs: number) => ({ changes: events([{ atMs, meaning: { role: 'meterExchanged' as const } }]) })
    expect(judge({ ...fallen, events: exchange(at(905)) }).found).toMatchObject([{ flag: 3, detail: 'exchange' }])
    expect(judge({ ...fallen, events: exchange(at(905) + 3 * DAY) }).found).toMatchObject([{ detail: 'unexplained' }])
  })

  test('is an exchange where the serial number of the meter changed', () => {
    const settings = [snapshot(at(500), [setting('meterSerial', 'A1')], at(890)), snapshot(at(910), [setting('meterSerial', 'B2')])]
    const [found] = judge({ ...fallen, settings }).found
    expect(found).toMatchObject({ flag: 3, detail: 'exchange' })
    expect(found?.evidence.settings).toMatchObject([{ before: 'A1', after: 'B2' }])
  })
})

test('a counter that runs over its highest number is a rollover', () => {
  const counts = Array.from({ length: 24 * 40 }, (_, hour) => (97_000 + 5 * hour) % 100_000)
  const volumes = counts.map(() => 5)
  const times = hoursAfter(MONDAY, counts.length)
  const data = station({ archives: [archive('hourly', times, [channel('standardVolume', volumes), channel('standardCounter', counts)])] })
  expect(judge(data).found).toMatchObject([{ flag: 3, detail: 'rollover', m3: 5 }])
})

test('no finding across a gap, on a standing counter, or without a number', () => {
  const { hourly, data, at } = gasUse({ use: (hour) => (hour % 50 < 20 ? 0 : 3) })
  const holed = without(hourly, (end) => end > at(100) && end < at(300))
  const odd = spoilt(holed, 1, (values) => values.fill(NaN, 500, 520))
  expect(judge({ ...data, archives: [odd] }).found).toEqual([])
})

test('without a counter nothing is judged', () => {
  const hourly = archive('hourly', hoursAfter(MONDAY, 5), [channel('standardVolume', [1, 2, 3, 4, 5])])
  expect(judge(station({ archives: [hourly] })).notEvaluated).toMatchObject([{ why: 'no_counter' }])
})

describe('how far a counter may fall', () => {
  const counts = (fall: number, decimals = 2) => {
    const { hourly, data } = gasUse({ use: () => 100, decimals })
    return { ...data, archives: [spoilt(hourly, 1, (values) => reset(values, 900, 100 + fall))] }
  }

  test('two steps and one percent of the usual hour are nothing, more is', () => {
    // Nothing was used in that hour, and the counter shows a little less than before.
    const of = (fall: number) => judge(counts(fall)).found.map(({ detail }) => detail)
    expect(of(0.02)).toEqual([])
    expect(of(0.99)).toEqual([])
    expect(of(1.5)).toEqual(['unexplained'])
  })

  test('of a counter in whole m³, two of them are nothing, three are', () => {
    const of = (fall: number) => judge(counts(fall, 0)).found.map(({ detail }) => detail)
    expect(of(2)).toEqual([])
    expect(of(3)).toEqual(['unexplained'])
  })
})

describe('over its highest number', () => {
  /** 5 m³ an hour, 40 in one of them; at hour 600 the counter shows `after` beyond nought. */
  const rolled = (after: number, largest = 40) => {
    const hours = 24 * 40
    let at = 97_000
    const values = Array.from({ length: hours }, (_, hour) => (at += hour === 300 ? largest : 5))
    const before = values[599] as number
    const begun = values.map((value, hour) => (hour < 600 ? value - before + 99_998 : value - (values[600] as number) + after))
    return station({ archives: [archive('hourly', hoursAfter(MONDAY, hours), [channel('standardCounter', begun)])] })
  }

  test('what an hour may bring is a rollover, more is not', () => {
    expect(judge(rolled(30)).found).toMatchObject([{ detail: 'rollover', m3: 32 }])
    expect(judge(rolled(58)).found).toMatchObject([{ detail: 'rollover', m3: 60 }])
    expect(judge(rolled(59)).found).toMatchObject([{ detail: 'unexplained' }])
    // Ten times the usual hour was allowed before.
    expect(judge(rolled(40, 5)).found).toMatchObject([{ detail: 'unexplained' }])
  })
})
