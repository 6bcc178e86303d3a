import { expect, test } from 'vitest'
import type { LedgerDay } from '../../../../../electron/analysis/kernel/amounts/ledger.ts'
import { ownerAmounts } from '../../../../../electron/analysis/kernel/limits/owner-amounts.ts'
import { projecting } from '../../../../../electron/analysis/kernel/limits/projection.ts'
import { excessesOf, standingsOf } from '../../../../../electron/analysis/kernel/limits/standing.ts'
import type { KeptLimit } from '../../../../../electron/contract/limit-words.ts'
import { addDays, dayNumber } from '../../../../../electron/contract/time/day.ts'

const gas = { zone: 'UTC', contractHour: 10 }
const limit = (over: Partial<KeptLimit>): KeptLimit => ({
  owner: 'station',
  ownerId: 1,
  period: 'month',
  fromDay: null,
  toDay: null,
  m3: 1000,
  author: '',
  saidAtMs: 0,
  ...over,
})
/** A gas day of 24 hours; null: of which nothing is known. */
const dayOfUse = (m3: number | null): Omit<LedgerDay, 'day'> => ({
  m3,
  way: m3 === null ? null : 'hourly',
  received: m3 === null ? 0 : 24,
  byCounter: 0,
  byDaily: 0,
  unknown: m3 === null ? 24 : 0,
  abnormalMinutes: 0,
  substituteMinutes: null,
})
/** Days in a row, each whole. */
const amountsOf = (m3: readonly number[], from = '2026-01-01') => {
  const days = m3.map((one, at): LedgerDay => ({ ...dayOfUse(one), day: addDays(from, at) }))
  return ownerAmounts([{ ledger: { days, fills: [] }, hours: null }], gas, 'none')
}
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

test('days that are all alike go on so: what is used, and the same for the days that remain; the band is as narrow', () => {
  const line = { first: dayNumber('2025-11-01'), m3: new Float64Array(100).fill(10), told: new Float64Array(100).fill(1) }
  // Ten days of a month that begins at place 90 are known.
  expect(projecting(line, 'none')(90, 120)).toEqual({ m3: 300, band: { low: 300, high: 300 } })
})

test('under 28 days there is no projection; a little later one without a band', () => {
  const line = (days: number) => ({ first: 20_000, m3: new Float64Array(days).fill(10), told: new Float64Array(days).fill(1) })
  expect(projecting(line(27), 'none')(20, 50)).toBe('short_history')
  expect(projecting(line(28), 'none')(20, 50)).toEqual({ m3: 300, band: null })
})

test('the last week raises what is usual, and a working day is not told by days of rest', () => {
  const first = dayNumber('2026-01-05')
  const isRest = (at: number) => at % 7 >= 5
  const m3 = Float64Array.from({ length: 28 }, (_, at) => (isRest(at) ? 5 : 10) * (at >= 21 ? 1.2 : 1))
  const projected = projecting({ first, m3, told: new Float64Array(28).fill(1) }, 'none')(28, 35)
  // Medians of 28 days are those of the three weeks before; the last one lies a fifth above.
  expect(projected).toMatchObject({ m3: 1.2 * (5 * 10 + 2 * 5) })
})

test('a month above its limit has failed; days above theirs in a row are one excess with the greatest of them', () => {
  const amounts = amountsOf([...Array.from({ length: 31 }, () => 40), 10, 10, 60, 70, 10])
  const found = excessesOf(amounts, [limit({}), limit({ period: 'day', m3: 50 })], noonOf('2026-02-05'))
  expect(found.map(({ limit: { period }, periods, m3, overM3, isRunning }) => [period, periods, m3, overM3, isRunning])).toEqual([
    ['month', 1, 1240, 240, false],
    ['day', 2, 70, 30, false],
  ])
})

