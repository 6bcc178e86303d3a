import type { EventArchive, ReadingView, Day } from '../contract/records.ts'

/** What to export and how; mirrors electron/contract/exports.ts, with coverage besides. */
export type ExportRequest = ExportHow &
  (StationsRequest | ReadingsRequest | EventsRequest | SettingsRequest | SessionsRequest | CoverageRequest)

export const FILE_FORMATS = ['csv', 'xlsx', 'json'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FILE_KINDS = ['stations', 'readings', 'events', 'settings', 'sessions', 'coverage'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export interface ExportHow {
  format: FileFormat
  /** Language of headers, and with it the delimiter of CSV. */
  language: 'en' | 'ru'
  /** IANA zone that times are shown in and that days belong to. */
  timeZone: string
}

export interface StationsRequest {
  kind: 'stations'
  filter: {
    text?: string | undefined
    providerId?: number | undefined
    consumerId?: number | undefined
    equipmentTypeId?: number | undefined
    ids?: number[] | undefined
  }
}

interface DaysOf {
  stationIds: readonly number[]
  /** Days of the zone, both included; open where absent. */
  from?: Day | undefined
  to?: Day | undefined
}

export interface ReadingsRequest extends DaysOf {
  kind: 'readings'
  archiveTypes: readonly string[] | 'all'
  view: ReadingView
}

/** The log as shown: the same filter as the view's, both times included (Unix ms). */
export interface EventsRequest {
  kind: 'events'
  filter: {
    stationIds?: number[] | undefined
    archiveTypes?: EventArchive[] | undefined
    codes?: string[] | undefined
    messages?: { code: string | null; description: string | null; archiveType: EventArchive | null }[] | undefined
    text?: string | undefined
    fromMs?: number | undefined
    toMs?: number | undefined
    desc?: boolean | undefined
  }
}

export interface SettingsRequest extends DaysOf {
  kind: 'settings'
}
export interface SessionsRequest extends DaysOf {
  kind: 'sessions'
}
/** Runs of days; with `from` and `to` also the days in between that were never asked. */
export interface CoverageRequest extends DaysOf {
  kind: 'coverage'
  archiveTypes: readonly string[] | 'all'
}
