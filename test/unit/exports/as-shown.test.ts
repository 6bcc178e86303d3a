import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Book } from '../../../electron/book/index.ts'
import { exportTo } from '../../../electron/exports/index.ts'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { recordsAsShown, type ShownReadings } from '../../../renderer/views/station/readings/as-shown.ts'
import { station, tempBook, tempFolder } from '../book/fixtures.ts'

/** A file 'as shown' has what the readings tab shows: these channels, of this device, in this span, in this order. */

const FROM = Date.UTC(2026, 0, 10)
const EXCHANGE = 30

/** Two channels of a station that was given another device; a reader takes its records in steps of some hundreds. */
function exchanged(): Book {
  const book = tempBook()
  const put = (equipmentId: number, first: number, last: number) =>
    book.readings.put(
      { equipmentId, archiveType: 'hourly', view: 'general' },
      Array.from({ length: last - first }, (_, at) => ({ atMs: FROM + (first + at) * HOUR_MS, values: { V: first + at, P: 1, T: 2 } })),
    )
  book.stations.put([station({ id: 1 })], FROM)
  put(1001, 0, EXCHANGE)
  book.stations.put([station({ id: 1, equipmentId: 1501 })], FROM + EXCHANGE * HOUR_MS - 1)
  put(1501, EXCHANGE, 5000)
  return book
}

const shown: ShownReadings = {
  stationId: 1,
  archiveType: 'hourly',
  archiveTypeName: null,
  view: 'general',
  span: { fromMs: FROM - HOUR_MS, toMs: FROM + 40 * HOUR_MS },
  gas: { zone: 'UTC', contractHour: 10 },
  mode: 'table',
  channels: ['P', 'V'],
  device: null,
  desc: true,
  summed: null,
}

async function rowsOf(now: ShownReadings, reader: 'people' | 'programs') {
  const file = path.join(tempFolder(), 'a.json')
  const how = { reader, format: 'json', language: 'en', timeZone: 'UTC' } as const
  await exportTo(exchanged(), { kind: 'readings', ...how, ...recordsAsShown(now) }, file)
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: { equipment_id: number; values: Record<string, number> }[] }
  return rows
}
const hoursOf = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map(({ values }) => values['V'])
const hours = Array.from({ length: 41 }, (_, hour) => hour)

test('the newest first over an exchange, as the table shows it, and the oldest first', async () => {
  expect(hoursOf(await rowsOf(shown, 'people'))).toEqual(hours.toReversed())
  expect(hoursOf(await rowsOf({ ...shown, desc: false }, 'people'))).toEqual(hours)
})

test('more records than are read at once keep their order', async () => {
  const all = hoursOf(await rowsOf({ ...shown, span: { fromMs: FROM - HOUR_MS, toMs: FROM + 5000 * HOUR_MS } }, 'people'))
  expect(all).toEqual(Array.from({ length: 5000 }, (_, hour) => 4999 - hour))
})

test('the device that is chosen alone', async () => {
  const rows = await rowsOf({ ...shown, device: 1001 }, 'people')
  expect(new Set(rows.map(({ equipment_id: id }) => id))).toEqual(new Set([1001]))
  expect(hoursOf(rows)).toEqual(hours.slice(0, EXCHANGE).toReversed())
})

test.each(['people', 'programs'] as const)('the channels that are shown, for %s', async (reader) => {
  const [row] = await rowsOf(shown, reader)
  expect(Object.keys(row?.values ?? {}).toSorted()).toEqual(['P', 'V'])
})
