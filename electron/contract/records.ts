/**
 * The records of the metering service as Meterbook holds them: one shape a resource, named as in
 * docs/service.md, 'Resources and their fields', camelCase inside. The service client produces
 * them, the book stores them, the contract shows them.
 *
 * `Verbatim` marks a value that is kept exactly as the service sent it, whatever its type.
 */
export type Verbatim = string | number | boolean | null | Verbatim[] | { [key: string]: Verbatim }

/** Readings come in two views of the same archive; everything else is in the general one. */
export const READING_VIEWS = ['general', 'unified'] as const
export type ReadingView = (typeof READING_VIEWS)[number]

/** docs/service.md, 'Event archives': the seven, in the document's order. */
export const EVENT_ARCHIVES = ['nesht', 'nesht_svod', 'changes', 'event', 'alarm', 'valve', 'seance'] as const
export type EventArchive = (typeof EVENT_ARCHIVES)[number]

/** The archive type of the meter configuration. */
export const SETTINGS_ARCHIVE = 'settings'
/** Meterbook's own name, in coverage and tasks, for the sessions resource (`/seances`), which is asked by day like an archive. */
export const SESSIONS_ARCHIVE = 'sessions'

/** The words that stand for groups of archives, in a plan and in `--archives`; other words are codes of archives. */
export const ARCHIVE_WORDS = ['all', 'readings', 'events', SESSIONS_ARCHIVE, 'lists', 'reference', SETTINGS_ARCHIVE] as const

/** A calendar day as the service takes it, `yyyy-mm-dd`. */
export type Day = string
/** A closed interval of days. */
export interface Span {
  from: Day
  to: Day
}

/** 'Resource provider (energies)'. */
export interface Provider {
  id: number
  /** Null where the service names none. */
  name: string | null
  children: Provider[]
}

/** 'Consumer (customers)'. */
export interface Consumer {
  id: number
  /** Null where the service names none. */
  name: string | null
  subdivisionTypeName: Verbatim
  inn: Verbatim
  contactNumber: Verbatim
}

/** 'Metering unit (stations)'. Ids are numbers (or null where the service has none); shown values are verbatim. */
export interface Station {
  id: number
  /** Null where the service names none. */
  name: string | null
  equipmentTypeId: number | null
  equipmentTypeVarname: Verbatim
  equipmentBrandName: Verbatim
  phone: Verbatim
  equipmentId: number | null
  telemetryId: number | null
  customerId: number | null
  equipmentSerialNumber: Verbatim
  statusNameValue: Verbatim
  volumeValue: Verbatim
  volumeUnit: Verbatim
  pressureValue: Verbatim
  pressureUnit: Verbatim
  temperatureValue: Verbatim
  temperatureUnit: Verbatim
  /** Unix ms, from the service's string of Unix seconds. */
  lastSeanceEventMs: number | null
  uid: Verbatim
}

/** 'Metering unit characteristics'. */
export interface Characteristics {
  /** The metering unit's key. */
  id: number
  gasBoiler: Verbatim
  gasStove: Verbatim
  gasWaterHeater: Verbatim
  residentCount: Verbatim
  heatedArea: Verbatim
}

/** 'Last session time'. */
export interface LastSessionTime {
  stationName: Verbatim
  lastSeanceEventMs: number | null
}

/** 'Metering device type (equipment_types)'. */
export interface EquipmentType {
  id: number
  /** Null where the service names none. */
  name: string | null
  equipmentKindName: Verbatim
  telemetryTypeName: Verbatim
  resourceName: Verbatim
  description: Verbatim
}

/** 'Channel of a device type (channel_archive_types)'. */
export interface Channel {
  equipmentTypeId: number
  archiveTypeName: Verbatim
  archiveTypeVarname: string
  telemetryTypeName: Verbatim
  channelName: Verbatim
  channelVarname: string
  unitName: Verbatim
}

/** 'Readings record'. Channel values by `channel_varname`, verbatim. */
export interface Reading {
  atMs: number
  values: Record<string, Verbatim>
}

/** 'Configuration record'. */
export interface Setting {
  /** Null where the service names none. */
  channelName: string | null
  channelDataValue: Verbatim
  unitName: Verbatim
}

/** 'Event archive record'. Milliseconds come from the fractional part of `event_time`. */
export interface DeviceEvent {
  atMs: number
  entries: Record<string, Verbatim>
}

/** 'Device message (message_equipment_types)'. */
export interface Message {
  id: number
  name: Verbatim
  description: Verbatim
  deviceCode: Verbatim
  equipmentTypeId: number | null
  equipmentTypeVarname: Verbatim
  referenceparameterArchiveTypeId: number | null
  archiveTypeVarname: Verbatim
  messageTypicalId: number | null
  channelId: number | null
  channelVarname: Verbatim
}

/** 'Communication session (seances)'. */
export interface Session {
  id: number
  telemetryId: number | null
  atMs: number
  evtid: Verbatim
  trycnt: Verbatim
  tryfl: Verbatim
  state: Verbatim
  btm: Verbatim
  rssi: Verbatim
  bsg: Verbatim
  gettime: Verbatim
  nextSessionMs: number | null
  referenceparameterSeanceStatusId: Verbatim
  durationSession: Verbatim
  sessionTraffic: Verbatim
  millisecond: Verbatim
}

/** 'Session user record'. */
export interface SessionUser {
  id: number | null
  email: string | null
  provider: Verbatim
  uid: Verbatim
  name: Verbatim
}

/** A record that could not be understood: kept word for word, with the reason. */
export interface Rejected {
  reason: string
  raw: string
}
