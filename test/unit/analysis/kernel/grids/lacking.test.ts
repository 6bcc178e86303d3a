import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeDays, lacking, LATE_DAYS, NO_SESSION, type CoverageRun } from '../../../../../electron/analysis/kernel/grids/lacking.ts'
import { dayNumber, dayOf } from '../../../../../electron/contract/time/day.ts'
import { spanDays } from '../../../../../electron/contract/time/span.ts'
import { DAY_MS } from '../../../../../electron/contract/time/units.ts'

const MAY = { from: '2026-05-01', to: '2026-05-31' }
const at = (time: string) => Date.parse(time)
const NOW = at('2026-06-10T12:00:00Z')
const run = (from: string, to: string, state: CoverageRun['state'] = 'fetched', fetchedAtMs = NOW): CoverageRun => ({
  from,
  to,
  state,
  fetchedAtMs,
})

test('days before, between and after the runs are lacking', () => {
  expect(lacking([], MAY, { nowMs: NOW })).toEqual([MAY])
  expect(lacking([run('2026-05-05', '2026-05-09'), run('2026-05-20', '2026-06-30')], MAY, { nowMs: NOW })).toEqual([
    { from: '2026-05-01', to: '2026-05-04' },
    { from: '2026-05-10', to: '2026-05-19' },
  ])
  expect(lacking([run('2026-04-01', '2026-06-30')], MAY, { nowMs: NOW })).toEqual([])
})

test('failed and partial days are asked again, empty ones are not; neighbours become one span', () => {
  const runs = [
    run('2026-05-01', '2026-05-09'),
    run('2026-05-10', '2026-05-11', 'failed'),
    run('2026-05-12', '2026-05-12', 'partial'),
    run('2026-05-13', '2026-05-31', 'empty'),
  ]
  expect(lacking(runs, MAY, { nowMs: NOW })).toEqual([{ from: '2026-05-10', to: '2026-05-12' }])
})

describe('days that wait for a session', () => {
  const fetchedAtMs = at('2026-05-20T15:00:00Z')
  const knownSessionMs = at('2026-04-28T02:00:00Z')
  const runs = [
    run('2026-04-01', '2026-04-26', 'fetched', fetchedAtMs),
    { ...run('2026-04-27', '2026-04-28', 'partial', fetchedAtMs), knownSessionMs },
    { ...run('2026-04-29', '2026-05-19', 'not_transmitted', fetchedAtMs), knownSessionMs },
    run('2026-05-20', '2026-05-20', 'partial', fetchedAtMs),
  ]
  const span = { from: '2026-04-01', to: '2026-05-20' }
  const today = { from: '2026-05-20', to: '2026-05-20' }

  test('are left alone until a newer one is known, then asked for again, however old they are', () => {
    expect(lacking(runs, span, { nowMs: NOW, lastSessionMs: knownSessionMs })).toEqual([today])
    const years = at('2028-05-20T15:00:00Z')
    expect(lacking(runs, span, { nowMs: years, lastSessionMs: years })).toEqual([{ from: '2026-04-27', to: '2026-05-20' }])
  })

  test('are asked again when the last session is an earlier one: the telemetry unit was exchanged, or its clock set right', () => {
    expect(lacking(runs, span, { nowMs: NOW, lastSessionMs: knownSessionMs - 1000 })).toEqual([{ from: '2026-04-27', to: '2026-05-20' }])
  })

  test('settled days are not asked again, whatever sessions come', () => {
    const settled = [run('2026-04-01', '2026-05-10', 'empty', fetchedAtMs), run('2026-05-11', '2026-05-19', 'fetched', fetchedAtMs)]
    expect(lacking(settled, { from: '2026-04-01', to: '2026-05-19' }, { nowMs: NOW, lastSessionMs: NOW })).toEqual([])
  })
})

describe('where no session is known, by age', () => {
  const fetchedAtMs = at('2026-05-20T15:00:00Z')
  const known = (fetched: number) => [{ ...run('2026-05-01', '2026-05-19', 'empty', fetched), knownSessionMs: NO_SESSION }]
  const span = { from: '2026-05-01', to: '2026-05-19' }
  const youngest = { from: '2026-05-13', to: '2026-05-19' }

  test('days that were fetched young are asked for again after a day, however old they are by then', () => {
    expect(lacking(known(fetchedAtMs), span, { nowMs: fetchedAtMs + DAY_MS - 1, lastSessionMs: null })).toEqual([])
    for (const days of [1, 3, 300]) {
      expect(lacking(known(fetchedAtMs), span, { nowMs: fetchedAtMs + days * DAY_MS })).toEqual([youngest])
    }
  })

  test('a day that was fetched at LATE_DAYS of age is settled', () => {
    const end = at('2026-05-20T12:00:00Z')
    expect(lacking(known(end + LATE_DAYS * DAY_MS - 1), span, { nowMs: NOW })).toEqual([{ from: '2026-05-19', to: '2026-05-19' }])
    expect(lacking(known(end + LATE_DAYS * DAY_MS), span, { nowMs: NOW })).toEqual([])
  })

  test('once a first session is known all of them are asked for again', () => {
    expect(lacking(known(fetchedAtMs + 90 * DAY_MS), span, { nowMs: NOW, lastSessionMs: NOW })).toEqual([span])
  })
})

