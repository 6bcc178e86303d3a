import type { DeviceEvent, Reading, Session, Setting } from '../../../electron/contract/records.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../electron/contract/time/units.ts'
import { session } from '../../unit/book/fixtures.ts'
import { random, type Random } from '../worlds/random.ts'

/** Some months of one station as the service has them at last, with holes, faults, late days and corrections. */

export const STATION = 1
export const EQUIPMENT = 1001
export const TELEMETRY = 2001
/** Gas days begin at 10:00 UTC. */
export const USUAL = { zone: 'UTC', contractHour: 10 }
const CONTRACT_HOUR = 10
/** A Monday. */
export const FROM_MS = Date.UTC(2026, 0, 5)

type Kind = 'volumes' | 'counters' | 'both'

/** A record, and since when the service has it so. */
export interface Served<T> {
  record: T
  sinceMs: number
}

export interface StationYear {
  seed: number
  kind: Kind
  days: number
  /** By archive; where a record was corrected, what it was before comes first. */
  readings: Readonly<Record<'hourly' | 'daily', readonly Served<Reading>[]>>
  events: Readonly<Record<string, readonly Served<DeviceEvent>[]>>
  settings: readonly { takenAtMs: number; items: Setting[] }[]
  sessions: readonly Served<Session>[]
}

const rounded = (value: number, step: number) => Math.round(value / step) * step
const decimals = (value: number, digits: number) => Number(value.toFixed(digits))

/** Everything follows from the seed. */
export function stationYear(seed: number): StationYear {
  const chance = random(seed, 11)
  const days = chance.int(75, 150)
  const kind = chance.pick(['volumes', 'counters', 'both'] as const)
  const hours = days * 24
  const digits = chance.pick([0, 1, 2, 3])
  const flow = chance.between(5, 200)
  const volumes = usedIn(chance, hours, flow).map((value) => decimals(value, digits))
  const state = stateIn(chance, hours)
  const exchangedAt = chance.chance(0.3) ? chance.int(20 * 24, hours - 20) : -1
  const gone = holesIn(chance, hours)
  const settings = settingsIn(chance, days)
  const events = eventsIn(chance, hours, exchangedAt)
  const sessions = sessionsIn(chance, days)
  const hourly: Reading[] = []
  const daily: Reading[] = []
  let standard = decimals(chance.between(1000, 90_000), digits)
  let working = decimals(chance.between(1000, 90_000), digits)
  let [dayS, dayW, dayP, dayT] = [0, 0, 0, 0]
  const offset = chance.chance(0.2) ? chance.int(1, 29) * MINUTE_MS : 0
  const dayFault = chance.chance(0.5) ? chance.int(10, days - 5) : -1
  for (let hour = 0; hour < hours; hour++) {
    const atMs = FROM_MS + (hour + 1) * HOUR_MS
    const s = volumes[hour] as number
    const P = state.pressure[hour] as number
    const T = state.temperature[hour] as number
    const w = decimals((s * 101.325 * (T + 273.15)) / (P * 293.15), digits + 1)
    standard = hour === exchangedAt ? 5 : decimals(standard + s, digits)
    working = hour === exchangedAt ? 3 : decimals(working + w, digits + 1)
    dayS += s
    dayW += w
    dayP += P
    dayT += T
    const values: Record<string, number> = { P, T }
    if (kind !== 'counters') Object.assign(values, { gas_consume: s, Vwork: w })
    if (kind !== 'volumes') Object.assign(values, { reading_value: standard, VNakwork: working })
    const stampMs = atMs + offset + (hour >= state.clockFrom && hour < state.clockTo ? 7 * MINUTE_MS : 0)
    if (!gone(hour)) hourly.push({ atMs: stampMs, values })
    if (chance.chance(0.002)) hourly.push({ atMs: stampMs + 23 * MINUTE_MS, values: { ...values } })
    if (new Date(atMs).getUTCHours() !== CONTRACT_HOUR) continue
    const fault = hour >= dayFault * 24 && hour < (dayFault + 3) * 24 && dayFault >= 0 ? 1.07 : 1
    const day: Record<string, number> = { P: decimals(dayP / 24, 1), T: decimals(dayT / 24, 1) }
    if (kind !== 'counters') Object.assign(day, { gas_consume: decimals(dayS * fault, digits), Vwork: decimals(dayW, digits + 1) })
    if (kind !== 'volumes') Object.assign(day, { reading_value: standard, VNakwork: working })
    if (hour >= 24 && !chance.chance(0.02)) daily.push({ atMs, values: day })
    ;[dayS, dayW, dayP, dayT] = [0, 0, 0, 0]
  }
  const served = (list: readonly Reading[]) =>
    list
      .flatMap((record): Served<Reading>[] => {
        const sinceMs = sentMs(sessions, record.atMs)
        if (!chance.chance(0.003)) return [{ record, sinceMs }]
        const wrong = Object.fromEntries(Object.entries(record.values).map(([name, value]) => [name, Number(value) * 2]))
        return [
          { record: { atMs: record.atMs, values: wrong }, sinceMs },
          { record, sinceMs: sinceMs + chance.int(1, 20) * DAY_MS },
        ]
      })
      .sort((a, b) => a.record.atMs - b.record.atMs || a.sinceMs - b.sinceMs)
  return {
    seed,
    kind,
    days,
    readings: { hourly: served(hourly), daily: chance.chance(0.8) ? served(daily) : [] },
    events: Object.fromEntries(
      Object.entries(events).map(([archive, list]) => [
        archive,
        list.map((record) => ({ record, sinceMs: sentMs(sessions, record.atMs) })),
      ]),
    ),
    settings,
    sessions: sessions.map((record) => ({ record, sinceMs: record.atMs })),
  }
}

