import { channelDirectory, equipmentTypes, type ReadingArchive } from './catalogue.ts'
import { deviceAt, type Device } from './device.ts'
import { equipmentIndex, stationIndex, telemetryIndex } from './keys.ts'
import type { Silences } from './silence.ts'
import { after, formerId, formerOf, formerSerial } from './former.ts'
import { exchangeIn, storyStations, type Peculiar, type StoryStations } from './stories.ts'
import { events } from './events.ts'
import { concatenated, EMPTY, fromArray, fromIndex, type Listing } from './listing.ts'
import { isEventArchive, messages } from './messages.ts'
import { readings } from './readings.ts'
import { consumers, providers } from './regions.ts'
import { sessions, transmittedMs } from './sessions.ts'
import { settings } from './settings.ts'
import { characteristicsAt, indexOfUid, lastSessionTimeAt, ownerOf, stationAt } from './stations.ts'
import { DAY_MS, dayOf, parseDay, type DaySpan } from './time.ts'
import type * as Wire from './wire.ts'

export type * from './wire.ts'
export type { Silence } from './silence.ts'
export { EVENT_ARCHIVES } from './messages.ts'

export interface WorldOptions {
  /** How many metering units, 1 to 50,000. */
  stations: number
  seed: number
  /** Unix ms. Nothing that is later exists. */
  now: () => number
  /** Factor for the number of events. */
  eventDensity?: number | undefined
  /** First UTC day of the archives, days since 1970; three years before `now` at the moment of creation when left out. */
  firstDay?: number | undefined
  /** Devices that are silent for a while, by the key of their station. What is changed in it holds from then on. */
  silences?: Silences | undefined
}

/** Years of archives behind `now` at the moment of creation. */
const DEPTH_DAYS = 3 * 365 + 1
const READING_ARCHIVES: readonly string[] = ['hourly', 'daily', 'monthly', 'session', 'instant']

/**
 * The truth behind the demo service: the server answers from these functions and tests compare with them. Everything is
 * computed when it is asked for, from the seed, keys and time; nothing is kept. Days are `yyyy-mm-dd`, UTC, inclusive;
 * left out, a span is open at that end. What does not exist is an empty list or undefined.
 */
export interface World {
  readonly seed: number
  readonly stationCount: number
  /** First UTC day with readings, events and sessions. */
  readonly firstDay: number
  now(): number
  providers(): Listing<Wire.WireProvider>
  consumers(energyId?: number): Listing<Wire.WireConsumer>
  stations(customerId?: number): Listing<Wire.WireStation>
  characteristics(stationId: number): Wire.WireCharacteristics | undefined
  lastSessionTime(stationId: number): Wire.WireLastSessionTime | undefined
  equipmentTypes(): Listing<Wire.WireEquipmentType>
  channels(equipmentTypeId?: number): Listing<Wire.WireChannel>
  readings(equipmentId: number, archiveType: string, view: 'general' | 'unified', from?: string, to?: string): Listing<Wire.WireReading>
  settings(equipmentId: number): Listing<Wire.WireSetting>
  events(equipmentId: number, archiveType: string, from?: string, to?: string): Listing<Wire.WireEvent>
  messages(filter?: { stationId?: number; equipmentTypeId?: number; archiveTypeId?: number }): Listing<Wire.WireMessage>
  sessions(telemetryId?: number, from?: string, to?: string): Listing<Wire.WireSession>
  /** The stations at which something has gone wrong, one at least for each kind of finding. */
  stories(): StoryStations
  /** A station as it was listed before its device was exchanged, and when; undefined in a small world. */
  listedBefore(): { seenMs: number; station: Wire.WireStation } | undefined
  /** Device of the unit with this exchange code, for the pair `energy_varname` ('gas') + `uid`. */
  equipmentOf(energyVarname: string, uid: string): number | undefined
}

