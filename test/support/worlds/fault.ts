import type { RuleCode, Thresholds } from '../../../electron/contract/rules.ts'
import type { StationData } from '../../../electron/analysis/kernel/data.ts'
import type { StationType } from './device-kind.ts'

/** What was planted, and what may be said of a planted station without being right or wrong. */

/** Rules that faults are planted for; some may not be written yet. */
export type PlantedCode = RuleCode | 'level_shift'

/** One planted fault. */
export interface Fault {
  rule: PlantedCode
  /** The kind of a rule's fault, where the tables tell them apart. */
  variant?: string
  stationIndex: number
  /** Null: of the station as a whole. */
  archiveType: string | null
  channelVarname: string | null
  fromMs: number
  /** For a fault that still lasts: the present of the world. */
  toMs: number
  /** How it was planted, and how far beyond the usual threshold. */
  what: string
  /** One finding is enough: each more is counted as said again. */
  once?: true
  /** How many days a finding may reach beyond the fault on either side; 2 where it says nothing. */
  slackDays?: number
}

/**
 * A finding that is neither right nor invented: another rule has to speak of the fault too, or docs/field-rules.md, section A,
 * leaves it open. As narrow as can be.
 */
export interface Echo {
  rule: PlantedCode
  fromMs: number
  toMs: number
  /** Why it cannot be helped. */
  why: string
  /** No fault, but nothing that the program has been told tells so: counted among the false alarms, not as invented. */
  alarm?: true
  /** One finding is enough: each more is counted as said again. */
  once?: true
  /** Only findings of this kind; absent: any. */
  details?: readonly (string | null)[]
}

export interface PlantedStation {
  data: StationData
  type: StationType
  faults: readonly Fault[]
  echoes: readonly Echo[]
  /** What the user has entered for the device: the depth of its archives, which no setting tells. */
  entered: { archive_at_risk?: Thresholds['archive_at_risk'] }
}
