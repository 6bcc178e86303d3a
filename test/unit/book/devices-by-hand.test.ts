import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../electron/contract/time/units.ts'
import { station, tempBook } from './fixtures.ts'

/** What listings, records and engineers say of a station's devices, and what is shown of it. */

const DAY = Date.UTC(2026, 0, 5)
const hours = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ atMs: fromMs + (at + 1) * HOUR_MS, values: { V: at } }))
const hourly = (equipmentId: number) => ({ equipmentId, archiveType: 'hourly', view: 'general' }) as const
const stays = (book: ReturnType<typeof tempBook>, id = 1) =>
  book.stations.stays(id).map(({ equipmentId, fromMs, toMs, sinceMs }) => ({ equipmentId, fromMs, toMs, sinceMs }))

test('a device that no listing names is at no station, until somebody says where it was; that can be taken back', () => {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 11 })], DAY + 90 * HOUR_MS)
    book.readings.put(hourly(10), hours(DAY, 20))
    book.readings.put(hourly(11), hours(DAY + 24 * HOUR_MS, 20))
  })
  expect(book.stations.homelessDevices()).toEqual([{ equipmentId: 10, records: 20, firstMs: DAY + HOUR_MS, lastMs: DAY + 20 * HOUR_MS }])
  expect(stays(book)).toEqual([{ equipmentId: 11, fromMs: null, toMs: null, sinceMs: null }])
  book.stations.giveDevice(
    { stationId: 1, equipmentId: 10, equipmentTypeId: 1, equipmentSerialNumber: '77', fromMs: null, toMs: null },
    DAY + 95 * HOUR_MS,
  )
  expect(book.stations.homelessDevices()).toEqual([])
  // It ended with its last record, the next began with its first: four hours without metering.
  expect(stays(book)).toEqual([
    { equipmentId: 10, fromMs: null, toMs: DAY + 20 * HOUR_MS, sinceMs: null },
    { equipmentId: 11, fromMs: DAY + 24 * HOUR_MS, toMs: null, sinceMs: DAY + 20 * HOUR_MS },
  ])
  expect(book.search.find('77').map(({ id, foundIn }) => [id, foundIn])).toEqual([[1, [{ field: 'formerSerial', text: '77' }]]])
  book.stations.takeDevice(1, 10, DAY + 96 * HOUR_MS)
  expect(stays(book)).toEqual([{ equipmentId: 11, fromMs: null, toMs: null, sinceMs: null }])
  expect(book.search.find('77')).toEqual([])
})

test('another serial number under the same key is another device; another telemetry unit is not', () => {
  const book = tempBook()
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 11, telemetryId: 5, equipmentSerialNumber: 'A' })], DAY)
    book.stations.put([station({ id: 1, equipmentId: 11, telemetryId: 6, equipmentSerialNumber: 'A' })], DAY + 10 * HOUR_MS)
    book.readings.put(hourly(11), [...hours(DAY, 20), ...hours(DAY + 26 * HOUR_MS, 20)])
    book.stations.put([station({ id: 1, equipmentId: 11, telemetryId: 6, equipmentSerialNumber: 'B' })], DAY + 40 * HOUR_MS)
  })
  expect(
    book.stations.life(1).map(({ equipmentSerialNumber, time }) => [equipmentSerialNumber, time?.afterMs ?? null, time?.toMs ?? null]),
  ).toEqual([
    ['A', null, DAY + 20 * HOUR_MS],
    ['B', DAY + 26 * HOUR_MS, null],
  ])
  expect(book.stations.units(1).map(({ telemetryId }) => telemetryId)).toEqual([5, 6])
  expect(book.stations.stays(1)).toHaveLength(3)
  const shown = book.db
    .prepare('SELECT equipment_serial_number AS serial, from_time, to_time FROM v_station_device WHERE station_id = 1')
    .all()
  expect(shown).toEqual([
    { serial: 'A', from_time: null, to_time: (DAY + 10 * HOUR_MS) / 1000 },
    { serial: 'A', from_time: (DAY + 10 * HOUR_MS) / 1000, to_time: (DAY + 20 * HOUR_MS) / 1000 },
    { serial: 'B', from_time: (DAY + 26 * HOUR_MS) / 1000, to_time: null },
  ])
})

test('a device that is listed at two stations at a time belongs to both, as ever; a listing that says the same writes nothing new', () => {
  const book = tempBook()
  const both = [station({ id: 1, equipmentId: 11 }), station({ id: 2, equipmentId: 11 })]
  for (let at = 0; at < 3; at++) book.page(() => book.stations.put(both, DAY + at * HOUR_MS))
  expect([...stays(book, 1), ...stays(book, 2)]).toEqual([
    { equipmentId: 11, fromMs: null, toMs: null, sinceMs: null },
    { equipmentId: 11, fromMs: null, toMs: null, sinceMs: null },
  ])
  expect(book.db.prepare('SELECT count(*) FROM device_sighting').pluck().get()).toBe(2)
})

test('days of a year count although hours are there of the last month alone: no record is at no station', () => {
  const book = tempBook()
  const days = Array.from({ length: 10 }, (_, at) => ({ atMs: DAY + (at + 1) * 24 * HOUR_MS, values: { V: at } }))
  const daily = { equipmentId: 11, archiveType: 'daily', view: 'general' } as const
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 10 })], DAY - 30 * 24 * HOUR_MS)
    book.stations.put([station({ id: 1, equipmentId: 11, equipmentSerialNumber: 'B' })], DAY + 5 * 24 * HOUR_MS)
    book.readings.put(daily, days)
    book.readings.put(hourly(11), hours(DAY + 200 * HOUR_MS, 20))
  })
  const [, now] = book.stations.life(1)
  expect(now?.time?.afterMs).toBe(DAY)
  expect(book.readings.count({ ...daily, time: now?.time ?? null })).toBe(10)
})

test('a gap of the hours within which a day closed loses nothing where the serial number changed', () => {
  const book = tempBook()
  const daily = { equipmentId: 11, archiveType: 'daily', view: 'general' } as const
  book.page(() => {
    book.stations.put([station({ id: 1, equipmentId: 11, equipmentSerialNumber: 'A' })], DAY)
    book.readings.put(hourly(11), [...hours(DAY, 20), ...hours(DAY + 30 * HOUR_MS, 20)])
    book.readings.put(daily, [{ atMs: DAY + 24 * HOUR_MS, values: { V: 1 } }])
    book.stations.put([station({ id: 1, equipmentId: 11, equipmentSerialNumber: 'B' })], DAY + 60 * HOUR_MS)
  })
  const life = book.stations.life(1)
  expect(life).toHaveLength(2)
  const held = life.map(({ time }) => book.readings.count({ ...daily, time }) + book.readings.count({ ...hourly(11), time }))
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(41)
})
