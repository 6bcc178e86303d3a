import type { Grouping, GroupOrder, SituationFilter } from '../contract/event-log.ts'
import type { Overlay } from '../analysis/answers/overlay/overlay.ts'
import type { CsvEncoding, CsvSeparator, FileFormat, FileReader, Sheets } from '../contract/files.ts'
import type { ConsumptionAmount, ConsumptionBetween } from '../contract/consumption.ts'
import type { ConsumptionStep } from '../contract/consumption-words.ts'
import type { VisitRow } from '../contract/fleet.ts'
import type { NoteKind } from '../contract/note-words.ts'
import type { ChangeRow, FINDING_SORTS, FindingFilter } from '../contract/findings.ts'
import type { Language } from '../words/index.ts'
import type { UnitChoices } from '../contract/shown-units.ts'
import type { Measure, PeriodStep, Points } from '../contract/overlaid.ts'
import type { EventArchive, ReadingView, Day } from '../contract/records.ts'
import type { FacetCondition } from '../contract/station-facets.ts'
import type { StationSort } from '../contract/stations.ts'
import type { ValveSpan } from '../contract/valve.ts'

/** What to export and how; mirrors electron/contract/exports.ts, with coverage besides. */
export type ExportRequest = ExportHow &
  (
    | StationsRequest
    | ReadingsRequest
    | SumsRequest
    | OverlayRequest
    | CompareRequest
    | EventsRequest
    | SettingsRequest
    | SessionsRequest
    | CoverageRequest
    | NotesRequest
    | VisitsRequest
    | ConsumptionRequest
    | FindingsRequest
    | ChangesRequest
    | ValveRequest
  )

export interface ExportHow {
  format: FileFormat
  /** Whom CSV and XLSX are for; JSON is for programs always. */
  reader: FileReader
  /** Language of headers and names for people, and with it of the signs and separators of CSV. */
  language: Language
  /** IANA zone that times are shown in and that days belong to. */
  timeZone: string
  /** The units to convert measured values into, in files for people; as the service sent them when absent. */
  units?: UnitChoices | undefined
  /** CSV, where it is to be spelled otherwise than its reader is used to. */
  encoding?: CsvEncoding | undefined
  separator?: CsvSeparator | undefined
  /** XLSX: one sheet when absent. */
  sheets?: Sheets | undefined
}

export interface StationsRequest {
  kind: 'stations'
  filter: {
    text?: string | undefined
    asTyped?: boolean | undefined
    providerId?: number | undefined
    consumerId?: number | undefined
    equipmentTypeId?: number | undefined
    ids?: number[] | undefined
    conditions?: readonly FacetCondition[] | undefined
  }
  /** By name when absent. */
  sort?: StationSort | undefined
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
  /** Codes of the channels to export, in this order; all when absent. */
  channels?: readonly string[] | undefined
  /** From one moment to another, both included. They take precedence over the days, which then only name the file. */
  fromMs?: number | undefined
  toMs?: number | undefined
}

/** One sum as `readings.sums` of the contract answers it. */
export interface SumRow {
  fromMs: number
  toMs: number
  /** Null where there is no number. */
  value: number | null
  records: number
  /** Null where it is not known. */
  expected: number | null
  /** Records that are missing in gas days which are over. */
  lacking: number
  /** The gas day that the whole period begins with. */
  day: string
  /** The span that was asked for cuts the period. */
  part: boolean
}

/** Sums of one channel by gas day or month, as the window shows them. */
export interface SumsRequest {
  kind: 'sums'
  stationId: number
  archiveType: string
  view: ReadingView
  channelVarname: string
  by: 'day' | 'month'
  contractHour: number
  /** The span that was asked for, Unix ms. */
  fromMs: number
  toMs: number
  /** The gas days of the span: the file is named after them. */
  from?: Day | undefined
  to?: Day | undefined
  sums: readonly SumRow[]
  /** A period that ends after this moment (Unix ms) is not over. */
  nowMs: number
}

