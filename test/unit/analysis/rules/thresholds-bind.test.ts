import { describe, expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { explainedHoles } from '../../../../electron/analysis/answers/holes.ts'
import type { Rule } from '../../../../electron/analysis/rules/say/rule.ts'
import { RULE_BY_CODE } from '../../../../electron/analysis/rules/index.ts'
import { RULE_CODES, RULES, usualThresholds, type RuleCode, type Thresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, someUse, spoilt, type Use } from '../../../support/gas-use.ts'
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
  setting,
  snapshot,
  station,
  without,
} from '../../../support/station-data.ts'

/** What a user can set decides: for each threshold of each rule there are data of which another value finds other things. */

interface Case {
  data: () => StationData
  /** Two values of the threshold that find different things. */
  values: readonly [number, number]
  /** Other thresholds of the rule that are not as usual. */
  beside?: Readonly<Record<string, number>>
}
type Key<Code extends RuleCode> = keyof Thresholds[Code]

const at = (hour: number) => MONDAY + hour * HOUR
const hourly = (...channels: Parameters<typeof channel>[]): StationData => {
  const made = channels.map((one) => channel(...one))
  return station({ archives: [archive('hourly', hoursAfter(MONDAY, made[0]?.values.length ?? 0), made)] })
}
const filled = (from: number, to: number, m3: number) => (hours: number[]) => void hours.fill(m3, from, to)

/** The daily record of one day is more than its hours by so many m³ of about 2400. */
const dayOff = (m3: number) => (): StationData => {
  const { hourly: hours, daily, data } = gasUse()
  return { ...data, archives: [hours, spoilt(daily, 0, (values) => (values[30] = (values[30] ?? 0) + m3))] }
}
/** The counter rises by so many m³ more than the volume of one hour of about 100. */
const counterOff = (m3: number) => (): StationData => {
  const { hourly: hours, data } = gasUse()
  const off = spoilt(hours, 1, (values) => {
    for (let hour = 700; hour < values.length; hour++) values[hour] = rounded((values[hour] ?? 0) + m3, 2)
  })
  return { ...data, archives: [off] }
}
/** A branch that begins at the station lost a tenth for so many days. */
const leakingFor = (days: number) => (): StationData => {
  const day = (at: number) => ({
    fromMs: MONDAY + at * DAY,
    toMs: MONDAY + (at + 1) * DAY,
    inputM3: 100,
    outputM3: at >= 10 && at < 10 + days ? 90 : 100,
    differenceM3: at >= 10 && at < 10 + days ? 10 : 0,
    uncertaintyM3: 3,
    hoursCompared: 24,
    hours: 24,
  })
  return station({ branches: () => [{ id: 'b', name: 'North', days: Array.from({ length: 30 }, (_, at) => day(at)) }] })
}
/** For so many days the device closed its days two hours late. */
const shiftedFor = (days: number) => (): StationData => {
  const use: Use = gasUse({ days })
  const late = spoilt(use.daily, 0, (values) => {
    for (let day = 0; day + 1 < days; day++)
      values[day] = rounded(
        use.hours.slice(24 * day + 2, 24 * day + 26).reduce((sum, m3) => sum + m3, 0),
        2,
      )
  })
  return { ...use.data, archives: [use.hourly, { ...late, channels: late.channels.slice(0, 1) }] }
}
const limited = (quantity: 'pressure' | 'temperature' | 'workingFlow') => () =>
  hourly([quantity, Array.from({ length: 100 }, (_, hour) => (hour === 50 ? 90 : hour === 70 ? 10 : 50))])

/** Pressure with noise that stands still for some hours, while gas flows. */
const stuck =
  (hours: number, moves = 0) =>
  (): StationData => {
    const next = random(4)
    const pressure = Array.from({ length: 24 * 60 }, () => rounded(300 + 4 * gauss(next), 1))
    for (let hour = 500; hour < 500 + hours; hour++) pressure[hour] = 301.5 + (hour % 2) * moves
    return hourly(['pressure', pressure], ['standardVolume', pressure.map(() => 10)])
  }
