import { expect, test } from 'vitest'
import type { ArchiveData } from '../../../../electron/analysis/kernel/data.ts'
import { explainedHoles } from '../../../../electron/analysis/answers/holes.ts'
import type { HoleState } from '../../../../electron/book/coverage/holes.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { archive, channel, DAY, events, HOUR, hoursAfter, MONDAY, station, without } from '../../../support/station-data.ts'

const usual = usualThresholds()
const WEEKS = 6
const LENGTH = 24 * 7 * WEEKS
const at = (hour: number) => MONDAY + hour * HOUR

/** Six weeks of 10 m³ an hour without some hours (from 0), missing for a reason of the book. */
function hours(gone: (hour: number) => boolean, reason: HoleState | ((hour: number) => HoleState) = 'empty', counter = true): ArchiveData {
  const volumes = new Float64Array(LENGTH).fill(10)
  const counts = Float64Array.from({ length: LENGTH }, (_, hour) => 1000 + 10 * (hour + 1))
  const channels = [channel('standardVolume', volumes), ...(counter ? [channel('standardCounter', counts)] : [])]
  const some = without(archive('hourly', hoursAfter(MONDAY, LENGTH), channels), (_, row) => gone(row))
  const reasonAt = (place: number) => (typeof reason === 'string' ? reason : reason(place))
  return { ...some, due: some.due && { ...some.due, reasonAt } }
}
const span = { archiveType: 'hourly', fromMs: MONDAY, toMs: at(LENGTH) }
const holesOf = (one: ArchiveData, more: Parameters<typeof station>[0] = {}, thresholds = usual) =>
  explainedHoles(station({ archives: [one], lastSessionMs: at(LENGTH), ...more }), thresholds, span)
const gone = (from: number, to: number) => (hour: number) => hour >= from && hour < to

test('each missing hour has the first cause that holds, and the shares add up', () => {
  const reasons: HoleState[] = ['never', 'failed', 'not_transmitted', 'partial', 'empty']
  const one = hours(
    (hour) => hour % 100 === 50 && hour < 500,
    (hour) => reasons[Math.floor(hour / 100)] ?? 'empty',
  )
  const { holes, causes, expected } = holesOf(one)
  expect(holes.map(({ cause, records }) => [cause, records])).toEqual([
    ['never_asked', 1],
    ['failed', 1],
    ['not_transmitted', 1],
    ['never_asked', 1],
    ['unexplained', 1],
  ])
  expect(expected).toBe(LENGTH)
  expect(causes).toEqual([
    { cause: 'never_asked', records: 2, share: 0.4 },
    { cause: 'failed', records: 1, share: 0.2 },
    { cause: 'not_transmitted', records: 1, share: 0.2 },
    { cause: 'unexplained', records: 1, share: 0.2 },
  ])
})

test('no session since: what is due then is not transmitted yet', () => {
  const { causes } = holesOf(hours(gone(LENGTH - 30, LENGTH)), { lastSessionMs: at(LENGTH - 20), nowMs: at(LENGTH) })
  expect(causes.map(({ cause, records }) => [cause, records])).toEqual([
    ['not_transmitted', 20],
    ['unexplained', 10],
  ])
})

test('the power, then a situation, before the service that has nothing', () => {
  const told = {
    event: events([
      { atMs: at(101.5), meaning: { role: 'powerOff', subject: 'power' } },
      { atMs: at(104), meaning: { role: 'powerOn', subject: 'power' } },
    ]),
    nesht: events([
      { atMs: at(100), meaning: { role: 'situationBegins', subject: 'a' } },
      { atMs: at(106), meaning: { role: 'situationEnds', subject: 'a' } },
    ]),
  }
  const { holes } = holesOf(hours(gone(100, 180)), { events: told })
  expect(holes.map(({ cause, fromMs, toMs }) => [cause, (fromMs - MONDAY) / HOUR, (toMs - MONDAY) / HOUR])).toEqual([
    ['abnormal', 100, 101],
    ['device_off', 101, 104],
    ['abnormal', 104, 106],
    ['unexplained', 106, 112],
    ['empty', 112, 160],
    ['unexplained', 160, 180],
  ])
})

test('a summary that says there was no power explains its day', () => {
  const told = { nesht_svod: events([{ atMs: MONDAY + 5 * DAY, text: 'Сводка: нет питания', value: '300', meaning: { role: 'summary' } }]) }
  expect(holesOf(hours(gone(100, 104)), { events: told }).causes).toMatchObject([{ cause: 'device_off', records: 4 }])
})

test('the counter that went on tells what passed', () => {
  expect(holesOf(hours(gone(100, 130))).holes.map(({ m3, measured }) => [m3, measured])).toEqual(
    expect.arrayContaining([[expect.any(Number), true]]),
  )
  const sum = holesOf(hours(gone(100, 130))).holes.reduce((all, { m3 }) => all + (m3 ?? Number.NaN), 0)
  expect(sum).toBeCloseTo(300, 6)
})

test('after an exchange, or without a counter, what is usual is at risk', () => {
  const exchange = { events: { changes: events([{ atMs: at(705), meaning: { role: 'meterExchanged' } }]) } }
  expect(holesOf(hours(gone(700, 703)), exchange).holes).toMatchObject([{ m3: 30, measured: true }])
  expect(holesOf(hours(gone(700, 710)), exchange).holes.map(({ measured }) => measured)).not.toContain(true)
  expect(holesOf(hours(gone(700, 703), 'empty', false)).holes).toMatchObject([{ m3: 30, measured: false }])
})

test('design capacity by time is what a hole would be billed', () => {
  const thresholds = { ...usual, missing_record: { designCapacity: 160 } }
  expect(holesOf(hours(gone(700, 703)), {}, thresholds)).toMatchObject({
    designCapacity: 160,
    holes: [{ billedM3: 480 }],
  })
  expect(holesOf(hours(gone(700, 703))).holes).toMatchObject([{ billedM3: null }])
})

test('an archive without a rhythm has no holes', () => {
  const one = archive('instant', [at(1), at(5)], [channel('pressure', [1, 2])], { dueMs: null })
  expect(explainedHoles(station({ archives: [one] }), usual, { ...span, archiveType: 'instant' })).toMatchObject({ holes: [], expected: 0 })
})