/** Stations or periods over each other, as the window shows them. */
export interface OverlayRequest {
  kind: 'overlay'
  stationIds: readonly number[]
  overlay: Overlay
  points: Points
  step: PeriodStep
  measure: Measure
  /** Places of lines that are left out. */
  hidden: readonly number[]
  differences: boolean
  contractHour: number
}

/** Passports and newest values of stations side by side. */
export interface CompareRequest {
  kind: 'compare'
  stationIds: readonly number[]
  /** Without what is the same for all. */
  onlyDifferent: boolean
}

type EventMessages = { code: string | null; description: string | null; archiveType: EventArchive | null }[] | undefined

/** The log as shown: the same filter as the view's, both times included (Unix ms). */
export interface EventsRequest {
  kind: 'events'
  filter: {
    stationIds?: number[] | undefined
    archiveTypes?: EventArchive[] | undefined
    codes?: string[] | undefined
    messages?: EventMessages
    text?: string | undefined
    fromMs?: number | undefined
    toMs?: number | undefined
    desc?: boolean | undefined
    providerIds?: number[] | undefined
    consumerIds?: number[] | undefined
    exceptMessages?: EventMessages
    exceptStationIds?: number[] | undefined
    exceptConsumerIds?: number[] | undefined
    situation?: SituationFilter | undefined
    /** With each event: what it is for its situation, and how long that lasted. */
    situations?: boolean | undefined
    /** In order of how long situations lasted, not of time. */
    byLasting?: boolean | undefined
    /** The groups in place of the events. */
    grouped?: { by: Grouping; sort: { by: GroupOrder; desc: boolean } } | undefined
  }
}

/** Notes as shown: the same filter as the view's, both times included (Unix ms). */
export interface NotesRequest {
  kind: 'notes'
  filter: {
    stationIds?: number[] | undefined
    kinds?: NoteKind[] | undefined
    text?: string | undefined
    fromMs?: number | undefined
    toMs?: number | undefined
    desc?: boolean | undefined
  }
}

/** The visit list, ranked, as the window shows it. */
export interface VisitsRequest {
  kind: 'visits'
  visits: readonly VisitRow[]
  /** Unix ms: a date of this year is said without it. */
  nowMs: number
}

/** Findings as shown: the same filter and order as the view's; those that last at any time between the two moments. */
export interface FindingsRequest {
  kind: 'findings'
  filter: FindingFilter
  /** The newest first when absent. */
  sort?: (typeof FINDING_SORTS)[number] | undefined
  desc?: boolean | undefined
}

/** Changes that pass a filter, in order, as the window shows them. */
export interface ChangesRequest {
  kind: 'changes'
  changes: readonly ChangeRow[]
  filter: {
    stationIds?: readonly number[] | undefined
    roles?: readonly string[] | undefined
    confirmed?: boolean | undefined
    fromMs?: number | undefined
    toMs?: number | undefined
  }
}

/** Times in which valves were shut and open, as the window shows them. */
export interface ValveRequest {
  kind: 'valve'
  stationIds: readonly number[]
  spans: readonly (ValveSpan & { stationId: number })[]
}

/** Consumption by period, as the window shows it. */
export interface ConsumptionRequest {
  kind: 'consumption'
  by: ConsumptionStep
  contractHour: number
  consumption: {
    from: Day | null
    to: Day | null
    amounts: readonly ConsumptionAmount[]
    total: ConsumptionAmount | null
    /** What is known of times that are in no single amount. */
    between: Pick<ConsumptionBetween, 'm3'> | null
    without: readonly { stationId: number; stationName: string | null }[]
    working: readonly number[]
  }
  /** Whose it is; the whole book's where all are absent. */
  stationIds?: readonly number[] | undefined
  consumerId?: number | undefined
  providerId?: number | undefined
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
  /** The hour at which the gas days begin whose records are counted. */
  contractHour: number
  /** Records of days that are not over by then are not due. */
  nowMs: number
}
