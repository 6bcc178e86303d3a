import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/frozen.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import {
  archive,
  channel,
  gauss,
  HOUR,
  hoursAfter,
  MONDAY,
  random,
  rounded,
  setting,
  snapshot,
  station,
  without,
  withRecords,
} from '../../../support/station-data.ts'

const usual = usualThresholds().frozen
const LENGTH = 24 * 60

/** Two months of pressure that moves by some digits an hour, and of flow. */
function pressures(decimals = 1) {
  const next = random(7)
  return Array.from({ length: LENGTH }, (_, hour) => rounded(300 + 5 * Math.sin(hour / 9) + gauss(next), decimals))
}
const flows = (zero: (hour: number) => boolean = () => false) =>
  Array.from({ length: LENGTH }, (_, hour) => (zero(hour) ? 0 : 40 + (hour % 7)))
const hours = (values: readonly number[], volumes = flows()) =>
  archive('hourly', hoursAfter(MONDAY, LENGTH), [channel('pressure', values), channel('standardVolume', volumes)])
const stuck = (values: number[], from: number, to: number) =>
  values.map((value, at) => (at >= from && at < to ? (values[from] as number) : value))

test('six hours are suspect, a day is a failure', () => {
  const data = station({ archives: [hours(stuck(stuck(pressures(), 500, 508), 900, 930))] })
  const { found } = rule.judge(data, usual, EVER)
  expect(found.map(({ flag, measure }) => [flag, measure])).toEqual([
    [3, expect.closeTo(8, -0.5)],
    [4, expect.closeTo(30, -0.5)],
  ])
  expect(found[0]?.fromMs).toBeLessThanOrEqual(MONDAY + 500 * HOUR)
  expect(found[0]?.m3).toBeGreaterThan(300)
})

test('records between the hours are no hours', () => {
  const values = stuck(pressures(), 500, 503)
  const more = [500, 501, 502].map((hour) => ({
    atMs: MONDAY + (hour + 0.4) * HOUR,
    values: [values[500] as number, 4],
  }))
  const data = station({ archives: [withRecords(hours(values), more)] })
  expect(rule.judge(data, usual, EVER).found).toEqual([])
})

test('a channel that moves is not frozen, nor is one without flow', () => {
  expect(rule.judge(station({ archives: [hours(pressures())] }), usual, EVER).found).toEqual([])
  const idle = hours(
    stuck(pressures(), 500, 560),
    flows((hour) => hour >= 500 && hour < 560),
  )
  expect(rule.judge(station({ archives: [idle] }), usual, EVER).found).toEqual([])
})

test('whole degrees stand still for hours and are not frozen', () => {
  const next = random(3)
  let degrees = 8
  const values = Array.from({ length: LENGTH }, () => Math.round((degrees += gauss(next) * 0.15)))
  const data = station({
    archives: [archive('hourly', hoursAfter(MONDAY, LENGTH), [channel('temperature', values), channel('standardVolume', flows())])],
  })
  expect(rule.judge(data, usual, EVER).found).toEqual([])
})

test('a gap ends a stretch', () => {
  const whole = hours(stuck(pressures(), 500, 510))
  const broken = without(whole, (atMs) => atMs === MONDAY + 505 * HOUR || atMs === MONDAY + 506 * HOUR)
  expect(rule.judge(station({ archives: [whole] }), usual, EVER).found).toHaveLength(1)
  expect(rule.judge(station({ archives: [broken] }), usual, EVER).found).toEqual([])
})

test('a substitute is not a frozen value', () => {
  const values = pressures().map((value, at) => (at >= 500 && at < 560 ? 305 : value))
  const settings = [snapshot(MONDAY, [setting('substitute', '0,305', { unit: 'МПа', quantity: 'pressure' })])]
  expect(rule.judge(station({ archives: [hours(values)], settings }), usual, EVER).found).toEqual([])
})

test('without flow nobody knows whether gas flows', () => {
  const data = station({ archives: [archive('hourly', hoursAfter(MONDAY, 3), [channel('pressure', [1, 2, 3])])] })
  expect(rule.judge(data, usual, EVER).notEvaluated).toEqual([{ archiveType: 'hourly', channelVarname: 'pressure', why: 'no_flow' }])
})
