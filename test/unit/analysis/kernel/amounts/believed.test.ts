import { describe, expect, test } from 'vitest'
import { amountsOf, assembled } from '../../../../../electron/analysis/kernel/amounts/assemble.ts'
import { hoursOf } from '../../../../../electron/analysis/kernel/amounts/hours.ts'
import { ledgerOf } from '../../../../../electron/analysis/kernel/amounts/ledger.ts'
import { rangeOf } from '../../../../../electron/analysis/kernel/amounts/range.ts'
import type { ConsumptionSource } from '../../../../../electron/analysis/kernel/amounts/source.ts'
import { facts } from '../../../../../electron/analysis/station/facts/facts.ts'
import { hoursTold } from '../../../../../electron/contract/known-hours.ts'
import { DAY_MS, HOUR_MS } from '../../../../../electron/contract/time/units.ts'
import { STATIONS, world } from '../../../../support/worlds/world.ts'

const GAS = { zone: 'UTC', contractHour: 0 }
const BEGIN = Date.UTC(2026, 9, 1)
const DAYS = 30
/** 30 to 49 m³ an hour, otherwise in each. */
const TRUE = Array.from({ length: DAYS * 24 }, (_, at) => 30 + ((at * 7) % 20) + (at % 24) / 100)
const DAY_OF = (day: number) =>
  Number(
    TRUE.slice(day * 24, day * 24 + 24)
      .reduce((sum, m3) => sum + m3, 0)
      .toFixed(6),
  )
const COUNTS = TRUE.reduce<number[]>((sums, m3, at) => [...sums, Number(((sums[at - 1] ?? 137_000) + m3).toFixed(3))], [])

type Column = (number | null)[]
interface Sent {
  volumes?: Column
  counts?: Column
  days?: Column
  breaksMs?: number[]
}
const told = (values: Column | undefined) => (values ? { toBase: { factor: 1, offset: 0 }, values: numbers(values) } : null)
const numbers = (values: Column) => Float64Array.from(values, (value) => value ?? Number.NaN)

const endsMs = (every: number, length: number) => Float64Array.from({ length }, (_, at) => BEGIN + (at + 1) * every)

/** The records of those hours that have a number. */
function withoutNone(hours: Column) {
  const rows = hours.flatMap((m3, at) => (m3 === null ? [] : [{ m3, at }]))
  return amountsOf(
    Float64Array.from(rows, ({ at }) => BEGIN + (at + 1) * HOUR_MS),
    { volume: told(rows.map(({ m3 }) => m3)), counter: null },
  )
}

function sourceOf({ volumes, counts, days, breaksMs = [] }: Sent): ConsumptionSource {
  const hours = volumes ?? counts
  return assembled({ unit: 'standard_m3', channel: 'V', breaksMs, abnormal: [], substitute: null }, [
    ...(hours
      ? [
          {
            every: 'hour' as const,
            read: amountsOf(endsMs(HOUR_MS, hours.length), { volume: told(volumes), counter: told(counts) }),
            minutes: new Map([[0, hours.length]]),
          },
        ]
      : []),
    ...(days ? [{ every: 'day' as const, read: amountsOf(endsMs(DAY_MS, days.length), { volume: told(days), counter: null }) }] : []),
  ])
}
const daysOf = (source: ConsumptionSource) => ledgerOf(source, rangeOf(source, GAS), GAS).days
const dayOf = (sent: Sent, day: number) => daysOf(sourceOf(sent))[day]
const with_ = (values: Column, changed: Record<number, number | null>): Column =>
  values.map((value, at) => (at in changed ? (changed[at] as number | null) : value))
const whys = ({ refuted = [] }: ConsumptionSource) => refuted.map(({ archive, what, why }) => `${archive} ${what} ${why}`)
const ALL_DAYS = Array.from({ length: DAYS }, (_, day) => DAY_OF(day))
const AT = 10 * 24 + 5

