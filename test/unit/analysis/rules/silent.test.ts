import { expect, test } from 'vitest'
import { explainedHoles } from '../../../../electron/analysis/answers/holes.ts'
import { rule as missing } from '../../../../electron/analysis/rules/missing-record.ts'
import { rule } from '../../../../electron/analysis/rules/silent.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse } from '../../../support/gas-use.ts'
import { HOUR, MONDAY, station } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const usual = usualThresholds().silent

/** A session every six hours; the last one `ageHours` ago. */
function judge({ count = 40, ageHours = 1, next = Number.NaN, lastSessionMs = null as number | null }) {
  const atMs = Float64Array.from({ length: count }, (_, at) => MONDAY + at * 6 * HOUR)
  const none = new Float64Array(count).fill(Number.NaN)
  const nextMs = none.slice()
  const last = atMs.at(-1) ?? MONDAY
  if (count > 0) nextMs[count - 1] = last + next * HOUR
  const sessions = { atMs, trycnt: none, btm: none, rssi: none, bsg: none, duration: none, traffic: none, nextMs }
  return rule.judge(station({ sessions, lastSessionMs, nowMs: last + ageHours * HOUR }), usual, EVER)
}

test('suspect beyond one and a half of its own rhythm, failed beyond three', () => {
  expect(judge({ ageHours: 9 })).toMatchObject({ found: [], evaluated: [{ archiveType: null }] })
  expect(judge({ ageHours: 9.6 }).found).toMatchObject([
    { flag: 3, detail: 'rhythm', measure: expect.closeTo(1.6, 9) as number, threshold: 1.5, toMs: null },
  ])
  expect(judge({ ageHours: 54 }).found).toMatchObject([
    { flag: 4, measure: 9, threshold: 3, evidence: { numbers: { hours: 54, rhythmHours: 6 } } },
  ])
})

test('a session that was announced and has not come', () => {
  expect(judge({ ageHours: 7, next: 6 }).found).toEqual([])
  expect(judge({ ageHours: 8.5, next: 6 }).found).toMatchObject([{ flag: 3, detail: 'missed_session', measure: 2.5, unit: 'hours' }])
  expect(judge({ ageHours: 8.5, next: 24 }).found).toEqual([])
})

test('the list of stations may know of a newer session', () => {
  const newest = MONDAY + 39 * 6 * HOUR + 50 * HOUR
  expect(judge({ ageHours: 54, lastSessionMs: newest }).found).toEqual([])
})

test('few sessions make no rhythm, none make no verdict', () => {
  expect(judge({ count: 4, ageHours: 500 }).notEvaluated[0]?.why).toBe('too_few')
  expect(judge({ count: 0 }).notEvaluated[0]?.why).toBe('too_few')
  expect(rule.judge(station(), usual, EVER).notEvaluated[0]?.why).toBe('no_sessions')
})

/** Eight weeks of `gasUse` whose last `lost` hours have no record; due are all but the last `notDue`; a session every six hours. */
function silence({ lost, notDue = 0, lastSessionAt }: { lost: number; notDue?: number; lastSessionAt?: number }) {
  const { hourly, data, at } = gasUse()
  const last = 24 * 60
  const lostFrom = last - lost
  const isDue = hourly.timesMs.filter((endMs) => endMs <= at(last - notDue)).length
  const kept = hourly.timesMs.filter((endMs) => endMs <= at(lostFrom)).length
  const tail = {
    ...hourly,
    timesMs: hourly.timesMs.subarray(0, kept),
    channels: hourly.channels.map((channel) => ({ ...channel, values: channel.values.subarray(0, kept) })),
    due: hourly.due && {
      due: hourly.due.due.subarray(0, isDue),
      present: hourly.due.present.map((is, place) => ((hourly.due?.due[place] as number) > at(lostFrom) ? 0 : is)).subarray(0, isDue),
      reasonAt: (place: number) => (place > last - lost / 2 ? ('not_transmitted' as const) : ('empty' as const)),
    },
  }
  const heard = lastSessionAt ?? lostFrom
  const atMs = Float64Array.from({ length: 40 }, (_, nth) => at(heard) + (nth - 39) * 6 * HOUR)
  const none = new Float64Array(40).fill(Number.NaN)
  const sessions = { atMs, trycnt: none, btm: none, rssi: none, bsg: none, duration: none, traffic: none, nextMs: none }
  const volumes = hourly.channels[0]?.values ?? new Float64Array()
  return {
    silent: { ...data, archives: [tail], sessions, nowMs: at(last) },
    passed: volumes.slice(heard, last).reduce((sum, one) => sum + one, 0),
    span: { fromMs: at(0), toMs: at(last) },
  }
}

test('silent for ten days is priced for ten days, though the last of them are not due yet', () => {
  const { silent, passed } = silence({ lost: 240, notDue: 38 })
  const [found] = rule.judge(silent, usual, EVER).found
  expect(found?.evidence.numbers.hours).toBe(240)
  expect((found?.m3 ?? 0) / passed).toBeCloseTo(1, 1)
  // What is missing is less by the hours that are not due.
  const [hole] = missing.judge(silent, usualThresholds().missing_record, EVER).found
  expect((hole?.m3 ?? 0) / passed).toBeLessThan(0.9)
})

test('where all is due its m³ are those of the missing records and the explained holes', () => {
  const { silent, span } = silence({ lost: 100 })
  const [found] = rule.judge(silent, usual, EVER).found
  const { holes } = explainedHoles(silent, { missing_record: { designCapacity: null } }, { archiveType: 'hourly', ...span })
  expect(holes.map(({ cause }) => cause)).toEqual(['unexplained', 'empty', 'not_transmitted'])
  expect(found?.m3).toBeGreaterThan(0)
  expect(found?.m3).toBeCloseTo(
    holes.reduce((sum, { m3 }) => sum + (m3 ?? NaN), 0),
    6,
  )
  expect(found?.m3).toBe(missing.judge(silent, usualThresholds().missing_record, EVER).found[0]?.m3)
})

test('of a hole that was there long before it fell silent it is its own time that is priced', () => {
  const { silent, passed } = silence({ lost: 480, lastSessionAt: 24 * 60 - 240 })
  const [found] = rule.judge(silent, usual, EVER).found
  expect(found?.evidence.numbers.hours).toBe(240)
  expect((found?.m3 ?? 0) / passed).toBeCloseTo(1, 1)
})

test('without an archive it costs nothing that anybody knows', () => {
  expect(judge({ ageHours: 54 }).found[0]?.m3).toBeNull()
})
