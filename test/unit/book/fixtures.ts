import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StoredFinding } from '../../../electron/book/findings/finding-rows.ts'
import type { DeviceEvent, Message, Session, Station, Verbatim } from '../../../electron/contract/records.ts'
import { openBook, type Book } from '../../../electron/book/index.ts'

export const NOW = Date.UTC(2026, 0, 15, 12)

/** Runs of a property test: a small sample each time, a wide one in `npm run test:long`. */
export const numRuns = (few: number, many: number): number => (process.env['METERBOOK_LONG'] === '1' ? many : few)

/** A folder of the test's own, gone when it ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meterbook-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty book. Copying it takes a third of the time of creating one. */
let empty: Buffer | undefined

/** A new book in a folder of its own, closed when the test ends. */
export function tempBook(now = () => NOW): Book {
  const file = join(tempFolder(), 'test.meterbook')
  if (empty) writeFileSync(file, empty)
  else {
    openBook(file, { mode: 'write', now: () => NOW }).close()
    empty = readFileSync(file)
  }
  const book = openBook(file, { mode: 'write', now })
  // No test survives a power cut: waiting for the disk would be half of its time.
  book.db.pragma('synchronous = OFF')
  onTestFinished(() => book.close())
  return book
}

/** The smallest valid station. */
export function station(record: Partial<Station> & { id: number }): Station {
  return {
    name: `ГРП-${record.id}`,
    equipmentTypeId: 1,
    equipmentTypeVarname: 'flougas',
    equipmentBrandName: 'Флоугаз',
    phone: '',
    equipmentId: record.id + 1_000,
    telemetryId: record.id + 2_000,
    customerId: null,
    equipmentSerialNumber: String(10_000 + record.id),
    statusNameValue: null,
    volumeValue: null,
    volumeUnit: 'м3',
    pressureValue: null,
    pressureUnit: '',
    temperatureValue: null,
    temperatureUnit: '°C',
    lastSeanceEventMs: null,
    uid: `u${record.id}`,
    ...record,
  }
}

export function consumer(id: number, name: string | null, inn: Verbatim = null) {
  return { id, name, subdivisionTypeName: 'Предприятие', inn, contactNumber: null }
}

export function event(atMs: number, entries: Record<string, Verbatim>): DeviceEvent {
  return { atMs, entries }
}

export function alarm(atMs: number, code: string, description = `Авария ${code}`): DeviceEvent {
  return event(atMs, { Code: code, CodeDescription: description, ValCode: '1', Izm: '' })
}

export function session(record: Partial<Session> & { id: number; atMs: number }): Session {
  return {
    telemetryId: 1,
    evtid: null,
    trycnt: 0,
    tryfl: null,
    state: 1,
    btm: 98,
    rssi: -71,
    bsg: null,
    gettime: false,
    nextSessionMs: null,
    referenceparameterSeanceStatusId: 2,
    durationSession: 12.5,
    sessionTraffic: null,
    millisecond: null,
    ...record,
  }
}

export function message(record: Partial<Message> & { id: number }): Message {
  return {
    name: 'Авария',
    description: 'Давление выше нормы',
    deviceCode: '17',
    equipmentTypeId: 1,
    equipmentTypeVarname: 'flougas',
    referenceparameterArchiveTypeId: 5,
    archiveTypeVarname: 'alarm',
    messageTypicalId: null,
    channelId: null,
    channelVarname: null,
    ...record,
  }
}

/** A finding of station 1, as the analysis gives it to the book. */
export const finding = (id: string, record: Partial<StoredFinding> = {}): StoredFinding => ({
  id,
  rule: 'frozen',
  flag: 3,
  stationId: 1,
  equipmentId: 1001,
  archiveType: 'hourly',
  view: 'general',
  channelVarname: 'P',
  fromMs: NOW - 36_000_000,
  toMs: NOW - 7_200_000,
  measure: 8,
  threshold: 6,
  unit: 'hours',
  m3: 12.5,
  detail: null,
  evidence: { records: [], events: [], settings: [], sessions: [], numbers: {} },
  ...record,
})
