import type { RuleCode, Thresholds } from '../../../electron/contract/rules.ts'
import type { StationData } from '../../../electron/analysis/findings/data.ts'

/** What was planted, and what may be said of a planted station without being right or wrong. */

/** One planted fault. */
export interface Fault {
  rule: RuleCode
  stationIndex: number
  /** Null: of the station as a whole. */
  archiveType: string | null
  channelVarname: string | null
  fromMs: number
  /** For a fault that still lasts: the present of the world. */
  toMs: number
  /** How it was planted, and how far beyond the usual threshold. */
  what: string
  /** How many days a finding may reach beyond the fault on either side; 2 where it says nothing. */
  slackDays?: number
}

/**
 * A finding that is neither right nor invented: another rule has to speak of the fault too, or table A leaves it open. As
 * narrow as can be.
 */
export interface Echo {
  rule: RuleCode
  fromMs: number
  toMs: number
  /** Why it cannot be helped. */
  why: string
  /** Only findings of this kind; absent: any. */
  details?: readonly (string | null)[]
}

export interface PlantedStation {
  data: StationData
  faults: readonly Fault[]
  echoes: readonly Echo[]
  /** What the user has entered for the device: the depth of its archives, which no setting tells. */
  entered: { archive_at_risk?: Thresholds['archive_at_risk'] }
}