describe('a refresh', () => {
  test('asks for what was fetched before it began, not for what it has fetched itself', () => {
    const begunMs = NOW - 1000
    const runs = [run('2026-05-01', '2026-05-10', 'fetched', begunMs - 1), run('2026-05-11', '2026-05-20', 'empty', begunMs)]
    expect(lacking(runs, MAY, { nowMs: NOW, fetchedBeforeMs: begunMs })).toEqual([
      { from: '2026-05-01', to: '2026-05-10' },
      { from: '2026-05-21', to: '2026-05-31' },
    ])
  })
})

describe('a download that is resumed', () => {
  const begunMs = at('2026-05-20T07:00:00Z')
  const runs = [run('2026-05-19', '2026-05-20', 'partial', begunMs + 1000)]
  const span = { from: '2026-05-19', to: '2026-05-20' }

  test('does not ask twice for days that are not over', () => {
    expect(lacking(runs, span, { nowMs: begunMs + 5000, partialSinceMs: begunMs })).toEqual([])
    expect(lacking(runs, span, { nowMs: begunMs + 5000, partialSinceMs: begunMs + 2000 })).toEqual([span])
  })

  test('asks for days that have ended meanwhile', () => {
    const nowMs = at('2026-05-20T13:00:00Z')
    expect(lacking(runs, span, { nowMs, partialSinceMs: begunMs })).toEqual([{ from: '2026-05-19', to: '2026-05-19' }])
  })
})

describe('a day of a chunk that was read', () => {
  const filled = new Set([dayNumber('2026-05-17'), dayNumber('2026-05-19')])
  const judged = (day: string, fetched: string, session: string | null) => {
    const lastSessionMs = session === null ? null : at(session)
    const { state, knownSessionMs } = judgeDays(filled, { fetchedAtMs: at(fetched), lastSessionMs })(dayNumber(day))
    return [state, knownSessionMs === null ? null : new Date(knownSessionMs).toISOString()]
  }

  test('is partial until it is over everywhere on Earth, whatever sessions there were', () => {
    expect(judged('2026-05-19', '2026-05-20T11:59:59Z', '2026-05-20T11:59:00Z')).toEqual(['partial', null])
    expect(judged('2026-05-18', '2026-05-19T11:59:59Z', null)).toEqual(['partial', null])
  })

  test('is settled by a session after it was over everywhere, and by no earlier one', () => {
    const late = '2026-06-30T00:00:00Z'
    expect(judged('2026-05-19', late, '2026-05-20T12:00:00Z')).toEqual(['fetched', null])
    expect(judged('2026-05-18', late, '2026-05-20T12:00:00Z')).toEqual(['empty', null])
    const early = '2026-05-20T11:59:59.000Z'
    expect(judged('2026-05-19', late, early)).toEqual(['partial', early])
    expect(judged('2026-05-20', late, early)).toEqual(['not_transmitted', early])
    expect(judged('2026-05-18', late, early)).toEqual(['empty', null])
  })

  test('of a station without sessions is judged by what came, and stays open', () => {
    const never = '1970-01-01T00:00:00.000Z'
    expect(judged('2026-05-19', '2026-06-30T00:00:00Z', null)).toEqual(['fetched', never])
    expect(judged('2026-05-18', '2026-06-30T00:00:00Z', null)).toEqual(['empty', never])
  })
})

test('lacking and covered days make up the span, whatever the runs (fast-check)', () => {
  const lengths = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 12 }), fc.constantFrom('fetched', 'empty', 'failed', 'partial')),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(lengths, fc.integer({ min: -40, max: 60 }), fc.integer({ min: 1, max: 80 }), (list, start, days) => {
      let day = 20_000
      const runs = list.map(([gap, length, state]) => {
        const from = day + gap
        day = from + length
        return run(dayOf(from), dayOf(day - 1), state)
      })
      const span = { from: dayOf(20_000 + start), to: dayOf(20_000 + start + days - 1) }
      const found = lacking(runs, span, { nowMs: NOW })
      const isLacking = (number: number) => found.some(({ from, to }) => dayOf(number) >= from && dayOf(number) <= to)
      const stateAt = (number: number) => runs.find(({ from, to }) => dayOf(number) >= from && dayOf(number) <= to)?.state
      for (let number = dayNumber(span.from); number <= dayNumber(span.to); number += 1) {
        const state = stateAt(number)
        expect(isLacking(number)).toBe(state !== 'fetched' && state !== 'empty')
      }
      // In order, apart from each other, inside the span.
      expect(found.reduce((sum, part) => sum + spanDays(part), 0)).toBeLessThanOrEqual(days)
      found.slice(1).forEach((part, index) => {
        expect(Date.parse(part.from) - Date.parse(found[index]?.to ?? '')).toBeGreaterThan(DAY_MS)
      })
    }),
  )
})
