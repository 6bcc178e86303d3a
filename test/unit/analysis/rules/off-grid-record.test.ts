import { expect, test } from 'vitest'
import { rule } from '../../../../electron/analysis/rules/off-grid-record.ts'
import { rule as missing } from '../../../../electron/analysis/rules/missing-record.ts'
import { rule as spike } from '../../../../electron/analysis/rules/spike.ts'
import { rule as sums } from '../../../../electron/analysis/rules/counter-against-sum.ts'
import { rule as ofDays } from '../../../../electron/analysis/rules/hours-against-day.ts'
import { sliced } from '../../../../electron/analysis/judge/sliced.ts'
import { hourGrid } from '../../../../electron/analysis/kernel/grids/periods.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse, spoilt } from '../../../support/gas-use.ts'
import { archive, channel, events, HOUR, hoursAfter, MONDAY, station, withRecords } from '../../../support/station-data.ts'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'

const judge = (data: Parameters<typeof rule.judge>[0], window = EVER) => rule.judge(data, {}, window)

test('a record between the hours is found, with the event that made it', () => {
  const { hourly, data, at, counter } = gasUse()
  const extraMs = at(700) + 23 * 60_000
  const archives = [withRecords(hourly, [{ atMs: extraMs, values: [12.5, (counter[699] ?? 0) + 12.5] }])]
  const changes = events([{ atMs: extraMs, meaning: { role: 'clockSet' }, text: 'Clock set' }])
  const { found } = judge({ ...data, archives, events: { changes } })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ flag: 3, fromMs: at(700), toMs: extraMs, m3: 12.5 })
  expect(found[0]?.evidence.events).toMatchObject([{ text: 'Clock set' }])
  // It is no period: nothing is differenced with it.
  const thresholds = usualThresholds()
  expect(sums.judge({ ...data, archives }, thresholds.counter_against_sum, EVER).found).toEqual([])
  expect(spike.judge({ ...data, archives }, thresholds.spike, EVER).found).toEqual([])
})

test('of a device that archives its counter alone it says what that rose by', () => {
  const { hourly, data, at, counter } = gasUse()
  const extra = { atMs: at(700) + 23 * 60_000, values: [12.5, (counter[699] ?? 0) + 12.5] }
  const { channels, ...told } = withRecords(hourly, [extra])
  const { found } = judge({ ...data, archives: [{ ...told, channels: channels.slice(1) }] })
  expect(found[0]?.m3).toBeCloseTo(12.5, 6)
  expect(found[0]?.evidence.fromCounter).toBe(true)
})

/** The hours of `gasUse` with a record a minute past one of them on some days; `rest`: what the counter has counted by then. */
function withStrays(use: ReturnType<typeof gasUse>, days: readonly number[], hour = 1) {
  const strays = days.map((day) => {
    const nth = 24 * day + hour
    return { atMs: use.at(nth) + 60_000, values: [0.5, (use.counter[nth - 1] ?? 0) + 0.5] }
  })
  return withRecords(use.hourly, strays)
}

test('a record at the same time on most days is one habit, and cuts no hour that the counter shows whole', () => {
  const use = gasUse()
  const days = Array.from({ length: 60 }, (_, day) => day).filter((day) => day % 7 !== 6)
  const strays = withStrays(use, days)
  const { found } = judge({ ...use.data, archives: [strays, use.daily] })
  expect(found).toMatchObject([{ measure: days.length, detail: 'habit', toMs: use.at(24 * 59 + 1) + 60_000 }])
  // What is planted beside it is found as without it.
  const half = use.daily.channels[0]?.values[30] ?? 0
  const daily = spoilt(use.daily, 0, (values) => (values[30] = half / 2))
  const spiked = spoilt(strays, 0, (values) => (values[strays.timesMs.indexOf(use.at(701))] = 900))
  const thresholds = usualThresholds()
  expect(ofDays.judge({ ...use.data, archives: [strays, daily] }, thresholds.hours_against_day, EVER).found).toHaveLength(1)
  expect(spike.judge({ ...use.data, archives: [spiked, use.daily] }, thresholds.spike, EVER).found).toMatchObject([{ toMs: use.at(701) }])
  // Now and then is no habit.
  const rare = judge({ ...use.data, archives: [withStrays(use, [3, 9, 17, 40])] }).found
  expect(rare.map(({ measure, detail }) => [measure, detail])).toEqual(Array.from({ length: 4 }, () => [1, null]))
})

