import type { Book } from '../../../electron/book/index.ts'
import type { Channel, Reading } from '../../../electron/contract/records.ts'
import { DAY_MS, HOUR_MS } from '../../../electron/contract/time/units.ts'

/** A station of a district boiler house: years of hours with six channels, their days, settings, sessions, events. */

export const STATION = 1
export const EQUIPMENT = 1001
const TELEMETRY = 2001
const TYPE = 7
/** Midnight UTC; the first record covers the hour after it. */
export const FROM_MS = Date.UTC(2023, 9, 1)
export const USUAL = { zone: 'Europe/Moscow', contractHour: 10 }
/** Gas days begin at 07:00 UTC. */
const CONTRACT_UTC = 7

const CODES = ['gas_consume', 'reading_value', 'VNakwork', 'Vwork', 'P', 'T'] as const
const UNITS = { gas_consume: 'м3', reading_value: 'м3', VNakwork: 'м3', Vwork: 'м3', P: 'кПа', T: '°C' } as const

export function writeDirectory(book: Book): void {
  const channels = (['hourly', 'daily'] as const).flatMap((archive) =>
    CODES.map((code): Channel => ({
      equipmentTypeId: TYPE,
      archiveTypeName: archive,
      archiveTypeVarname: archive,
      telemetryTypeName: null,
      channelName: code,
      channelVarname: code,
      unitName: UNITS[code],
    })),
  )
  book.equipmentTypes.put([
    {
      id: TYPE,
      name: 'EK280',
      equipmentKindName: null,
      telemetryTypeName: null,
      resourceName: null,
      description: null,
    },
  ])
  book.channels.put(channels)
  book.stations.put(
    [
      {
        id: STATION,
        name: 'Boiler house',
        equipmentTypeId: TYPE,
        equipmentTypeVarname: 'ek280',
        equipmentBrandName: 'EK280',
        phone: '',
        equipmentId: EQUIPMENT,
        telemetryId: TELEMETRY,
        customerId: null,
        equipmentSerialNumber: '1',
        statusNameValue: null,
        volumeValue: null,
        volumeUnit: 'м3',
        pressureValue: null,
        pressureUnit: 'кПа',
        temperatureValue: null,
        temperatureUnit: '°C',
        lastSeanceEventMs: null,
        uid: 'u1',
      },
    ],
    FROM_MS,
  )
}

/** Hours and days of the station, day by day from the first; the same in every run. */
export function createHistory() {
  const random = mulberry(20_261_122)
  let standard = 120_000
  let working = 60_000
  let day = 0
  const marks = { standard, working }
  let dayP = 0
  let dayT = 0

  function hour(): Reading {
    const atMs = FROM_MS + (day * 24 + hourOfDay + 1) * HOUR_MS
    const season = 1 + 0.6 * Math.cos((2 * Math.PI * (day - 100)) / 365)
    const daily = 1 + 0.3 * Math.sin((2 * Math.PI * hourOfDay) / 24)
    const P = round(310 + 4 * random(), 2)
    const T = round(12 - 8 * Math.cos((2 * Math.PI * (day - 290)) / 365) + 2 * random(), 2)
    const Vwork = round(60 * season * daily * (0.92 + 0.16 * random()), 3)
    const gas = round((Vwork * P * 293.15) / (101.325 * (T + 273.15)), 3)
    standard = round(standard + gas, 3)
    working = round(working + Vwork, 3)
    dayP += P
    dayT += T
    return { atMs, values: { gas_consume: gas, reading_value: standard, VNakwork: working, Vwork, P, T } }
  }
  let hourOfDay = 0

  return {
    /** The hours of the next day, and the gas day that closes in it. */
    next(): { hours: Reading[]; daily: Reading[] } {
      const hours: Reading[] = []
      const daily: Reading[] = []
      for (hourOfDay = 0; hourOfDay < 24; hourOfDay++) {
        hours.push(hour())
        if (hourOfDay + 1 !== CONTRACT_UTC) continue
        const values = {
          gas_consume: round(standard - marks.standard, 3),
          reading_value: standard,
          VNakwork: working,
          Vwork: round(working - marks.working, 3),
          P: round(dayP / 24, 2),
          T: round(dayT / 24, 2),
        }
        if (day > 0) daily.push({ atMs: FROM_MS + (day * 24 + CONTRACT_UTC) * HOUR_MS, values })
        Object.assign(marks, { standard, working })
        dayP = 0
        dayT = 0
      }
      day++
      return { hours, daily }
    },
    get days() {
      return day
    },
  }
}
export type History = ReturnType<typeof createHistory>

