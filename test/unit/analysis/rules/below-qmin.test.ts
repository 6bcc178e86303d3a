import { expect, test } from 'vitest'
import { EVER, type StationData } from '../../../../electron/analysis/kernel/data.ts'
import { rule } from '../../../../electron/analysis/rules/below-qmin.ts'
import { archive, channel, HOUR, hoursAfter, MONDAY, setting, snapshot, station, without } from '../../../support/station-data.ts'

const judge = (data: StationData, qmin: number | null = null, window = EVER) => rule.judge(data, { qmin }, window)
const at = (hour: number) => MONDAY + hour * HOUR

const working = Array.from({ length: 100 }, (_, hour) => (hour >= 20 && hour < 25 ? 1.2 : hour >= 40 && hour < 45 ? 0 : 16))
const hourly = archive('hourly', hoursAfter(MONDAY, 100), [
  channel('workingVolume', working),
  channel(
    'standardVolume',
    working.map((m3) => 3 * m3),
  ),
])
const said = [snapshot(at(-100), [setting('qmin', '1,6', { unit: 'м3/ч', quantity: 'workingFlow' })])]

test('hours of little flow in a row are one finding, hours of none are not', () => {
  const { found, evaluated } = judge(station({ archives: [hourly], settings: said }))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    flag: 3,
    channelVarname: 'workingVolume',
    fromMs: at(20),
    toMs: at(25),
    measure: 1.2,
    threshold: 1.6,
    unit: 'm3h',
  })
  expect(found[0]?.m3).toBeCloseTo(5 * 3.6, 6)
  expect(found[0]?.evidence.settings).toMatchObject([{ after: '1,6' }])
  expect(evaluated).toEqual([{ archiveType: 'hourly', channelVarname: 'workingVolume' }])
})

test('a gap ends a run, and nothing is bridged', () => {
  const holed = without(hourly, (end) => end === at(23))
  expect(judge(station({ archives: [holed], settings: said })).found.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [at(20), at(22)],
    [at(23), at(25)],
  ])
})

test('the settings win over the threshold, which serves where they say nothing', () => {
  expect(judge(station({ archives: [hourly], settings: said }), 20).found).toHaveLength(1)
  expect(judge(station({ archives: [hourly] }), 20).found).toHaveLength(2)
  expect(judge(station({ archives: [hourly] })).notEvaluated).toMatchObject([{ why: 'no_qmin' }])
})

test('each hour is held against the Qmin in force then', () => {
  const settings = [...said, snapshot(at(22), [setting('qmin', '0.5', { unit: 'm³/h', quantity: 'workingFlow' })])]
  expect(judge(station({ archives: [hourly], settings })).found).toMatchObject([{ fromMs: at(20), toMs: at(22) }])
})

test('a standard volume alone says nothing of the flow through the meter', () => {
  const standard = archive('hourly', hoursAfter(MONDAY, 3), [channel('standardVolume', [1, 2, 3])])
  expect(judge(station({ archives: [standard], settings: said })).notEvaluated).toMatchObject([{ why: 'no_working_volume' }])
})