test('a habit is found the same by its last days alone as by all of them', () => {
  const use = gasUse()
  const strays = withStrays(
    use,
    Array.from({ length: 30 }, (_, at) => at + 20),
  )
  const data = { ...use.data, archives: [strays] }
  const range = { fromMs: use.at(24 * 30), toMs: use.at(24 * 60) }
  const part = sliced(data, range)
  judge(part, { fromMs: use.at(24 * 45), toMs: use.at(24 * 60) })
  expect(part.part?.isShort).toBe(true)
})

test('a stamp a few minutes off is its hour where the hour has no other, in every rule', () => {
  const { hourly, data } = gasUse()
  const late = { ...hourly, timesMs: hourly.timesMs.map((atMs, row) => atMs + (row % 3 === 0 ? 60_000 : 0)) }
  expect(judge({ ...data, archives: [late] }).found).toEqual([])
  expect(hourGrid(late)?.rows.every((row, place) => row === place)).toBe(true)
})

test('where no day can be compared, the rule says that it compared nothing', () => {
  const use = gasUse()
  const strays = withStrays(
    use,
    Array.from({ length: 60 }, (_, day) => day),
  )
  // Without a counter nobody knows whether the stray holds a part of the hour.
  const alone = { ...strays, channels: strays.channels.slice(0, 1) }
  const verdict = ofDays.judge({ ...use.data, archives: [alone, use.daily] }, usualThresholds().hours_against_day, EVER)
  expect(verdict.evaluated).toEqual([])
  expect(verdict.notEvaluated).toMatchObject([{ archiveType: 'daily', why: 'nothing_to_compare' }])
})

test('an archive that writes at another minute has no extra records', () => {
  const times = hoursAfter(MONDAY + 17 * 60_000, 100)
  const data = station({ archives: [archive('hourly', times, [channel('standardVolume', new Array(100).fill(1))])] })
  expect(judge(data).found).toEqual([])
})

test('a second record of a day is extra, a gap is not', () => {
  const { daily, data, at } = gasUse()
  const archives = [withRecords(daily, [{ atMs: at(24 * 9 + 5), values: [1, 2] }])]
  expect(judge({ ...data, archives }).found).toMatchObject([{ archiveType: 'daily', toMs: at(24 * 9 + 5) }])
  const gap = archive('hourly', hoursAfter(MONDAY, 50).concat(hoursAfter(MONDAY + 90 * HOUR, 50)), [])
  expect(judge(station({ archives: [gap] })).found).toEqual([])
})

test('the m³ of one moment stand once: with the record of the hours, with the first of two, or with the hole', () => {
  const { hourly, daily, data, at, counter } = gasUse()
  const extraMs = at(700) + 23 * 60_000
  const before = counter[699] ?? 0
  const m3 = (archives: (typeof hourly)[]) => judge({ ...data, archives }).found.map((one) => [one.archiveType, one.m3])
  // The device closed the hour and the day alike: 400 m³ of the day hold the 12.5 of the hour.
  const ofHour = withRecords(hourly, [{ atMs: extraMs, values: [12.5, before + 12.5] }])
  const ofDay = withRecords(daily, [{ atMs: extraMs, values: [400, before + 12.5] }])
  expect(m3([ofHour, ofDay])).toEqual([
    ['hourly', 12.5],
    ['daily', null],
  ])
  // Before and after a change of settings: the counter has risen once.
  const values = [12.5, before + 12.5]
  const twice = withRecords(hourly, [
    { atMs: extraMs, values },
    { atMs: extraMs + 60_000, values },
  ])
  expect(m3([twice])).toEqual([
    ['hourly', 12.5],
    ['hourly', 0],
  ])
  // The record of that hour is missing: its hole has the price.
  const rows = (numbers: Float64Array) => numbers.filter((_, row) => ofHour.timesMs[row] !== at(701))
  const holed = {
    ...ofHour,
    timesMs: rows(ofHour.timesMs),
    channels: ofHour.channels.map((one) => ({ ...one, values: rows(one.values) })),
    due: hourly.due && { ...hourly.due, present: hourly.due.present.map((is, place) => (hourly.due?.due[place] === at(701) ? 0 : is)) },
  }
  expect(missing.judge({ ...data, archives: [holed] }, usualThresholds().missing_record, EVER).found[0]?.m3).toBeGreaterThan(50)
  expect(m3([holed])).toEqual([['hourly', null]])
})