test('of two limits of a period the one that began later holds; one that is over says so', () => {
  const amounts = amountsOf(
    Array.from({ length: 100 }, () => 40),
    '2025-11-01',
  )
  const [old, now, next] = [
    limit({ toDay: '2025-12-31' }),
    limit({ fromDay: '2026-01-01', m3: 1300 }),
    limit({ fromDay: '2026-07-01', m3: 900 }),
  ]
  const standings = standingsOf(amounts, [old, now, next], noonOf('2026-02-08'))
  expect(standings.map(({ state, usedM3, exceeded }) => [state, usedM3, exceeded])).toEqual([
    ['ended', null, 2],
    ['kept', 320, 0],
    ['coming', null, 0],
  ])
  expect(standings[1]?.projection).toEqual({ m3: 1120, band: { low: 1120, high: 1120 } })
  expect(standingsOf(amounts, [limit({ m3: 1100 })], noonOf('2026-02-08'))[0]?.state).toBe('projected')
})

test('what was before the archive began is not made up: used says since when, and the projection is of that and the days that remain', () => {
  // The archive begins on 1 August: 122 days of 400 m³ up to 30 November.
  const days = Array.from({ length: 122 }, (_, at): LedgerDay => ({ ...dayOfUse(400), day: addDays('2026-08-01', at) }))
  const amounts = ownerAmounts([{ ledger: { days, fills: [] }, hours: null }], gas, 'none')
  const [standing] = standingsOf(amounts, [limit({ period: 'year', m3: 70_000 })], noonOf('2026-12-01'))
  expect(standing).toMatchObject({ usedM3: 48_800, usedSince: '2026-08-01', state: 'unknown' })
  expect(standing?.projection?.m3).toBeCloseTo(48_800 + 31 * 400, 6)
  // What is known is above the limit, or will be: that needs nothing of what was before.
  const states = (m3: number) => standingsOf(amounts, [limit({ period: 'year', m3 })], noonOf('2026-12-01'))[0]?.state
  expect([states(50_000), states(40_000)]).toEqual(['projected', 'exceeded'])
  // A period that begins behind the beginning of the archive is known from its first day on.
  expect(standingsOf(amounts, [limit({ m3: 60_000 })], noonOf('2026-11-30'))[0]).toMatchObject({ usedSince: null, state: 'kept' })
})

test('a limit of several stations is known since the last of them is; a hole within the period is filled by the days about it', () => {
  const use = (from: string, m3: readonly (number | null)[]) => ({
    ledger: { days: m3.map((one, at): LedgerDay => ({ ...dayOfUse(one), day: addDays(from, at) })), fills: [] },
    hours: null,
  })
  const old = use('2026-06-01', Array(153).fill(100))
  const late = use('2026-10-10', Array(22).fill(50))
  const amounts = ownerAmounts([old, late], gas, 'none')
  const [standing] = standingsOf(amounts, [limit({ period: 'quarter' })], noonOf('2026-10-31'))
  expect(standing).toMatchObject({ usedSince: '2026-10-10', usedM3: 31 * 100 + 22 * 50 })
  // Summer used 10 m³ a day, the weeks since then 100; the days that nobody knows lie in summer.
  const m3 = Array.from({ length: 120 }, (_, at) => (at >= 60 && at < 65 ? null : at < 80 ? 10 : 100))
  const line = ownerAmounts([use('2026-05-01', m3)], gas, 'none').line
  const projected = projecting(line, 'none')(0, 123)
  expect(projected).toMatchObject({ m3: 75 * 10 + 40 * 100 + 5 * 10 + 3 * 100 })
})

test('in weeks in which heating begins or ends there is no band where the year before is not known', () => {
  const line = (days: number) => ({
    first: dayNumber('2025-06-01'),
    m3: new Float64Array(days).fill(10),
    told: new Float64Array(days).fill(1),
  })
  const place = (day: string) => dayNumber(day) - dayNumber('2025-06-01')
  const at = (day: string, from: string, until: string) => projecting(line(place(day)), 'none')(place(from), place(until))
  expect(at('2025-09-20', '2025-09-01', '2025-10-01')).toEqual({ m3: 300, band: null, lacksSeason: true })
  expect(at('2025-12-10', '2025-12-01', '2026-01-01')).toEqual({ m3: 310, band: { low: 310, high: 310 } })
  expect(at('2026-09-20', '2026-09-01', '2026-10-01')).toMatchObject({ m3: 300, band: { low: 300, high: 300 } })
})
