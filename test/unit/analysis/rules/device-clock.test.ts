import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/device-clock.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import {
  archive,
  channel,
  DAY,
  events,
  HOUR,
  hoursAfter,
  MONDAY,
  setting,
  snapshot,
  station,
  withRecords,
  type EventGiven,
} from '../../../support/station-data.ts'

const usual = usualThresholds().device_clock
const set = (day: number, more: Partial<EventGiven>): EventGiven => ({ atMs: MONDAY + day * DAY, meaning: { role: 'clockSet' }, ...more })
const sets = (...given: EventGiven[]) => rule.judge(station({ events: { changes: events(given) } }), usual, EVER).found
const hours = (offsetOf: (at: number) => number = () => 0) =>
  archive(
    'hourly',
    hoursAfter(MONDAY, 200).map((atMs, at) => atMs + offsetOf(at)),
    [channel('standardVolume', new Float64Array(200))],
  )
const beside = (one: ReturnType<typeof hours>) => rule.judge(station({ archives: [one] }), usual, EVER).found

test('a clock that was set by more than the tolerance', () => {
  expect(sets(set(1, { value: '-3', unit: 'мин' }), set(2, { value: '59', unit: 'с' }), set(3, { value: '61' }))).toMatchObject([
    { detail: 'clock_set', fromMs: MONDAY + DAY, measure: 180, threshold: 60, unit: 'seconds' },
    { fromMs: MONDAY + 3 * DAY, measure: 61 },
  ])
})

test('both times of the clock say by how much, too', () => {
  const more = { OldValue: '06.01.2026 10:00:00', NewValue: '06.01.2026 10:02:30' }
  expect(sets(set(1, { more }))).toMatchObject([{ measure: 150 }])
})

test('one that does not say by how much is told of where it is rare, not where it is routine', () => {
  expect(sets(set(1, {}))).toMatchObject([{ measure: null }])
  expect(sets(set(1, {}), set(2, {}), set(3, {}))).toEqual([])
})

test('hours in a row beside the grid', () => {
  expect(beside(hours((at) => (at >= 50 && at < 80 ? 150_000 : 0)))).toMatchObject([
    { detail: 'clock_off', archiveType: 'hourly', fromMs: MONDAY + 50 * HOUR + 150_000, measure: 150 },
  ])
  expect(beside(hours((at) => (at >= 50 && at < 80 ? 40_000 : 0)))).toEqual([])
})

test('single records between the hours are no clock that is wrong, nor is an archive of another minute', () => {
  const extra = [20, 60, 61].map((hour) => ({ atMs: MONDAY + hour * HOUR + 600_000, values: [0] }))
  expect(beside(withRecords(hours(), extra))).toEqual([])
  expect(beside(hours(() => 5 * 60_000))).toEqual([])
})

const inSettings = (deviceTime: string, more: Parameters<typeof station>[0] = {}) => {
  const items = [setting('deviceTime', deviceTime), setting('timeZone', 'UTC+3')]
  return rule.judge(station({ settings: [snapshot(MONDAY + 2 * HOUR, items)], ...more }), usual, EVER).found
}

test('the time in the settings, by the zone of the device', () => {
  expect(inSettings('05.01.2026 12:00:30')).toEqual([])
  expect(inSettings('05.01.2026 12:05:00')).toMatchObject([{ detail: 'clock_off', archiveType: 'settings', measure: 300 }])
  expect(inSettings('2026-01-05 11:50:00')).toMatchObject([{ measure: 600 }])
})

test('settings that were read in an earlier session have the time of that', () => {
  const atMs = Float64Array.of(MONDAY + HOUR)
  const none = new Float64Array(1).fill(Number.NaN)
  const sessions = { atMs, trycnt: none, btm: none, rssi: none, bsg: none, duration: none, traffic: none, nextMs: none }
  expect(inSettings('05.01.2026 11:00:20', { sessions })).toEqual([])
})

test('what is not there is not judged', () => {
  expect(rule.judge(station(), usual, EVER).notEvaluated.map(({ why }) => why)).toEqual(['no_changes', 'no_hourly', 'no_settings'])
})
