import { expect, test } from 'vitest'
import { EVER } from '../../../../electron/analysis/findings/rule.ts'
import { rule } from '../../../../electron/analysis/findings/rules/off-grid-record.ts'
import { rule as spike } from '../../../../electron/analysis/findings/rules/spike.ts'
import { rule as sums } from '../../../../electron/analysis/findings/rules/counter-against-sum.ts'
import { usualThresholds } from '../../../../electron/contract/rules.ts'
import { gasUse } from '../../../support/gas-use.ts'
import {
  archive,
  channel,
  events,
  HOUR,
  hoursAfter,
  MONDAY,
  station,
  withRecords,
} from '../../../support/station-data.ts'

const judge = (data: Parameters<typeof rule.judge>[0]) => rule.judge(data, {}, EVER)

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
