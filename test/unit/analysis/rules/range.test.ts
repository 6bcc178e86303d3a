import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/range.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { archive, channel, HOUR, hoursAfter, MONDAY, setting, snapshot, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const usual = usualThresholds().range
const limit = (role: 'lowerLimit' | 'upperLimit' | 'lowSetPoint' | 'highSetPoint', value: string) =>
  setting(role, value, { unit: 'МПа', quantity: 'pressure' })
const pressures = (
  values: readonly number[],
  settings = [
    snapshot(MONDAY, [limit('upperLimit', '0,6'), limit('highSetPoint', '0,5'), limit('lowSetPoint', '0,2'), limit('lowerLimit', '0,1')]),
  ],
) => station({ archives: [archive('hourly', hoursAfter(MONDAY, values.length), [channel('pressure', values, { name: 'P' })])], settings })

test('beyond a limit is a failure, beyond a set point is suspect, a limit itself is allowed', () => {
  const values = Array.from({ length: 100 }, (_, hour) => ({ 1: 550, 2: 610, 3: 520, 6: 500, 40: 600, 80: 90 })[hour] ?? 300)
  const { found, evaluated } = rule.judge(pressures(values), usual, EVER)
  expect(evaluated).toEqual([{ archiveType: 'hourly', channelVarname: 'P' }])
  expect(found.map(({ flag, detail, measure, threshold, unit }) => ({ flag, detail, measure, threshold, unit }))).toEqual([
    { flag: 4, detail: 'above_limit', measure: 610, threshold: 600, unit: 'kPa' },
    { flag: 3, detail: 'above_set_point', measure: 600, threshold: 500, unit: 'kPa' },
    { flag: 4, detail: 'below_limit', measure: 90, threshold: 100, unit: 'kPa' },
  ])
  expect([found[0]?.fromMs, found[0]?.toMs]).toEqual([MONDAY + HOUR, MONDAY + 4 * HOUR])
})

test('a value that goes to and fro over a limit does so in one finding, the next day it is another', () => {
  const values = Array.from({ length: 60 }, (_, hour) => ([3, 4, 9, 20, 50].includes(hour) ? 550 + hour : 300))
  const { found } = rule.judge(pressures(values), usual, EVER)
  expect(
    found.map(({ fromMs, toMs, measure, evidence }) => [
      (fromMs - MONDAY) / HOUR,
      ((toMs ?? 0) - MONDAY) / HOUR,
      measure,
      evidence.numbers.records,
    ]),
  ).toEqual([
    [3, 21, 570, 4],
    [50, 51, 600, 1],
  ])
})

test('limits of the settings in force at the time count', () => {
  const settings = [snapshot(MONDAY + 2 * HOUR, [limit('upperLimit', '0.5')]), snapshot(MONDAY + 4 * HOUR, [limit('upperLimit', '0.7')])]
  const { found } = rule.judge(pressures([600, 300, 600, 600, 600], settings), usual, EVER)
  expect(found.map(({ evidence }) => evidence.records.map((atMs) => (atMs - MONDAY) / HOUR))).toEqual([[1, 3]])
})

test('limits of the user win over those of the settings', () => {
  const own = { ...usual, pressureMax: 200, pressureMin: null }
  const { found } = rule.judge(pressures([300, 150]), own, EVER)
  expect(found.map(({ flag, threshold }) => [flag, threshold])).toEqual([
    [4, 200],
    [3, 200],
  ])
})

test('without any limit nothing is judged, and without a device neither', () => {
  expect(rule.judge(pressures([1, 2], []), usual, EVER).notEvaluated).toEqual([
    { archiveType: 'hourly', channelVarname: 'P', why: 'no_limits' },
  ])
  expect(rule.judge(station({ equipmentId: null }), usual, EVER).notEvaluated[0]?.why).toBe('no_device')
})

test('the working volume of an hour is its mean flow; that of the hour after a gap is not', () => {
  const timesMs = [1, 2, 3, 9].map((hour) => MONDAY + hour * HOUR)
  const settings = [snapshot(MONDAY, [setting('qmax', '100', { unit: 'м³/ч', quantity: 'workingFlow' })])]
  const data = station({ archives: [archive('hourly', timesMs, [channel('workingVolume', [90, 0, 130, 400])])], settings })
  expect(rule.judge(data, usual, EVER).found.map(({ measure, m3 }) => [measure, m3])).toEqual([[130, 130]])
})

test('a window reports a run that touches it from its beginning on', () => {
  const data = pressures([300, 610, 610, 610, 300, 700])
  const window = { fromMs: MONDAY + 3 * HOUR + 1, toMs: MONDAY + 5 * HOUR }
  const { found } = rule.judge(data, usual, window)
  expect(found.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[MONDAY + HOUR, MONDAY + 4 * HOUR]])
})
