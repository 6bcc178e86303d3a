import type { z } from 'zod'
import type { Overlay } from '../analysis/answers/overlay/overlay.ts'
import type { BalanceAnswer } from '../contract/balance.ts'
import type { ConsumptionAmount, ConsumptionBetween } from '../contract/consumption.ts'
import type { EXPORT_SHAPES, exportHowShape } from '../contract/exports.ts'
import type { VisitLine } from '../analysis/answers/fleet/trip.ts'
import type { Digest } from '../contract/digest.ts'
import type { ChangeRow } from '../contract/findings.ts'
import type { SumRow } from '../contract/readings.ts'
import type { Day } from '../contract/records.ts'
import type { ValveSpan } from '../contract/valve.ts'

/** What to export and how: the questions of electron/contract/exports.ts with the answers that a file is made of, and coverage besides. */
export type ExportRequest = ExportHow & RequestOf[ExportKindName]

export type ExportHow = z.infer<z.ZodObject<typeof exportHowShape>>

export interface RequestOf {
  stations: StationsRequest
  readings: ReadingsRequest
  sums: SumsRequest
  overlay: OverlayRequest
  compare: CompareRequest
  events: EventsRequest
  settings: SettingsRequest
  sessions: SessionsRequest
  coverage: CoverageRequest
  notes: NotesRequest
  visits: VisitsRequest
  consumption: ConsumptionRequest
  balance: BalanceRequest
  findings: FindingsRequest
  changes: ChangesRequest
  valve: ValveRequest
  digest: DigestRequest
}
export type ExportKindName = keyof RequestOf

type Shapes = typeof EXPORT_SHAPES
type Kind<Name extends keyof Shapes> = { kind: Name }
/** As a window asks, before what is usual is filled in, and afterwards. */
type Asked<Name extends keyof Shapes> = z.input<z.ZodObject<Shapes[Name]>>
type Filled<Name extends keyof Shapes> = z.output<z.ZodObject<Shapes[Name]>>

/** `asTyped`: a text of the command line, where no keyboard layout is guessed. By name when no order is said. */
export type StationsRequest = Kind<'stations'> & Asked<'stations'> & { filter: { asTyped?: boolean | undefined } }

interface DaysOf {
  stationIds: readonly number[]
  /** Days of the zone, both included; open where absent. */
  from?: Day | undefined
  to?: Day | undefined
}

/** The moments take precedence over the days, which then only name the file. */
export type ReadingsRequest = Kind<'readings'> &
  Omit<Asked<'readings'>, 'archiveTypes' | 'stationIds'> &
  DaysOf & { archiveTypes: readonly string[] | 'all' }

/** A period that ends after `nowMs` is not over. */
export type SumsRequest = Kind<'sums'> &
  Omit<Filled<'sums'>, keyof ExportHow> & { sums: { rows: readonly SumRow[]; between: number | null }; nowMs: number }

export type OverlayRequest = Kind<'overlay'> &
  Pick<Filled<'overlay'>, 'stationIds' | 'points' | 'step' | 'measure' | 'hidden' | 'differences' | 'contractHour'> & { overlay: Overlay }

export type CompareRequest = Kind<'compare'> & Filled<'compare'>

export type EventsRequest = Kind<'events'> & Asked<'events'>
export type NotesRequest = Kind<'notes'> & Asked<'notes'>
export type FindingsRequest = Kind<'findings'> & Asked<'findings'>

/** A date of the year of `nowMs` is said without it. */
export type VisitsRequest = Kind<'visits'> & { lines: readonly VisitLine[]; nowMs: number }

/** Changes that pass the filter, in order. */
export type ChangesRequest = Kind<'changes'> & Asked<'changes'> & { changes: readonly ChangeRow[] }

/** A date of the year of its moment is said without it. */
export type DigestRequest = Kind<'digest'> & { digest: Digest }

export type ValveRequest = Kind<'valve'> & { stationIds: readonly number[]; spans: readonly (ValveSpan & { stationId: number })[] }

/** The whole book's where nobody is named. */
export type ConsumptionRequest = Kind<'consumption'> &
  Pick<Asked<'consumption'>, 'by' | 'contractHour' | 'consumerId' | 'providerId'> & {
    stationIds?: readonly number[] | undefined
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
  }

export type BalanceRequest = Kind<'balance'> & Pick<Asked<'balance'>, 'by'> & { balance: BalanceAnswer }

export type SettingsRequest = Kind<'settings'> & DaysOf
export type SessionsRequest = Kind<'sessions'> & DaysOf

/** Runs of days; with `from` and `to` also the days in between that were never asked. */
export interface CoverageRequest extends DaysOf {
  kind: 'coverage'
  archiveTypes: readonly string[] | 'all'
  /** The hour at which the gas days begin whose records are counted. */
  contractHour: number
  /** Records of days that are not over by then are not due. */
  nowMs: number
}
