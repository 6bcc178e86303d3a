import { expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/kernel/data.ts'
import { rule as againstSum } from '../../../../electron/analysis/rules/counter-against-sum.ts'
import { rule as decrease } from '../../../../electron/analysis/rules/counter-decrease.ts'
import { rule as frozen } from '../../../../electron/analysis/rules/frozen.ts'
import { rule as spike } from '../../../../electron/analysis/rules/spike.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { archive, channel, hoursAfter, MONDAY, station } from '../../../support/station-data.ts'

/** Values that consumption does not believe are still found, and the wrong channel is named. */

const usual = usualThresholds()
const LENGTH = 24 * 40
const USE = Array.from({ length: LENGTH }, (_, hour) => 30 + ((hour * 7) % 20) + (hour % 24) / 100)
const COUNTS = USE.reduce<number[]>((sums, m3, at) => [...sums, Number(((sums[at - 1] ?? 137_000) + m3).toFixed(2))], [])
const hourly = (volumes: readonly number[] | null, counts: readonly number[] | null) =>
  station({
    archives: [
      archive('hourly', hoursAfter(MONDAY, LENGTH), [
        ...(volumes ? [channel('standardVolume', volumes)] : []),
        ...(counts ? [channel('standardCounter', counts)] : []),
      ]),
    ],
  })

test('a counter of 16 bits that begins again every sixteen hours is one rollover, with the volume over it', () => {
  const wrapped = COUNTS.map((count) => Number(((count - 137_000) % 655.36).toFixed(2)))
  const { found } = decrease.judge(hourly(null, wrapped), {}, EVER)
  expect(found).toMatchObject([{ flag: 3, detail: 'rollover' }])
  expect(found[0]?.m3).toBeGreaterThan(30 * 40)
})

test('a counter that is nought in one record went away and came back', () => {
  const { found } = decrease.judge(hourly(null, COUNTS.with(500, 0)), {}, EVER)
  expect(found).toMatchObject([{ flag: 4, detail: 'away_and_back' }])
})

test('volumes that are the counter from an hour on are the wrong channel', () => {
  const data = hourly(
    USE.map((m3, at) => (at < 500 ? m3 : (COUNTS[at] as number))),
    COUNTS,
  )
  const { found } = againstSum.judge(data, usual.counter_against_sum, EVER)
  const [volume] = data.archives[0]?.channels ?? []
  expect(found).toMatchObject([{ flag: 4, detail: 'volume_wrong', channelVarname: volume?.channelVarname }])
})

test('a value that stands for none is named in all its hours', () => {
  const { found } = spike.judge(hourly(USE.with(500, 186_227.087).with(501, 186_227.087).with(530, 186_227.087), null), usual.spike, EVER)
  expect(found).toMatchObject([
    { flag: 4, detail: 'no_value', measure: 2 },
    { flag: 4, detail: 'no_value', measure: 1 },
  ])
})

test('a volume that repeats to its last digit for two days is one finding; one that never varies, or a small flame, is none', () => {
  const of = (volumes: readonly number[]) => frozen.judge(hourly(volumes, null), usual.frozen, EVER).found
  const repeated = USE.map((m3, at) => (at >= 500 && at < 548 ? (USE[500] as number) : m3))
  expect(of(repeated)).toMatchObject([{ flag: 4, measure: 48 }])
  expect(of(USE.map(() => 40.25))).toEqual([])
  expect(of(USE.map((m3, at) => (at >= 500 && at < 548 ? 1.25 : m3)))).toEqual([])
  expect(of(USE)).toEqual([])
})