/** A record is at the service from the first session after it on. */
const sentMs = (sessions: readonly Session[], atMs: number): number => sessions.find((one) => one.atMs > atMs)?.atMs ?? Infinity

/** m³ an hour: a day's shape, noise, spikes, zeros. */
function usedIn(chance: Random, hours: number, flow: number): number[] {
  const used = Array.from({ length: hours }, (_, hour) => {
    const daily = 1 + 0.3 * Math.sin((2 * Math.PI * hour) / 24)
    return flow * daily * (1 + 0.2 * Math.cos(hour / 900)) * chance.between(0.93, 1.07)
  })
  for (let nth = chance.int(0, 4); nth > 0; nth--) used[chance.int(0, hours - 1)] = flow * chance.pick([6, 9, 0.02])
  for (let nth = chance.int(0, 2); nth > 0; nth--) used.fill(0, chance.int(0, hours), chance.int(0, hours))
  const from = chance.int(0, hours)
  if (chance.chance(0.5)) used.fill(0, from, from + chance.pick([8, 26, 40, 24 * 22]))
  const high = chance.int(0, hours)
  if (chance.chance(0.5)) for (let at = high; at < Math.min(hours, high + 24); at++) used[at] = (used[at] as number) * 3
  // Long stretches of zeros are rare.
  return used.map((value, hour) => (value === 0 && chance.chance(0.001) ? flow : value) || (hour % 997 === 0 ? 0 : value))
}

function stateIn(chance: Random, hours: number) {
  const step = chance.pick([0.01, 0.1, 1])
  const pressure = Array.from({ length: hours }, () => decimals(rounded(300 + chance.between(-6, 6), step), 2))
  const temperature = Array.from({ length: hours }, (_, hour) => decimals(8 + 5 * Math.sin(hour / 400) + chance.between(-1, 1), 1))
  const at = () => chance.int(0, hours)
  const lay = (column: number[], value: number, length: number, from = at()) => column.fill(value, from, from + length)
  if (chance.chance(0.7)) lay(pressure, pressure[0] as number, chance.pick([8, 30, 60]))
  if (chance.chance(0.7)) lay(pressure, 250, chance.pick([2, 9, 40]))
  if (chance.chance(0.5)) lay(temperature, temperature[5] as number, chance.pick([9, 30]))
  if (chance.chance(0.5)) lay(pressure, 720, chance.pick([1, 5]))
  if (chance.chance(0.5)) lay(pressure, 290, chance.pick([30, 70]))
  const clockFrom = chance.chance(0.3) ? at() : hours
  return { pressure, temperature, clockFrom, clockTo: clockFrom + chance.pick([2, 5, 30]) }
}

