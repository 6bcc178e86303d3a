import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule } from '../../../../electron/analysis/rules/spike.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, spoilt } from '../../../support/gas-use.ts'
import {
  archive,
  channel,
  DAY,
  events,
  gauss,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  station,
  without,
} from '../../../support/station-data.ts'

const thresholds = usualThresholds().spike
const judge = (data: StationData, window = EVER) => rule.judge(data, thresholds, window)
const at = (hour: number) => MONDAY + hour * HOUR

/** Pressure and temperature that move slowly, with some noise. */
function states(change: (pressure: number[], temperature: number[]) => void = () => undefined): StationData {
  const next = random(9)
  const hours = Array.from({ length: 24 * 60 }, (_, hour) => hour)
  const pressure = hours.map((hour) => rounded(300 + 4 * Math.sin(hour / 40) + 0.5 * gauss(next), 2))
  const temperature = hours.map((hour) => rounded(4 * Math.sin(hour / 24) + 0.3 * gauss(next), 1))
  change(pressure, temperature)
  const channels = [channel('pressure', pressure), channel('temperature', temperature)]
  return station({ archives: [archive('hourly', hoursAfter(MONDAY, hours.length), channels)] })
}

describe('one hour far from its neighbours', () => {
  test('of pressure, temperature and volume', () => {
    const data = states((pressure, temperature) => {
      pressure[700] = 330
      temperature[900] = -12
    })
    const found = judge(data).found
    expect(found.map(({ channelVarname, fromMs, toMs, detail, flag }) => ({ channelVarname, fromMs, toMs, detail, flag }))).toEqual([
      { channelVarname: 'pressure', fromMs: at(700), toMs: at(701), detail: 'high', flag: 4 },
      { channelVarname: 'temperature', fromMs: at(900), toMs: at(901), detail: 'low', flag: 4 },
    ])
    const use = gasUse({ change: (hours) => (hours[800] = 900) })
    expect(judge(use.data).found).toMatchObject([{ channelVarname: 'standardVolume', fromMs: at(800), toMs: at(801), unit: 'z' }])
  })

  test('its threshold tells suspect from fail', () => {
    const { found } = rule.judge(
      states((pressure) => (pressure[700] = 330)),
      { ...thresholds, fail: 1e6 },
      EVER,
    )
    expect(found).toMatchObject([{ flag: 3, threshold: 3.5 }])
  })
})

describe('no finding', () => {
  test('in noise, in a daily pattern, at a station that is used in bursts', () => {
    expect(judge(states()).found).toEqual([])
    for (const seed of [1, 2, 3, 4]) expect(judge(gasUse({ seed }).data).found).toEqual([])
    const next = random(4)
    expect(judge(gasUse({ use: () => (next() < 0.15 ? 4 + next() : 0) }).data).found).toEqual([])
    expect(judge(gasUse({ use: (hour) => (hour % 24 === 7 ? 300 : 50) }).data).found).toEqual([])
  })

  test('at a step, a zero or a channel that stands still but for one digit', () => {
    expect(
      judge(
        states((pressure) => {
          for (let hour = 700; hour < pressure.length; hour++) pressure[hour] = (pressure[hour] ?? 0) + 40
        }),
      ).found,
    ).toEqual([])
    expect(judge(gasUse({ change: (hours) => (hours[800] = 0) }).data).found).toEqual([])
    expect(judge(gasUse({ change: (hours) => hours.fill(0, 700, 800) }).data).found).toEqual([])
    expect(
      judge(
        states((pressure) => {
          pressure.fill(300)
          pressure[500] = 300.01
        }),
      ).found,
    ).toEqual([])
  })

  test('beside a gap, an exchange or a clock that was set', () => {
    const { hourly, data } = gasUse({ change: (hours) => (hours[800] = 900) })
    expect(judge({ ...data, archives: [without(hourly, (end) => end === at(800))] }).found).toEqual([])
    for (const role of ['meterExchanged', 'clockSet'] as const)
      expect(judge({ ...data, events: { changes: events([{ atMs: at(800.5), meaning: { role } }]) } }).found).toEqual([])
  })
})

test('without an hourly archive, or in a unit that nobody knows, it does not judge', () => {
  expect(judge(station()).notEvaluated).toMatchObject([{ why: 'no_hourly' }])
  const odd = archive('hourly', hoursAfter(MONDAY, 100), [channel('pressure', new Array(100).fill(1), { unit: 'furlong' })])
  expect(judge(station({ archives: [odd] })).notEvaluated).toMatchObject([{ why: 'unknown_unit' }])
})

test('judged window by window it finds what it finds at once, also from the readings within its reach alone', () => {
  const { reach } = rule
  if (reach === 'all') throw new Error('it reaches some days')
  const { data, hourly } = gasUse({ days: 70 })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 2, max: 24 * 70 - 3 }), { maxLength: 12 }),
      fc.integer({ min: 2, max: 30 }),
      (hours, length) => {
        const whole = spoilt(hourly, 0, (values) => {
          for (const hour of hours) values[hour] = (values[hour] ?? 0) * 8
        })
        const all = judge({ ...data, archives: [whole] }).found
        const found = new Map<number, (typeof all)[number]>()
        for (let day = -1; day <= 70; day += length) {
          const window = { fromMs: MONDAY + day * DAY, toMs: MONDAY + (day + length) * DAY }
          const part = without(whole, (end) => end < window.fromMs - reach.beforeDays * DAY || end > window.toMs + reach.afterDays * DAY)
          for (const one of judge({ ...data, archives: [part] }, window).found) found.set(one.fromMs, one)
        }
        const ofWindows = [...found.values()].sort((a, b) => a.fromMs - b.fromMs)
        expect(ofWindows.map(({ fromMs, flag }) => [fromMs, flag])).toEqual(all.map(({ fromMs, flag }) => [fromMs, flag]))
      },
    ),
    { numRuns: 25 },
  )
})