const key = (archiveType: string) => ({ equipmentId: EQUIPMENT, archiveType, view: 'general' }) as const

/** Writes the next days as a download does: records, coverage, sessions, an event or two. */
export function writeDays(book: Book, history: History, days: number): void {
  book.page(() => {
    const first = history.days
    const hours: Reading[] = []
    const daily: Reading[] = []
    for (let day = 0; day < days; day++) {
      const next = history.next()
      hours.push(...next.hours)
      daily.push(...next.daily)
    }
    const dayOf = (at: number) => new Date(FROM_MS + at * DAY_MS).toISOString().slice(0, 10)
    const span = { from: dayOf(first), to: dayOf(first + days - 1) }
    const fetchedAtMs = FROM_MS + (first + days) * DAY_MS
    for (const [archiveType, records] of [
      ['hourly', hours],
      ['daily', daily],
    ] as const) {
      book.readings.put(key(archiveType), records)
      book.coverage.mark(key(archiveType), span, { state: 'fetched', fetchedAtMs })
    }
    const telemetry = { telemetryId: TELEMETRY, archiveType: 'sessions' } as const
    book.sessions.put(Array.from({ length: days }, (_, day) => session(first + day)))
    book.coverage.mark(telemetry, span, { state: 'fetched', fetchedAtMs })
    for (const archiveType of ['nesht', 'changes', 'valve', 'alarm'])
      book.coverage.mark({ equipmentId: EQUIPMENT, archiveType }, span, { state: 'fetched', fetchedAtMs })
    for (let day = 0; day < days; day += 30)
      book.events.add({ equipmentId: EQUIPMENT, archiveType: 'alarm' }, [
        { atMs: FROM_MS + (first + day) * DAY_MS + HOUR_MS, entries: { Code: '7', CodeDescription: 'Door opened' } },
      ])
  })
}

function session(day: number) {
  const atMs = FROM_MS + day * DAY_MS + 23 * HOUR_MS
  return {
    id: day + 1,
    telemetryId: TELEMETRY,
    atMs,
    evtid: null,
    trycnt: 1,
    tryfl: 0,
    state: 1,
    btm: 3.6,
    rssi: -70,
    bsg: 3.6,
    gettime: null,
    nextSessionMs: atMs + DAY_MS,
    referenceparameterSeanceStatusId: null,
    durationSession: 40,
    sessionTraffic: 9000,
    millisecond: 0,
  }
}

/** Writes a history of so many years, but for the days that are kept back. */
export function writeHistory(book: Book, history: History, years: number, keptBack = 0): void {
  writeDirectory(book)
  book.settings.putSnapshot(EQUIPMENT, FROM_MS, SETTINGS)
  for (let left = years * 365 - keptBack; left > 0; left -= 90) writeDays(book, history, Math.min(90, left))
}

const SETTINGS = [
  { channelName: 'Pressure, lower limit', channelDataValue: 100, unitName: 'kPa' },
  { channelName: 'Pressure, upper limit', channelDataValue: 600, unitName: 'kPa' },
  { channelName: 'Qmin', channelDataValue: 4, unitName: 'm3/h' },
  { channelName: 'Substitute pressure', channelDataValue: 250, unitName: 'kPa' },
  { channelName: 'Next verification', channelDataValue: '01.01.2030', unitName: null },
]

const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** Numbers from 0 to 1 that are the same in every run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