function substituted(): StationData {
  const next = random(11)
  const pressure = Array.from({ length: 24 * 60 }, (_, hour) => (hour >= 100 && hour < 103 ? 350 : rounded(300 + 4 * gauss(next), 1)))
  const settings = [snapshot(MONDAY, [setting('substitute', '0,35', { unit: 'МПа', quantity: 'pressure' })])]
  return { ...hourly(['pressure', pressure], ['standardVolume', pressure.map(() => 10)]), settings }
}
/** One hour of so many of a quantity beside `usual` with noise. */
const oneHour = (quantity: 'pressure' | 'temperature' | 'standardVolume', usual: number, deviation: number, value: number) => () => {
  const next = random(6)
  const values = Array.from({ length: 24 * 60 }, (_, hour) => (hour === 700 ? value : rounded(usual + deviation * gauss(next), 2)))
  return hourly([quantity, values])
}
/** About 100 m³ an hour with much noise, but for some hours. */
const noisyHours =
  (from: number, to: number, m3: number, share = 0.03, night = 100) =>
  () => {
    const next = random(8)
    const use = (hour: number) => (hour % 24 >= 14 && hour % 24 < 20 ? night : 100) * Math.exp(share * gauss(next))
    return gasUse({ use, change: filled(from, to, m3) }).data
  }
/** The use of days, with noise of so many hundredths, but for one. */
const noisyDays = (times: number, share: number) => () => {
  const next = random(5)
  const days = Array.from({ length: 60 }, (_, day) => (day === 30 ? times : Math.exp(share * gauss(next))))
  return gasUse({ use: (hour) => 100 * (days[Math.floor(hour / 24)] ?? 1) }).data
}
const converted =
  (off: number, { formula = true } = {}) =>
  (): StationData => {
    const next = random(5)
    const columns = Array.from({ length: 24 * 50 }, (_, hour) => {
      const p = rounded(200 + 4 * Math.sin(hour / 30) + gauss(next), 1)
      const w = rounded(50 * (1 + 0.3 * Math.sin(hour / 4)), 3)
      const factor = (formula ? p / 101.325 : 2) * (formula ? 293.15 / 281.15 : 1)
      return { p, w, s: rounded(w * factor * (hour >= 700 && hour < 750 ? off : 1), 3) }
    })
    const data = hourly(
      ['workingVolume', columns.map(({ w }) => w)],
      ['standardVolume', columns.map(({ s }) => s)],
      ...(formula
        ? ([
            ['pressure', columns.map(({ p }) => p), { basis: 'absolute' }],
            ['temperature', columns.map(() => 8)],
          ] as Parameters<typeof channel>[])
        : []),
    )
    return data
  }
function summaryOff(): StationData {
  const meaning = (role: 'situationBegins' | 'situationEnds') => ({ role, subject: 'a', quantity: 'pressure' as const })
  const nesht = events([
    { atMs: at(1), meaning: meaning('situationBegins') },
    { atMs: at(4), meaning: meaning('situationEnds') },
  ])
  const summary = {
    atMs: at(24),
    value: '185',
    unit: 'мин',
    text: 'Сводка',
    meaning: { role: 'summary' as const, quantity: 'pressure' as const },
  }
  return station({ nowMs: at(240), events: { nesht, nesht_svod: events([summary]) } })
}
const clockSet = () => station({ events: { changes: events([{ atMs: at(24), meaning: { role: 'clockSet' }, value: '-3', unit: 'мин' }]) } })
const silentFor = (hours: number) => (): StationData => {
  const atMs = Float64Array.from({ length: 40 }, (_, session) => at(6 * session))
  const none = new Float64Array(40).fill(NaN)
  const sessions = { atMs, trycnt: none, btm: none, rssi: none, bsg: none, duration: none, traffic: none, nextMs: none }
  return station({ sessions, nowMs: at(6 * 39 + hours) })
}
/** Forty days of records are due, and twelve are fetched. */
const notFetched = (archiveType: 'hourly' | 'daily') => (): StationData => {
  const due = archiveType === 'hourly' ? hoursAfter(MONDAY, 24 * 40) : Array.from({ length: 40 }, (_, day) => MONDAY + (day + 1) * DAY)
  const there = due.filter((atMs) => atMs <= MONDAY + 12 * DAY)
  const one = archive(archiveType, there, [channel('standardVolume', new Float64Array(there.length))], {
    dueMs: due,
    reason: 'not_transmitted',
  })
  return station({ archives: [{ ...one, fetchedToMs: MONDAY + 12 * DAY }], nowMs: MONDAY + 40 * DAY })
}
function dueInFortyDays(): StationData {
  const next = new Date(at(0) + 40 * DAY).toISOString().slice(0, 10)
  return station({ nowMs: at(0), settings: [snapshot(at(-24), [setting('nextVerification', next)])] })
}
/** Ten days of a station that uses so much of the usual. */
const levelled = (by: number) => (): StationData =>
  gasUse({ days: 150, change: (hours) => hours.forEach((m3, hour) => hour >= 2400 && hour < 2640 && (hours[hour] = m3 * by)) }).data