describe('a counter that goes away and comes back', () => {
  test.for([
    ['is too high for one record', { [AT]: 138_900 + 10_000 }],
    ['is nought once', { [AT]: 0 }],
    ['stands for no value in two records', { [AT]: 186_227.087, [AT + 1]: 186_227.087 }],
  ] as const)('counts nothing of it where it %s', ([, changed]) => {
    const source = sourceOf({ counts: with_(COUNTS, changed) })
    const day = daysOf(source)[10]
    expect(day?.m3).toBeCloseTo(DAY_OF(10), 6)
    expect(day).toMatchObject({ unknown: 0, byCounter: Object.keys(changed).length })
    expect(new Set(whys(source))).toEqual(new Set(['hourly counter away_and_back']))
    expect(
      Math.max(...hoursOf(source.hourly as NonNullable<typeof source.hourly>, []).amounts.filter((m3) => !Number.isNaN(m3))),
    ).toBeLessThan(50)
  })

  test('is believed where it falls to stay, where a meter was exchanged and where it wavers by a step', () => {
    const falls = COUNTS.map((count, at) => (at < AT ? count : count - 2000))
    expect(whys(sourceOf({ counts: falls }))).toEqual([])
    expect(daysOf(sourceOf({ counts: falls }))[10]).toMatchObject({ unknown: 1 })
    expect(whys(sourceOf({ counts: with_(COUNTS, { [AT]: 0 }), breaksMs: [BEGIN + (AT + 1) * HOUR_MS] }))).toEqual([])
    const idle = Array.from({ length: 200 }, (_, at) => (at === 100 ? 500.01 : 500))
    expect(whys(sourceOf({ counts: idle }))).toEqual([])
  })
})

describe('a counter that begins again', () => {
  const over = (width: number, begins = 0) => COUNTS.map((count) => Number(((count - 137_000 + begins) % width).toFixed(3)))

  test.for([
    ['16 bits of hundredths, every sixteen hours', 655.36, 0],
    ['23 bits of tenths, once', 838_860.8, 830_000],
    ['five digits, once', 100_000, 95_000],
    ['a width of its own, again and again', 6000, 0],
  ] as const)('goes on over it: %s', ([, width, begins]) => {
    const source = sourceOf({ counts: over(width, begins) })
    const days = daysOf(source).slice(1)
    days.forEach((day, at) => {
      expect(day.unknown).toBe(0)
      expect(day.m3).toBeCloseTo(DAY_OF(at + 1), 2)
    })
    expect(source.refuted ?? []).toEqual([])
  })

  test('is no rollover where the counter was set to nought at some number', () => {
    const set = COUNTS.map((count, at) => (at < AT ? count : count - (COUNTS[AT - 1] as number)))
    expect(dayOf({ counts: set }, 10)).toMatchObject({ unknown: 1 })
  })
})

describe('volumes of hours', () => {
  const becomesCounter = TRUE.map((m3, at) => (at < AT ? m3 : (COUNTS[at] as number)))

  test('that are the counter from an hour on are told by the counter, and by no day where it is lost', () => {
    const source = sourceOf({ volumes: becomesCounter, counts: COUNTS, days: ALL_DAYS })
    const days = daysOf(source)
    expect(days[10]?.m3).toBeCloseTo(DAY_OF(10), 6)
    expect(days[10]).toMatchObject({ received: 5, byCounter: 19, unknown: 0 })
    expect(days[20]?.m3).toBeCloseTo(DAY_OF(20), 6)
    expect(new Set(whys(source))).toEqual(new Set(['hourly volume is_counter']))
  })

  test('that another order of the counter’s rise refutes, amid hours that agree with it', () => {
    const source = sourceOf({ volumes: with_(TRUE, { [AT]: 9000, [AT + 1]: 186_227.087 }), counts: COUNTS })
    expect(daysOf(source)[10]).toMatchObject({ received: 22, byCounter: 2, unknown: 0 })
    expect(daysOf(source)[10]?.m3).toBeCloseTo(DAY_OF(10), 6)
    expect(whys(source)).toEqual(['hourly volume against_counter', 'hourly volume against_counter'])
  })

  test('that are more than twice their day leave it to the day', () => {
    const source = sourceOf({ volumes: with_(TRUE, { [AT]: 9000 }), days: ALL_DAYS })
    expect(daysOf(source)[10]).toMatchObject({ way: 'daily', received: 23, byDaily: 1, m3: DAY_OF(10) })
    expect(whys(source)).toEqual(['hourly volume against_day'])
  })

  test('of nought are wrong where counter and day agree on another order', () => {
    const source = sourceOf({ volumes: with_(TRUE, { [AT]: 0, [AT + 1]: 0 }), counts: COUNTS, days: ALL_DAYS })
    expect(daysOf(source)[10]?.m3).toBeCloseTo(DAY_OF(10), 6)
    // By the counter alone nobody can say which of the two is right.
    expect(whys(sourceOf({ volumes: with_(TRUE, { [AT]: 0 }), counts: COUNTS }))).toEqual([])
  })

  test('that stand for no value again and again are unknown where nothing else tells them', () => {
    const sentinel = { [AT]: 186_227.087, [AT + 1]: 186_227.087, [AT + 30]: 186_227.087 }
    const source = sourceOf({ volumes: with_(TRUE, sentinel) })
    expect(daysOf(source)[10]).toMatchObject({ received: 22, unknown: 2 })
    expect(whys(source)).toEqual(Array.from({ length: 3 }, () => 'hourly volume no_value'))
    // A day that has them added up tells nothing either.
    const days = with_(ALL_DAYS, { 10: DAY_OF(10) + 2 * 186_227.087 })
    expect(dayOf({ volumes: with_(TRUE, sentinel), days }, 10)).toMatchObject({ received: 22, unknown: 2 })
  })

  test('are believed however large they are where the counter rose as much, and where nothing contradicts them', () => {
    const large = with_(TRUE, { [AT]: 900 })
    const counts = COUNTS.map((count, at) => (at < AT ? count : count + 900 - (TRUE[AT] as number)))
    expect(whys(sourceOf({ volumes: large, counts }))).toEqual([])
    expect(whys(sourceOf({ volumes: large }))).toEqual([])
    // A counter that steps ahead by a day's gas is the wrong one: the volumes count.
    const ahead = COUNTS.map((count, at) => (at < AT ? count : count + 1500))
    expect(whys(sourceOf({ volumes: TRUE, counts: ahead, days: ALL_DAYS }))).toEqual([])
    expect(dayOf({ volumes: TRUE, counts: ahead }, 10)?.m3).toBeCloseTo(DAY_OF(10), 6)
  })
})

