import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lacking, LATE_DAYS, stateOfDay, type CoverageRun } from '../../../electron/analysis/lacking.ts'
import { addDays, DAY_MS, dayNumber, dayOf, spanDays } from '../../../electron/contract/days.ts'

const MAY = { from: '2026-05-01', to: '2026-05-31' }
const at = (time: string) => Date.parse(time)
const NOW = at('2026-06-10T12:00:00Z')
const run = (from: string, to: string, state: CoverageRun['state'] = 'fetched', fetchedMs = NOW): CoverageRun => ({
  from,
  to,
  state,
  fetchedMs,
})

test('what was never asked is lacking, around and between what was', () => {
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

describe('late data', () => {
  const fetchedMs = at('2026-05-20T08:00:00Z')
  const runs = [
    run('2026-05-01', '2026-05-19', 'fetched', fetchedMs),
    run('2026-05-20', '2026-05-20', 'partial', fetchedMs),
  ]
  const span = { from: '2026-05-01', to: '2026-05-20' }

  test('young days are asked again once the station has reported since', () => {
    const [found] = lacking(runs, span, { nowMs: NOW, lastSessionMs: fetchedMs + 1 })
    expect(found).toEqual({ from: addDays('2026-05-20', -LATE_DAYS), to: '2026-05-20' })
  })

  test('not while it has not: without a session nothing can have come', () => {
    const partial = [{ from: '2026-05-20', to: '2026-05-20' }]
    expect(lacking(runs, span, { nowMs: NOW, lastSessionMs: fetchedMs })).toEqual(partial)
    expect(lacking(runs, span, { nowMs: NOW, lastSessionMs: null })).toEqual(partial)
  })

  test('a span of old days only is left alone', () => {
    expect(lacking(runs, { from: '2026-05-01', to: '2026-05-12' }, { nowMs: NOW, lastSessionMs: NOW })).toEqual([])
  })
})

describe('a refresh', () => {
  test('asks again for what was fetched before it began, and for nothing that it has fetched itself', () => {
    const begunMs = NOW - 1000
    const runs = [
      run('2026-05-01', '2026-05-10', 'fetched', begunMs - 1),
      run('2026-05-11', '2026-05-20', 'empty', begunMs),
    ]
    expect(lacking(runs, MAY, { nowMs: NOW, fetchedBeforeMs: begunMs })).toEqual([
      { from: '2026-05-01', to: '2026-05-10' },
      { from: '2026-05-21', to: '2026-05-31' },
    ])
  })
})

describe('a run that is taken up again', () => {
  const begunMs = at('2026-05-20T07:00:00Z')
  const runs = [run('2026-05-19', '2026-05-20', 'partial', begunMs + 1000)]
  const span = { from: '2026-05-19', to: '2026-05-20' }

  test('does not ask a second time for days that are still not over', () => {
    expect(lacking(runs, span, { nowMs: begunMs + 5000, partialSinceMs: begunMs })).toEqual([])
    expect(lacking(runs, span, { nowMs: begunMs + 5000, partialSinceMs: begunMs + 2000 })).toEqual([span])
  })

  test('asks for those that have ended meanwhile', () => {
    const nowMs = at('2026-05-20T13:00:00Z')
    expect(lacking(runs, span, { nowMs, partialSinceMs: begunMs })).toEqual([{ from: '2026-05-19', to: '2026-05-19' }])
  })
})

test('a day is partial until it is over everywhere on Earth, then fetched or empty', () => {
  const days = new Set([dayNumber('2026-05-19')])
  expect(stateOfDay(dayNumber('2026-05-19'), days, at('2026-05-20T11:59:59Z'))).toBe('partial')
  expect(stateOfDay(dayNumber('2026-05-19'), days, at('2026-05-20T12:00:00Z'))).toBe('fetched')
  expect(stateOfDay(dayNumber('2026-05-18'), days, at('2026-05-20T12:00:00Z'))).toBe('empty')
})

test('lacking and covered days make up the span, whatever the runs (fast-check)', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 12 }), fc.constantFrom('fetched', 'empty', 'failed', 'partial')), { maxLength: 12 }) // prettier-ignore
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
      const stateAt = (number: number) =>
        runs.find(({ from, to }) => dayOf(number) >= from && dayOf(number) <= to)?.state
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
