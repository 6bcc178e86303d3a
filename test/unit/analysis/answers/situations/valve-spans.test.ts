import { expect, test } from 'vitest'
import { valveSpans } from '../../../../../electron/analysis/answers/situations/valve-spans.ts'
import { events, HOUR, MONDAY, station } from '../../../../support/station-data.ts'

type Role = 'valveShut' | 'valveOpen'
const valve = (...moments: [number, Role][]) =>
  events(moments.map(([hour, role]) => ({ atMs: MONDAY + hour * HOUR, meaning: { role, subject: 'valve' } })))
const at = (hour: number) => MONDAY + hour * HOUR
const nowMs = at(100)

test('each move of the valve ends what was and begins what is; what is told again is no move', () => {
  const log = valve([1, 'valveShut'], [2, 'valveShut'], [4, 'valveOpen'], [5, 'valveOpen'], [9, 'valveShut'])
  expect(valveSpans(station({ nowMs, events: { valve: log } }))).toEqual([
    { state: 'shut', fromMs: at(1), toMs: at(4), knownToMs: at(4) },
    { state: 'open', fromMs: at(4), toMs: at(9), knownToMs: at(9) },
    { state: 'shut', fromMs: at(9), toMs: null, knownToMs: nowMs },
  ])
})

test('a log that begins with an opening tells nothing of the time before it', () => {
  const spans = valveSpans(station({ nowMs, events: { valve: valve([3, 'valveOpen'], [7, 'valveShut'], [8, 'valveOpen']) } }))
  expect(spans.map(({ state, fromMs, toMs }) => [state, fromMs, toMs])).toEqual([
    ['open', at(3), at(7)],
    ['shut', at(7), at(8)],
    ['open', at(8), null],
  ])
})

test('a valve that has not moved since is known to stand so as long as the log was asked', () => {
  const asked = [{ fromMs: MONDAY, toMs: at(20) }]
  const shut = valveSpans(station({ nowMs, events: { valve: { ...valve([1, 'valveShut']), asked } } }))
  expect(shut).toEqual([{ state: 'shut', fromMs: at(1), toMs: null, knownToMs: at(20) }])
  const never = valveSpans(station({ nowMs, events: { valve: { ...valve([30, 'valveOpen']), asked } } }))
  expect(never).toEqual([{ state: 'open', fromMs: at(30), toMs: null, knownToMs: at(30) }])
})

test('other archives tell of the valve as well, and no events mean no spans', () => {
  expect(valveSpans(station({ nowMs, events: { alarm: valve([1, 'valveShut']), valve: valve([2, 'valveOpen']) } }))).toMatchObject([
    { state: 'shut', toMs: at(2) },
    { state: 'open', toMs: null },
  ])
  expect(valveSpans(station({ nowMs }))).toEqual([])
})