describe('a record that brings what those before it lack', () => {
  const three = Number((DAY_OF(10) + DAY_OF(11) + DAY_OF(12)).toFixed(6))

  test.for([
    ['missing', { 10: null, 11: null, 12: three }],
    ['nought', { 10: 0, 11: 0, 12: three }],
  ] as const)('is known for its span alone, where the days before it are %s', ([, changed]) => {
    const source = sourceOf({ days: with_(ALL_DAYS, changed) })
    const { days, fills } = ledgerOf(source, rangeOf(source, GAS), GAS)
    expect(days.slice(10, 13).map(({ m3, unknown }) => [m3, unknown])).toEqual([
      [null, 24],
      [null, 24],
      [null, 24],
    ])
    expect(fills).toEqual([expect.objectContaining({ firstDay: '2026-10-11', lastDay: '2026-10-13', hours: 72 })])
    expect(fills[0]?.m3).toBeCloseTo(three, 6)
    expect(days[13]).toMatchObject({ m3: DAY_OF(13), unknown: 0 })
  })

  test.for([
    ['by as many of its hours as tell a day', 6, true],
    ['by no hours where there are fewer', 7, false],
  ] as const)('is told %s', ([, lost, isTold]) => {
    // The hours of the first eleven days and of the day itself, of which so many are lost.
    const volumes = TRUE.map((m3, at) => (Math.floor(at / 24) === 12 ? m3 : null))
    const hours = with_(volumes, Object.fromEntries(Array.from({ length: lost }, (_, at) => [12 * 24 + at, null])))
    const archive = assembled({ unit: 'standard_m3', channel: 'V', breaksMs: [], abnormal: [], substitute: null }, [
      { every: 'hour', read: withoutNone(hours), minutes: new Map([[0, 24]]) },
      {
        every: 'day',
        read: amountsOf(endsMs(DAY_MS, DAYS), { volume: told(with_(ALL_DAYS, { 10: null, 11: null, 12: three })), counter: null }),
      },
    ])
    expect(whys(archive).includes('daily volume catch_up')).toBe(!isTold)
  })

  test('is a large day where the counter counted the days before it apart, or its amount fits no such span', () => {
    expect(dayOf({ days: with_(ALL_DAYS, { 10: null, 11: null, 12: 9 * three }) }, 12)).toMatchObject({
      m3: Number((9 * three).toFixed(6)),
      unknown: 0,
    })
    expect(dayOf({ days: with_(ALL_DAYS, { 12: three }) }, 12)).toMatchObject({ m3: three, unknown: 0 })
  })
})

test('in worlds without such values nothing is refuted, whatever else was planted', () => {
  for (const seed of [1, 2])
    for (let index = 0; index < STATIONS; index++) {
      const { data, faults } = world(seed).station(index)
      const source = facts(data).source()?.source
      expect(source?.refuted ?? [], `world ${seed}, station ${index}: ${faults.map(({ what }) => what).join()}`).toEqual([])
      if (source)
        for (const day of ledgerOf(source, rangeOf(source, data.gas), data.gas).days) expect(hoursTold(day)).toBeGreaterThanOrEqual(0)
    }
})
