import type { RecordOf, Verbatim } from './fields/field.ts'
import type { STATION_FIELDS } from './fields/stations.ts'
import type { CONSUMER_FIELDS } from './fields/consumers.ts'
import type { CHARACTERISTICS_FIELDS } from './fields/characteristics.ts'
import type { LAST_SESSION_FIELDS } from './fields/last-sessions.ts'
import type { EQUIPMENT_TYPE_FIELDS } from './fields/equipment-types.ts'
import type { CHANNEL_FIELDS } from './fields/channels.ts'
import type { MESSAGE_FIELDS } from './fields/messages.ts'
import type { SESSION_FIELDS } from './fields/sessions.ts'

/**
 * The records of the metering service as Meterbook holds them: one shape a resource, named as in
 * docs/service.md, 'Resources and their fields', camelCase inside. The service client produces
 * them, the book stores them, the contract shows them.
 *
 * `Verbatim` marks a value that is kept exactly as the service sent it, whatever its type.
 */
export type { Verbatim }

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
export type Consumer = RecordOf<typeof CONSUMER_FIELDS>

/** 'Metering unit (stations)'. Ids are numbers (or null where the service has none); shown values are verbatim. */
export type Station = RecordOf<typeof STATION_FIELDS>

/** 'Metering unit characteristics'. */
export type Characteristics = RecordOf<typeof CHARACTERISTICS_FIELDS>

/** 'Last session time'. */
export type LastSessionTime = RecordOf<typeof LAST_SESSION_FIELDS>

/** 'Metering device type (equipment_types)'. */
export type EquipmentType = RecordOf<typeof EQUIPMENT_TYPE_FIELDS>

/** 'Channel of a device type (channel_archive_types)'. */
export type Channel = RecordOf<typeof CHANNEL_FIELDS>

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
export type Message = RecordOf<typeof MESSAGE_FIELDS>

/** 'Communication session (seances)'. */
export type Session = RecordOf<typeof SESSION_FIELDS>

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
