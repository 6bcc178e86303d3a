import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/flow-while-shut.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { archive, channel, events, HOUR, hoursAfter, MONDAY, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const usual = usualThresholds().flow_while_shut
const valve = (...moments: [number, 'valveShut' | 'valveOpen'][]) =>
  events(moments.map(([hour, role]) => ({ atMs: MONDAY + hour * HOUR, meaning: { role, subject: 'valve' } })))
const hours = (values: readonly number[]) => archive('hourly', hoursAfter(MONDAY, values.length), [channel('standardVolume', values)])

test('only records that lie wholly within the time shut count', () => {
  // Shut from 1:30 to 5:30: the records of 3, 4 and 5 o'clock lie within.
  const data = station({ archives: [hours([5, 5, 0, 2, 3, 4, 5])], events: { valve: valve([1.5, 'valveShut'], [5.5, 'valveOpen']) } })
  const { found } = rule.judge(data, usual, EVER)
  expect(found).toMatchObject([
    {
      flag: 4,
      fromMs: MONDAY + 3 * HOUR,
      toMs: MONDAY + 5 * HOUR,
      measure: 5,
      m3: 5,
      evidence: { records: [MONDAY + 4 * HOUR, MONDAY + 5 * HOUR] },
    },
  ])
})

test('no flow, no finding; a valve that is open is none either', () => {
  const shut = { valve: valve([1.5, 'valveShut'], [4, 'valveOpen']) }
  expect(rule.judge(station({ archives: [hours([5, 5, 0, 0, 7])], events: shut }), usual, EVER).found).toEqual([])
})

test('a valve that stays shut is judged until now', () => {
  const data = station({ archives: [hours([0, 0, 0, 1])], events: { valve: valve([1, 'valveShut']) } })
  expect(rule.judge(data, usual, EVER).found).toMatchObject([{ m3: 1, toMs: MONDAY + 4 * HOUR }])
})

test('after what was asked of the log nobody knows whether the valve is still shut', () => {
  const asked = [{ fromMs: MONDAY, toMs: MONDAY + 3 * HOUR }]
  const data = station({ archives: [hours([0, 0, 2, 5])], events: { valve: { ...valve([1, 'valveShut']), asked } } })
  expect(rule.judge(data, usual, EVER).found).toMatchObject([{ m3: 2, toMs: MONDAY + 3 * HOUR }])
})

test('a counter is differenced, but not across the shutting', () => {
  const counter = archive('hourly', hoursAfter(MONDAY, 5), [channel('standardCounter', [100, 110, 120, 120, 123])])
  const data = station({ archives: [counter], events: { valve: valve([2, 'valveShut']) } })
  expect(rule.judge(data, usual, EVER).found).toMatchObject([{ m3: 13, evidence: { numbers: { records: 2 } } }])
})

test('without events of a valve nothing is judged', () => {
  expect(rule.judge(station({ archives: [hours([1])] }), usual, EVER).notEvaluated[0]?.why).toBe('no_valve')
})
