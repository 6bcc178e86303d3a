import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayNumber } from '../../../../electron/contract/time/day.ts'
import { gasDayAt, gasDaysOf, gasDaySpan, gasPeriods } from '../../../../electron/contract/time/gas-day.ts'
import { spanDays } from '../../../../electron/contract/time/span.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../electron/contract/time/units.ts'
import { zoneClock } from '../../../../electron/contract/time/zone.ts'
import { everyChange, FROM_MS, offsetByIntl, TO_MS, ZONES, type ClockChange } from './clock-changes.ts'

/** All zones that the runtime knows, at every change of their clocks from 2020 to 2030. */

const LONG = process.env['METERBOOK_LONG'] === '1'
const CHANGES = everyChange()

/** Changes for which a law does not hold; a list of none says more than thousands of single expectations. */
const broken = (law: (change: ClockChange) => boolean): string[] =>
  CHANGES.filter((change) => !law(change)).map(({ zone, atMs }) => `${zone} ${new Date(atMs).toISOString()}`)

const NEAR = [-HOUR_MS, -SECOND_MS, 0, SECOND_MS, HOUR_MS]

test('there are zones and changes to look at, forward and back, also by half an hour and by more than one', () => {
  expect(ZONES.length).toBeGreaterThan(400)
  expect(CHANGES.length).toBeGreaterThan(2_500)
  const shifts = new Set(CHANGES.map(({ before, after }) => (after - before) / HOUR_MS))
  expect([...shifts]).toEqual(expect.arrayContaining([-1, 1, -0.5, 0.5, 2, -2, 3, -3]))
})

test('remembered offsets are those of Intl, to the second and the hour on both sides', () => {
  expect(
    broken(({ zone, atMs }) => {
      const { offsetMs } = zoneClock(zone)
      return NEAR.every((away) => offsetMs(atMs + away) === offsetByIntl(zone, atMs + away))
    }),
  ).toEqual([])
})

test('the offset changes in that millisecond', () => {
  expect(
    broken(({ zone, atMs, before, after }) => {
      const { offsetMs } = zoneClock(zone)
      return offsetMs(atMs - 1) === before && offsetMs(atMs) === after
    }),
  ).toEqual([])
})

test('UTC to local and back is the same moment; of one that the clock shows twice, the first', () => {
  expect(
    broken(({ zone, atMs, before, after }) => {
      const { momentOf, wallMs } = zoneClock(zone)
      const repeatedMs = Math.max(0, before - after)
      return NEAR.every((away) => {
        const isRepeated = away >= 0 && away < repeatedMs
        return momentOf(wallMs(atMs + away)) === atMs + away - (isRepeated ? repeatedMs : 0)
      })
    }),
  ).toEqual([])
})

test('a wall time that the clock skips is the moment of the jump', () => {
  const forward = CHANGES.filter(({ before, after }) => after > before)
  expect(forward.length).toBeGreaterThan(1_000)
  expect(
    broken(({ zone, atMs, before, after }) => {
      const skipped = [0, (after - before) / 2, after - before - 1, after - before]
      return after < before || skipped.every((past) => zoneClock(zone).momentOf(atMs + before + past) === atMs)
    }),
  ).toEqual([])
})

