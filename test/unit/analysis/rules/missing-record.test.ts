import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/missing-record.ts'
import type { HoleState } from '../../../../electron/book/coverage/holes.ts'
import { explainedHoles } from '../../../../electron/analysis/answers/holes.ts'
import { gasUse } from '../../../support/gas-use.ts'
import { archive, channel, HOUR, station, without } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const judge = (data: Parameters<typeof rule.judge>[0], window = EVER) => rule.judge(data, { designCapacity: null }, window)

test('hours missing in a row are one finding, priced by the same hours of the weeks before', () => {
  const { hourly, daily, data, hours, counter, at } = gasUse({ use: (hour) => 10 + (hour % 168) })
  const gone = (end: number) => end > at(1000) && end <= at(1005)
  const { found, evaluated } = judge({ ...data, archives: [without(hourly, gone), daily] })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ flag: 9, archiveType: 'hourly', fromMs: at(1000), toMs: at(1005), measure: 5 })
  // 1000 = 5 × 168 + 160
  expect(found[0]?.m3).toBeCloseTo(
    [160, 161, 162, 163, 164].reduce((sum, hour) => sum + 10 + hour, 0),
    6,
  )
  expect(found[0]?.evidence.numbers['counter']).toBeCloseTo((counter[1005] ?? 0) - (counter[999] ?? 0), 6)
  expect(hours[1004]).toBe(10 + 164)
  expect(evaluated).toEqual([
    { archiveType: 'hourly', channelVarname: null },
    { archiveType: 'daily', channelVarname: null },
  ])
})

test('a missing day costs nothing where its hours are there', () => {
  const { hourly, daily, data, at } = gasUse()
  const { found } = judge({ ...data, archives: [hourly, without(daily, (end) => end === at(24 * 40))] })
  expect(found).toMatchObject([{ archiveType: 'daily', fromMs: at(24 * 39), toMs: at(24 * 40), m3: 0 }])
})

test('days that are missing with their hours cost what the counter tells of these days, also where the hole goes on', () => {
  const { hourly, daily, data, hours, at } = gasUse({ days: 80 })
  const [first, last, days] = [1000, 1500, 24 * 62]
  const archives = [
    without(hourly, (end) => end > at(first) && end <= at(last)),
    without(daily, (end) => end > at(first) && end <= at(days)),
  ]
  const use = (from: number, to: number) => hours.slice(from, to).reduce((sum, m3) => sum + m3, 0)
  const { found } = judge({ ...data, archives })
  const priced = (archiveType: string) => found.find((one) => one.archiveType === archiveType)
  expect(priced('hourly')).toMatchObject({ fromMs: at(first), toMs: at(last) })
  expect(priced('hourly')?.m3).toBeCloseTo(use(first, last), 2)
  expect(priced('daily')).toMatchObject({ toMs: at(days) })
  expect(priced('daily')?.m3).toBeCloseTo(use(first, days), 2)
})

test('complete archives have none, and an extra record fills no hole', () => {
  const { data, hourly, daily, at } = gasUse()
  expect(judge(data).found).toEqual([])
  const holed = without(hourly, (end) => end === at(500))
  expect(judge({ ...data, archives: [holed, daily] }).found).toHaveLength(1)
})

test('what the device has not sent yet is not missing, nor what is due after the service was last asked', () => {
  const { hourly, data, at } = gasUse()
  const last = 24 * 60
  const tail = without(hourly, (end) => end > at(last - 10))
  const because = (reason: HoleState, fetchedToMs: number) => {
    const due = tail.due && { ...tail.due, reasonAt: () => reason }
    return judge({ ...data, archives: [{ ...tail, due, fetchedToMs }] }).found.map(({ measure }) => measure)
  }
  expect(because('not_transmitted', at(last))).toEqual([])
  expect(because('partial', at(last - 10))).toEqual([])
  expect(because('never', at(last - 10))).toEqual([])
  // Asked for since: the book lacks them, whatever the service said.
  for (const reason of ['empty', 'failed', 'never', 'partial'] as const) expect(because(reason, at(last))).toEqual([10])
})

