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
/** Days in a row from 1 January 2026, each whole. */
const amountsOf = (m3: readonly number[]) => {
  const days = m3.map((one, at): LedgerDay => ({
    day: addDays('2026-01-01', at),
    m3: one,
    way: 'hourly',
    received: 24,
    byCounter: 0,
    byDaily: 0,
    unknown: 0,
    abnormalMinutes: 0,
    substituteMinutes: null,
  }))
  return ownerAmounts([{ ledger: { days, fills: [] }, hours: null }], gas, 'none')
}
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

test('days that are all alike go on so: what is used, and the same for the days that remain; the band is as narrow', () => {
  const line = { first: dayNumber('2026-01-01'), m3: new Float64Array(100).fill(10), told: new Float64Array(100).fill(1) }
  // 1 April is place 90; ten days of it are known.
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
  const amounts = amountsOf(Array.from({ length: 100 }, () => 40))
  const [old, now, next] = [
    limit({ toDay: '2026-02-28' }),
    limit({ fromDay: '2026-03-01', m3: 1300 }),
    limit({ fromDay: '2026-07-01', m3: 900 }),
  ]
  const standings = standingsOf(amounts, [old, now, next], noonOf('2026-04-10'))
  expect(standings.map(({ state, usedM3, exceeded }) => [state, usedM3, exceeded])).toEqual([
    ['ended', null, 2],
    ['kept', 400, 0],
    ['coming', null, 0],
  ])
  expect(standings[1]?.projection).toEqual({ m3: 1200, band: { low: 1200, high: 1200 } })
  expect(standingsOf(amounts, [limit({ m3: 1100 })], noonOf('2026-04-10'))[0]?.state).toBe('projected')
})