test('days follow each other without gap or overlap; only the day of the change is not 24 hours long', () => {
  const lengths = new Set<number>()
  expect(
    broken(({ zone, atMs, before, after }) => {
      const { dayAt, dayStartMs, dayEndMs, offsetMs } = zoneClock(zone)
      const changed = [dayAt(atMs - 1), dayAt(atMs)]
      const first = addDays(dayAt(atMs), -2)
      const days = Array.from({ length: 5 }, (_, index) => addDays(first, index))
      for (const day of days) lengths.add((dayEndMs(day) + 1 - dayStartMs(day)) / HOUR_MS)
      const usual = days.filter((day) => !changed.includes(day))
      return (
        usual.every((day) => dayEndMs(day) + 1 - dayStartMs(day) === DAY_MS) &&
        days.every((day) => dayEndMs(day) + 1 === dayStartMs(addDays(day, 1))) &&
        days.every((day) => dayAt(dayStartMs(day)) === day && dayAt(dayEndMs(day)) === day) &&
        days.every((day) => dayStartMs(day) + offsetMs(dayStartMs(day)) >= dayNumber(day) * DAY_MS) &&
        dayStartMs(addDays(first, 5)) - dayStartMs(first) === 5 * DAY_MS - (after - before)
      )
    }),
  ).toEqual([])
  expect([...lengths].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([21, 22, 23, 23.5, 24, 24.5, 25, 26, 27]))
})

test('the number of the day never falls, hour by hour over the change', () => {
  expect(
    broken(({ zone, atMs }) => {
      const { dayAt } = zoneClock(zone)
      const numbers = Array.from({ length: 13 }, (_, hour) => dayNumber(dayAt(atMs + (hour - 6) * HOUR_MS)))
      return numbers.every((number, hour) => hour === 0 || number >= (numbers[hour - 1] ?? 0))
    }),
  ).toEqual([])
})

const HOURS = LONG ? Array.from({ length: 24 }, (_, hour) => hour) : [0, 2, 10, 23]

test.each(HOURS)('gas days that begin at %i:00 follow each other, and three of them are three', (contractHour) => {
  expect(
    broken(({ zone, atMs, before, after }) => {
      const gas = { zone, contractHour }
      const day = gasDayAt(atMs, gas)
      const [first, last] = [addDays(day, -1), addDays(day, 1)]
      const span = gasDaySpan(first, last, gas)
      const periods = gasPeriods(span, 'day', gas)
      const [from, to] = gasDaysOf(span, gas)
      const isSeamless = periods.every(({ fromMs }, index) => fromMs === (periods[index - 1]?.toMs ?? span.fromMs))
      return (
        [from, to].join() === [first, last].join() &&
        spanDays({ from, to }) === 3 &&
        periods.map((period) => period.day).join() === [first, day, last].join() &&
        periods.every(({ part, fromMs, toMs }) => !part && gasDayAt(fromMs, gas) === gasDayAt(toMs - 1, gas)) &&
        isSeamless &&
        periods.at(-1)?.toMs === span.toMs &&
        Math.abs(span.toMs - span.fromMs - 3 * DAY_MS) <= Math.abs(after - before)
      )
    }),
  ).toEqual([])
})

describe('any moment of these years in any zone (fast-check)', () => {
  const seconds = fc.integer({ min: FROM_MS / SECOND_MS, max: TO_MS / SECOND_MS }).map((second) => second * SECOND_MS)
  const numRuns = LONG ? 200_000 : 2_000

  test('has the offset that Intl gives, and comes back from its wall time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), seconds, (zone, atMs) => {
        const { offsetMs, wallMs, momentOf } = zoneClock(zone)
        expect(offsetMs(atMs)).toBe(offsetByIntl(zone, atMs))
        const backMs = momentOf(wallMs(atMs))
        expect(wallMs(backMs)).toBe(wallMs(atMs))
        expect(backMs).toBeLessThanOrEqual(atMs)
      }),
      { numRuns },
    )
  })

  test('lies in one gas day, which lies in one month of gas days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), seconds, fc.integer({ min: 0, max: 23 }), (zone, atMs, contractHour) => {
        const gas = { zone, contractHour }
        const moment = { fromMs: atMs, toMs: atMs + 1 }
        const day = gasDayAt(atMs, gas)
        expect(gasPeriods(moment, 'day', gas)).toEqual([{ ...moment, day, part: true }])
        expect(gasPeriods(moment, 'month', gas)).toEqual([{ ...moment, day: `${day.slice(0, 7)}-01`, part: true }])
      }),
      { numRuns },
    )
  })
})
