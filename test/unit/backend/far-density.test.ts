import { expect, test } from 'vitest'
import { logDensity } from '../../../electron/analysis/events/all.ts'
import { densityOf } from '../../../electron/analysis/events/log.ts'
import { alarm, NOW, station, tempBook } from '../book/fixtures.ts'

test('the density of all events is that of the days that records have, not of the years up to an impossible one', () => {
  const book = tempBook()
  book.stations.put([station({ id: 1 })], NOW)
  const log = { equipmentId: 1001, archiveType: 'alarm' } as const
  const at = [0, 1, 2, 3].map((hour) => NOW - hour * 3_600_000)
  book.events.add(
    log,
    [...at, 0, Date.UTC(5000, 0, 1), Date.UTC(9999, 11, 31)].map((atMs) => alarm(atMs, '17')),
  )
  const density = densityOf(book, { stationIds: [1] }, { buckets: 4, nowMs: NOW })
  expect(density).toEqual({
    fromMs: at[3],
    toMs: NOW,
    archives: expect.arrayContaining([{ archiveType: 'alarm', counts: [1, 1, 1, 1] }]) as unknown,
  })
  expect(logDensity(book, {}, { buckets: 4, nowMs: NOW })).toEqual({
    ...density,
    archives: [{ archiveType: 'alarm', counts: [1, 1, 1, 1] }],
  })
  // A time that is asked for is the time that is told.
  const asked = densityOf(book, { stationIds: [1], fromMs: 0, toMs: NOW }, { buckets: 2, nowMs: NOW })
  expect([asked.fromMs, asked.toMs]).toEqual([0, NOW])
})