/** A shop that uses little at night, and from day 100 on so many m³/h more. */
function nightLeak(m3: number) {
  return (): StationData => {
    const use = someUse(3)
    const shop = (hour: number) => (hour % 24 < 12 ? 0.05 : 1) * use(hour)
    return gasUse({ use: (hour) => shop(hour) + (hour >= 2400 ? m3 : 0), days: 120 }).data
  }
}
/** The counter stood at 1000 all hour, and somebody read another number. */
const readAtMeter = (said: number) => (): StationData => {
  const [before, after] = [at(0), at(1)].map((atMs) => ({ atMs, value: 1000 }))
  const telemetry = {
    archiveType: 'hourly',
    channelVarname: 'V',
    channelName: null,
    before: before ?? null,
    after: after ?? null,
    value: 1000,
  }
  const told = { decimals: 0, step: 1, flowed: 2000, perMinute: 2, telemetry, why: null }
  const quantities = [{ quantity: 'standardCounter' as const, said, difference: said - 1000, ...told }]
  return station({ meterReadings: [{ id: 'n', atMs: at(0.5), quantities }] })
}
function withHole(): StationData {
  const { data, hourly: hours } = gasUse()
  return { ...data, archives: [without(hours, (end) => end === at(1000))] }
}

const CASES: { [Code in RuleCode]: Readonly<Record<Key<Code>, Case>> } = {
  missing_record: { designCapacity: { data: withHole, values: [100, 200] } },
  off_grid_record: {},
  counter_decrease: {},
  hours_against_day: {
    steps: { data: dayOff(0.5), values: [2, 100], beside: { percent: 0 } },
    percent: { data: dayOff(5), values: [0.1, 1] },
  },
  counter_against_sum: {
    steps: { data: counterOff(0.5), values: [2, 100], beside: { percent: 0 } },
    percent: { data: counterOff(5), values: [0.1, 10] },
  },
  contract_hour: { days: { data: shiftedFor(12), values: [7, 30] } },
  range: {
    pressureMin: { data: limited('pressure'), values: [5, 20] },
    pressureMax: { data: limited('pressure'), values: [80, 100] },
    temperatureMin: { data: limited('temperature'), values: [5, 20] },
    temperatureMax: { data: limited('temperature'), values: [80, 100] },
    flowMax: { data: limited('workingFlow'), values: [80, 100] },
  },
  below_qmin: { qmin: { data: () => hourly(['workingVolume', [50, 50, 2, 2, 50]]), values: [1, 3] } },
  frozen: {
    suspect: { data: stuck(12), values: [6, 20] },
    fail: { data: stuck(40), values: [24, 60] },
    digits: { data: stuck(40, 0.3), values: [1, 4] },
  },
  substitute: { duration: { data: substituted, values: [1, 5] } },
  spike: {
    suspect: { data: oneHour('standardVolume', 100, 20, 210), values: [2, 3.5] },
    fail: { data: oneHour('standardVolume', 100, 10, 400), values: [7, 100] },
    gas: { data: oneHour('standardVolume', 100, 3, 140), values: [30, 50] },
    pressure: { data: oneHour('pressure', 300, 0.2, 302.5), values: [0.5, 1] },
    temperature: { data: oneHour('temperature', 10, 0.05, 10.8), values: [0.5, 1] },
  },
  unusual_hour: {
    above: { data: noisyHours(800, 802, 250, 0.3), values: [0.5, 3.5] },
    below: { data: noisyHours(720, 722, 30, 0.25), values: [0.5, 2.5] },
    high: { data: noisyHours(800, 802, 145), values: [1.3, 1.56] },
    low: { data: noisyHours(800, 802, 68), values: [0.64, 0.8] },
    // At night, from 14 hours after the beginning of the gas day, it uses 60.
    highOfDays: { data: noisyHours(24 * 30 + 15, 24 * 30 + 17, 115, 0.03, 60), values: [1.05, 1.25] },
    lowOfDays: { data: noisyHours(24 * 30 + 12, 24 * 30 + 14, 50, 0.03, 60), values: [0.75, 0.95] },
    share: { data: noisyHours(800, 801, 180), values: [2, 10] },
  },
  unusual_day: {
    low: { data: noisyDays(0.6, 0.05), values: [0.5, 0.7] },
    high: { data: noisyDays(1.6, 0.05), values: [1.4, 2] },
    deviations: { data: noisyDays(2.4, 0.3), values: [1, 4] },
  },
  zero_use: {
    duration: { data: () => gasUse({ change: filled(1000, 1030, 0) }).data, values: [24, 48], beside: { short: 48 } },
    short: { data: () => gasUse({ change: filled(1000, 1010, 0) }).data, values: [6, 12] },
  },
  level_shift: {
    percent: { data: levelled(0.8), values: [10, 30] },
    night: { data: nightLeak(6), values: [2, 40] },
  },
  flow_while_shut: {},
  conversion: {
    formula: { data: converted(1.02), values: [1, 5] },
    median: { data: converted(1.05, { formula: false }), values: [3, 10] },
  },
  abnormal_time: { difference: { data: summaryOff, values: [1, 10] } },
  unexplained_change: {},
  device_clock: { tolerance: { data: clockSet, values: [60, 600] } },
  silent: {
    suspect: { data: silentFor(12), values: [1.5, 2.5] },
    fail: { data: silentFor(24), values: [3, 5] },
  },
  archive_at_risk: {
    share: { data: notFetched('hourly'), values: [70, 90], beside: { hourlyDepth: 35 } },
    hourlyDepth: { data: notFetched('hourly'), values: [35, 100] },
    dailyDepth: { data: notFetched('daily'), values: [35, 100] },
  },
  verification_overdue: { warn: { data: dueInFortyDays, values: [30, 60] } },
  over_limit: {},
  kept_twice: {},
  reading_differs: {
    steps: { data: readAtMeter(1002), values: [1, 2], beside: { percent: 0, minutes: 0 } },
    minutes: { data: readAtMeter(1003), values: [1, 2], beside: { percent: 0 } },
    percent: { data: readAtMeter(1008), values: [0.1, 0.5], beside: { minutes: 0 } },
    fail: { data: readAtMeter(1040), values: [3, 20] },
  },
  imbalance: {
    days: { data: leakingFor(3), values: [3, 4] },
    row: { data: leakingFor(7), values: [7, 8] },
  },
}

/** What is found, but for the numbers that name the threshold. */
function foundBy(code: RuleCode, { data, beside = {} }: Case, key: string, value: number): unknown {
  const usual = usualThresholds()
  const thresholds = { ...usual, [code]: { ...usual[code], ...beside, [key]: value } }
  const rule: Rule = RULE_BY_CODE[code] as Rule
  const made = data()
  if (code === 'missing_record')
    return explainedHoles(made, thresholds, { archiveType: 'hourly', ...EVER }).holes.map(({ billedM3 }) => billedM3)
  return rule
    .judge(made, thresholds[code], EVER)
    .found.map(({ flag, fromMs, toMs, detail, channelVarname }) => ({ flag, fromMs, toMs, detail, channelVarname }))
}

describe.each(RULE_CODES.filter((code) => RULES[code].thresholds.length > 0))('%s', (code) => {
  const cases: Readonly<Record<string, Case>> = CASES[code]

  test.each(RULES[code].thresholds.map(({ key }) => key))('another %s finds other things', (key) => {
    const one = cases[key]
    if (!one) throw new Error(`no data show what ${code}.${key} does`)
    const [a, b] = one.values.map((value) => foundBy(code, one, key, value))
    expect(a).not.toEqual(b)
  })
})
