import { openBook, type Book } from '../../../electron/book/index.ts'
import { dayAt } from '../../../electron/contract/time/day.ts'
import type { DeviceEvent, Reading } from '../../../electron/contract/records.ts'
import { createWorld, type World } from '../../../electron/demo/world/index.ts'
import { readChannel } from '../../../electron/service/wire/channel.ts'
import { readConsumer } from '../../../electron/service/wire/consumer.ts'
import { readEquipmentType } from '../../../electron/service/wire/equipment-type.ts'
import { readMessage } from '../../../electron/service/wire/message.ts'
import { readProvider } from '../../../electron/service/wire/provider.ts'
import type { RecordReader } from '../../../electron/service/wire/reader.ts'
import { readStation } from '../../../electron/service/wire/station.ts'

/**
 * Large books, written directly through the book's repositories. The lists are the demo service's own, so that names,
 * consumers and messages are like those in the field.
 */
export const NOW_MS = Date.UTC(2026, 10, 20, 18)
const HOUR_MS = 3_600_000
const SEED = 20_261_120
/** Stations that are laid over each other. */
const OVERLAID = 8

/** The lists of a service with so many stations. */
export function writeLists(file: string, stations: number): void {
  withBook(file, (book) => putLists(book, createWorld({ stations, seed: SEED, now: () => NOW_MS })))
}

/** What the big book is about. */
export interface BigBook {
  /** Years hourly of six channels. */
  readingsStation: number
  /** One log of all events. */
  eventsStation: number
  /** A year hourly of six channels each. */
  overlaidStations: number[]
}

export interface BigBookSize {
  stations: number
  readings: number
  events: number
  /** Of the charted station. */
  years: number
}

/** Many stations and readings, one archive of years by six channels, one log of all events. */
export function writeBigBook(file: string, { stations, readings, events, years }: BigBookSize): BigBook {
  return withBook(file, (book) => {
    const world = createWorld({ stations, seed: SEED, now: () => NOW_MS })
    putLists(book, world)
    const devices = [...world.stations()].flatMap(({ id, equipment_id: device }) =>
      device === null ? [] : [{ stationId: id, equipmentId: device }],
    )
    const [charted, logged] = devices
    const overlaid = devices.slice(2, 2 + OVERLAID)
    if (!charted || !logged) throw new Error('the demo service has no devices')
    putYears(book, charted.equipmentId, years)
    overlaid.forEach(({ equipmentId }, at) => putYears(book, equipmentId, 1, 1 + at / OVERLAID))
    putEvents(book, logged.equipmentId, events)
    putManyReadings(
      book,
      devices.slice(2 + OVERLAID).map(({ equipmentId }) => equipmentId),
      readings,
    )
    return {
      readingsStation: charted.stationId,
      eventsStation: logged.stationId,
      overlaidStations: overlaid.map(({ stationId }) => stationId),
    }
  })
}

function withBook<T>(file: string, work: (book: Book) => T): T {
  const book = openBook(file, { mode: 'write', now: () => NOW_MS, owner: 'bench' })
  // The file is deleted after the bench, so it need not survive a power cut.
  book.db.pragma('synchronous = OFF')
  try {
    return work(book)
  } finally {
    book.close()
  }
}

function putLists(book: Book, world: World): void {
  const providers = read(readProvider, world.providers())
  book.page(() => {
    book.providers.put(providers)
    for (const { id } of book.db.prepare<[], { id: number }>('SELECT id FROM provider').all()) {
      book.consumers.put(read(readConsumer, world.consumers(id)), { energyId: id })
    }
    book.equipmentTypes.put(read(readEquipmentType, world.equipmentTypes()))
    book.channels.put(read(readChannel, world.channels()))
    book.messages.put(read(readMessage, world.messages()))
    book.stations.put(read(readStation, world.stations()), NOW_MS)
  })
}

function read<T extends object>(reader: RecordReader<T>, records: Iterable<unknown>): T[] {
  return [...records].map((raw) => {
    const record = reader(raw, () => undefined)
    if (typeof record === 'string') throw new Error(record)
    return record
  })
}

/** 8,760 records a year whose six channels move as gas, pressure and temperature do, with so much gas. */
function putYears(book: Book, equipmentId: number, years: number, gas = 1): void {
  const hours = years * 365 * 24
  const records: Reading[] = []
  let counter = 250_000
  let working = 61_000
  for (let hour = 0; hour < hours; hour++) {
    const season = Math.cos((hour / 8760) * 2 * Math.PI)
    const day = Math.sin((hour / 24) * 2 * Math.PI)
    const noise = ((hour * 7919) % 1000) / 1000 - 0.5
    const volume = gas * Math.max(0, 42 + 30 * season + 9 * day + 6 * noise)
    counter += volume
    working += volume / 4.1
    records.push({
      atMs: NOW_MS - (hours - hour) * HOUR_MS,
      values: {
        gas_consume: volume.toFixed(2),
        reading_value: counter.toFixed(2),
        VNakwork: working.toFixed(2),
        Vwork: (volume / 4.1).toFixed(3),
        P: (0.31 + 0.01 * day + 0.004 * noise).toFixed(4),
        T: (8 - 16 * season + 3 * day + noise).toFixed(2),
      },
    })
  }
  const key = { equipmentId, archiveType: 'hourly', view: 'unified' } as const
  const span = { from: dayAt(records[0]?.atMs ?? 0), to: dayAt(NOW_MS) }
  book.page(() => {
    book.readings.put(key, records)
    book.coverage.mark(key, span, { state: 'fetched', fetchedAtMs: NOW_MS })
  })
}

/** Puts the same number of records of one channel for each device: many records in few bytes. */
function putManyReadings(book: Book, devices: readonly number[], total: number): void {
  const each = Math.ceil(total / devices.length)
  const records: Reading[] = Array.from({ length: each }, (_, at) => ({
    atMs: NOW_MS - (each - at) * HOUR_MS,
    values: { P: at % 10 },
  }))
  const atOnce = 100
  for (let from = 0; from < devices.length; from += atOnce) {
    book.page(() => {
      for (const equipmentId of devices.slice(from, from + atOnce)) {
        book.readings.put({ equipmentId, archiveType: 'hourly', view: 'general' }, records)
      }
    })
  }
}

/** An event each minute and a half, in the three archives that devices fill most. */
function putEvents(book: Book, equipmentId: number, total: number): void {
  const archives = ['event', 'alarm', 'nesht'] as const
  const page = 20_000
  for (let from = 0; from < total; from += page) {
    const lists = archives.map((): DeviceEvent[] => [])
    for (let at = from; at < Math.min(total, from + page); at++) {
      lists[at % archives.length]?.push({
        atMs: NOW_MS - (total - at) * 90_000,
        entries: {
          Code: String(1 + (at % 40)),
          CodeDescription: `Событие ${1 + (at % 40)}`,
          ValCode: String(at % 7),
          Izm: 'м³/ч',
        },
      })
    }
    book.page(() => archives.forEach((archiveType, at) => book.events.add({ equipmentId, archiveType }, lists[at] ?? [])))
  }
}