export function createWorld(options: WorldOptions): World {
  const { seed, now, stations: count, eventDensity = 1, silences } = options
  const firstDay = options.firstDay ?? dayOf(now()) - DEPTH_DAYS
  const peculiar: Peculiar = { madeDay: firstDay + DEPTH_DAYS, silences }
  const span = (from?: string, to?: string): DaySpan => ({
    from: Math.max((from === undefined ? undefined : parseDay(from)) ?? firstDay, firstDay),
    to: Math.min((to === undefined ? undefined : parseDay(to)) ?? Infinity, dayOf(now())),
  })
  const isStation = (index: number): boolean => Number.isInteger(index) && index >= 0 && index < count
  const device = (index: number, key: 'equipmentId' | 'telemetryId'): Device | undefined => {
    if (!isStation(index)) return undefined
    const found = deviceAt(seed, index, peculiar)
    return found[key] === null ? undefined : found
  }
  const reached = (of: Device): number => transmittedMs(seed, of, firstDay, now())
  const exchange = exchangeIn(count, peculiar.madeDay)
  const ofEquipment = (id: number) => {
    const before = exchange && id === formerId(exchange) ? device(exchange.index, 'equipmentId') : undefined
    return before && exchange ? formerOf(before, exchange) : device(equipmentIndex(id), 'equipmentId')
  }
  /** The old device reached no further than its exchange. */
  const reachedBy = (of: Device): number =>
    exchange && of.equipmentId === formerId(exchange) ? Math.min(reached(of), exchange.endMs) : reached(of)
  /** The new one has nothing of the time before. */
  function since<T extends { event_time: number }>(of: Device, list: Listing<T>): Listing<T> {
    return exchange && of.index === exchange.index && of.equipmentId !== formerId(exchange) ? after(list, exchange.beginMs) : list
  }
  const withTelemetry = (): Device[] => {
    const out: Device[] = []
    for (let index = 0; index < count; index++) {
      const found = device(index, 'telemetryId')
      if (found) out.push(found)
    }
    return out
  }

  return {
    seed,
    stationCount: count,
    firstDay,
    now,
    providers,
    consumers: (energyId) => consumers(seed, energyId),
    stations(customerId) {
      const at = (index: number) => stationAt(seed, index, firstDay, now(), peculiar)
      if (customerId === undefined) return fromIndex(count, at)
      const owned: number[] = []
      for (let index = 0; index < count; index++) if (ownerOf(index) === customerId) owned.push(index)
      return fromIndex(owned.length, (i) => at(owned[i] as number))
    },
    characteristics(id) {
      const index = stationIndex(id)
      return isStation(index) ? characteristicsAt(seed, index) : undefined
    },
    lastSessionTime(id) {
      const index = stationIndex(id)
      return isStation(index) ? lastSessionTimeAt(seed, index, firstDay, now(), peculiar) : undefined
    },
    equipmentTypes,
    channels: channelDirectory,
    readings(equipmentId, archiveType, view, from, to) {
      const found = ofEquipment(equipmentId)
      if (!found || !READING_ARCHIVES.includes(archiveType)) return EMPTY
      return since(found, readings(seed, found, archiveType as ReadingArchive, view, span(from, to), reachedBy(found)))
    },
    settings(equipmentId) {
      const found = ofEquipment(equipmentId)
      return found ? settings(seed, found.index, now(), peculiar) : EMPTY
    },
    events(equipmentId, archiveType, from, to) {
      const found = ofEquipment(equipmentId)
      if (!found || !isEventArchive(archiveType)) return EMPTY
      return since(found, events(seed, found, archiveType, span(from, to), reachedBy(found), eventDensity))
    },
    messages({ stationId: id, equipmentTypeId, archiveTypeId } = {}) {
      if (id === undefined) return messages(equipmentTypeId, archiveTypeId)
      const found = device(stationIndex(id), 'equipmentId')
      if (!found || (equipmentTypeId !== undefined && equipmentTypeId !== found.type.id)) return EMPTY
      return messages(found.type.id, archiveTypeId)
    },
    sessions(telemetryId, from, to) {
      const days = span(from, to)
      if (telemetryId === undefined) {
        const all = withTelemetry()
        return concatenated(all.length, (i) => sessions(seed, all[i] as Device, days, now()))
      }
      const found = device(telemetryIndex(telemetryId), 'telemetryId')
      return found ? sessions(seed, found, days, now()) : fromArray([])
    },
    stories: () => storyStations(count),
    listedBefore() {
      if (!exchange) return undefined
      const station = stationAt(seed, exchange.index, firstDay, exchange.endMs, peculiar)
      const seenMs = exchange.endMs - DAY_MS
      return { seenMs, station: { ...station, equipment_id: formerId(exchange), equipment_serial_number: formerSerial(exchange) } }
    },
    equipmentOf(energyVarname, uid) {
      if (energyVarname !== 'gas') return undefined
      const index = indexOfUid(uid)
      return index === undefined ? undefined : (device(index, 'equipmentId')?.equipmentId ?? undefined)
    },
  }
}