/** Hours that nobody has. */
function holesIn(chance: Random, hours: number): (hour: number) => boolean {
  const gone = new Uint8Array(hours)
  for (let nth = chance.int(1, 7); nth > 0; nth--) {
    const from = chance.int(0, hours)
    gone.fill(1, from, from + chance.pick([1, 1, 3, 20, 24, 60, 24 * 9]))
  }
  // Hours at the same time in several weeks: what is usual there is told by what lies further back.
  const from = chance.int(0, hours)
  for (let week = 0; week < chance.int(1, 5); week++) gone.fill(1, from + week * 168, from + week * 168 + chance.int(1, 5))
  return (hour) => gone[hour] === 1
}

const setting = (channelName: string, channelDataValue: string | number, unitName: string | null = null): Setting => ({
  channelName,
  channelDataValue,
  unitName,
})

function settingsIn(chance: Random, days: number): StationYear['settings'] {
  const items = [
    setting('Pressure, upper limit', 600, 'kPa'),
    setting('Qmin', chance.pick([0.1, 8, 30]), 'm3/h'),
    setting('Substitute pressure', 250, 'kPa'),
    setting('Next verification', '01.02.2026'),
    setting('Meter serial number', '4711'),
    setting('Contract hour', '10'),
  ]
  const list = [{ takenAtMs: FROM_MS + chance.int(0, 5) * DAY_MS, items }]
  if (chance.chance(0.5))
    list.push({
      takenAtMs: FROM_MS + chance.int(20, days) * DAY_MS,
      items: items.map((one) => (one.channelName === 'Pressure, upper limit' ? setting('Pressure, upper limit', 302, 'kPa') : one)),
    })
  return chance.chance(0.9) ? list : []
}

const said = (atMs: number, code: string, text: string, value: string | null = null): DeviceEvent => ({
  atMs,
  entries: { Code: code, CodeDescription: text, ValCode: value, Izm: null },
})

function eventsIn(chance: Random, hours: number, exchangedAt: number): Record<string, DeviceEvent[]> {
  const events: Record<string, DeviceEvent[]> = { nesht: [], changes: [], valve: [], alarm: [] }
  if (chance.chance(0.4)) return events
  const pair = (archive: string, [begin, end]: [string, string], [a, b]: [string, string]) => {
    const fromMs = FROM_MS + chance.int(0, hours - 1) * HOUR_MS + chance.int(0, 3_000_000)
    events[archive]?.push(said(fromMs, a, begin))
    if (chance.chance(0.8)) events[archive]?.push(said(fromMs + chance.int(1, 200) * HOUR_MS, b, end))
  }
  for (let nth = chance.int(0, 3); nth > 0; nth--)
    pair(
      'nesht',
      ['Pressure above limit: substitute value in use, begin', 'Pressure above limit: substitute value in use, end'],
      ['21', '22'],
    )
  for (let nth = chance.int(0, 2); nth > 0; nth--) pair('valve', ['Valve closed', 'Valve open'], ['31', '32'])
  for (let nth = chance.int(0, 2); nth > 0; nth--) pair('nesht', ['Power off', 'Power on'], ['41', '42'])
  for (let nth = chance.int(0, 3); nth > 0; nth--)
    events['changes']?.push(said(FROM_MS + chance.int(0, hours) * HOUR_MS + 60_000, '51', 'Clock set', String(chance.pick([5, 400]))))
  if (exchangedAt >= 0 && chance.chance(0.7)) events['changes']?.push(said(FROM_MS + exchangedAt * HOUR_MS, '61', 'Meter exchanged'))
  return events
}

/** A device that calls once a day, with days on which it is silent. */
function sessionsIn(chance: Random, days: number): Session[] {
  const list: Session[] = []
  let silent = 0
  for (let day = 0; day < days; day++) {
    if (silent > 0) silent--
    else if (chance.chance(0.03)) silent = chance.int(1, 12)
    if (silent > 0) continue
    const atMs = FROM_MS + day * DAY_MS + chance.int(1, 23) * HOUR_MS
    list.push(
      session({ id: day + 1, telemetryId: TELEMETRY, atMs, btm: decimals(3.6 - day / 2000, 3), bsg: 3.5, nextSessionMs: atMs + DAY_MS }),
    )
  }
  // The last one brings what was left: at last the service has all.
  list.push(session({ id: days + 1, telemetryId: TELEMETRY, atMs: FROM_MS + (days + 2) * DAY_MS, btm: 3.4, bsg: 3.5 }))
  return list
}