test('what is not sent yet and goes on from missing hours is one hole with them, as big as the explained holes say', () => {
  const { hourly, data, at } = gasUse()
  const last = 24 * 60
  const tail = without(hourly, (end) => end > at(last - 184))
  const due = tail.due && {
    ...tail.due,
    reasonAt: (place: number) => (place >= last - 168 ? ('not_transmitted' as const) : ('empty' as const)),
  }
  const silent = { ...data, archives: [{ ...tail, due }] }
  const [found, ...others] = judge(silent).found
  expect(others).toEqual([])
  expect(found).toMatchObject({ fromMs: at(last - 184), toMs: at(last), measure: 184 })
  const span = { archiveType: 'hourly', fromMs: at(0), toMs: at(last) }
  const { holes } = explainedHoles(silent, { missing_record: { designCapacity: null } }, span)
  const sum = (of: 'records' | 'm3') => holes.reduce((all, hole) => all + (hole[of] ?? NaN), 0)
  expect(sum('records')).toBe(184)
  expect(sum('m3')).toBeCloseTo(found?.m3 ?? NaN, 6)
})

test('days between two that were asked for are missing', () => {
  const { hourly, data, at } = gasUse()
  const holed = without(hourly, (end) => end > at(480) && end <= at(528))
  const due = holed.due && { ...holed.due, reasonAt: () => 'never' as const }
  expect(judge({ ...data, archives: [{ ...holed, due }] }).found).toMatchObject([{ fromMs: at(480), toMs: at(528) }])
})

test('a day that goes on with hours that are not sent yet expects only the others', () => {
  const { hourly, data, at } = gasUse()
  const last = 24 * 60
  const tail = without(hourly, (end) => end > at(last - 6) || end === at(last - 12))
  const due = tail.due && {
    ...tail.due,
    reasonAt: (place: number) => (place >= last - 6 ? ('not_transmitted' as const) : ('empty' as const)),
  }
  const [found] = judge({ ...data, archives: [{ ...tail, due }] }).found
  expect(found?.evidence.numbers).toMatchObject({ records: 17, expected: 18 })
})

test('the days on which clocks change have 23 and 25 hours', () => {
  const dueMs = Array.from({ length: 24 * 10 }, (_, hour) => Date.parse('2026-03-24T00:00Z') + hour * HOUR)
  const hourly = archive('hourly', dueMs.slice(0, 100).concat(dueMs.slice(101)), [channel('standardVolume', new Array(239).fill(1))], {
    dueMs,
  })
  const gas = { zone: 'Europe/Berlin', contractHour: 6 }
  const [found] = judge(station({ archives: [hourly], gas })).found
  expect(found?.evidence.numbers).toMatchObject({ records: 23, expected: 24 })
  const ofChange = archive(
    'hourly',
    dueMs.filter((_, at) => at !== 121),
    [channel('standardVolume', new Array(239).fill(1))],
    { dueMs },
  )
  expect(judge(station({ archives: [ofChange], gas })).found[0]?.evidence.numbers).toMatchObject({ records: 22, expected: 23 })
})

test('a window shows what touches it, whole', () => {
  const { hourly, data, at } = gasUse()
  const archives = [without(hourly, (end) => end > at(1000) && end <= at(1100))]
  const { found } = judge({ ...data, archives }, { fromMs: at(1050), toMs: at(1060) })
  expect(found).toMatchObject([{ fromMs: at(1000), toMs: at(1100) }])
  expect(judge({ ...data, archives }, { fromMs: at(1102), toMs: at(1200) }).found).toEqual([])
})

test('without a device or a rhythm nothing is judged', () => {
  expect(judge(station({ equipmentId: null })).notEvaluated).toMatchObject([{ why: 'no_device' }])
  const anywhere = archive('hourly', [1, 2], [], { dueMs: null })
  expect(judge(station({ archives: [anywhere] })).notEvaluated).toMatchObject([{ why: 'unknown_rhythm' }])
})
