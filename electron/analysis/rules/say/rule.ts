import type { FindingDetail, NotEvaluated, RuleCode, RuleUnit, Thresholds } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { StationData, DueDays } from '../../kernel/data.ts'
import type { Evidence } from '../../station/facts/evidence.ts'

/** What a rule is, and what it says. */

/** A rule's finding: what, since when, until when, by what. Flags: 3 suspect, 4 fail, 9 missing. */
export interface Found {
  flag: 3 | 4 | 9
  /** Null: about the station as a whole. */
  archiveType: string | null
  /** Null: about all channels. */
  channelVarname: string | null
  /** From the beginning of the first record concerned to the end of the last; Unix ms. */
  fromMs: number
  /** Null: it still lasts. */
  toMs: number | null
  /**
   * The number that was measured and the one it was held against, both in `unit`; null where there is nothing to count.
   */
  measure: number | null
  threshold: number | null
  unit: RuleUnit | null
  /** Standard volume concerned (working where there is no other), m³; null where nobody can say. */
  m3: number | null
  detail: FindingDetail | null
  evidence: Evidence
}

/** One thing that a rule judges: an archive, a channel, the station (both null). */
export interface Subject {
  archiveType: string | null
  channelVarname: string | null
}

/** A rule's answer on a station. Every subject that it looked at is in `evaluated` or `notEvaluated`, once. */
export interface Verdict {
  found: readonly Found[]
  /** Subjects that were judged, whether or not something was found. */
  evaluated: readonly Subject[]
  notEvaluated: readonly (Subject & { why: NotEvaluated })[]
}

/** Days of readings that a rule looks at, before and after a record; what lies further off it tells by `dependsOn`. */
export interface Reach {
  beforeDays: number
  afterDays: number
  /** How many days after a change the verdict may be another; absent: as many as it looks back. */
  lastsDays?: number
}

/**
 * One rule, a pure function. The doc comment of each holds its definition, its source and the data it needs.
 *
 * A rule reports what begins or goes on within `window` and looks beyond it no further than `reach` says, so that after a
 * new day only the last days are computed again.
 */
export interface Rule<Code extends RuleCode = RuleCode> {
  code: Code
  /**
   * How far the readings reach that can change the verdict on a record; 'all': only the whole station tells (settings,
   * sessions, events). Rules of 'all' read little.
   */
  reach: Reach | 'all'
  /**
   * The verdict depends on the present moment: it is asked again as time goes on. `open`: only that of a finding that
   * has not ended.
   */
  ofNow?: true | 'open'
  /** Whether sessions may change what the rule said last, of a rule whose reach is not 'all'; absent: never. */
  asksSessions?: (last: Pick<Verdict, 'evaluated'>) => boolean
  /** It judges the balance of branches: it is asked again when the data of any member of them change. */
  ofBranches?: true
  /** For a rule of reach 'all': it looks only at the readings of this many last days; absent: at all of them. */
  recentDays?: number
  /** For such a rule: what it found is priced by all readings, with which it judges again then. */
  pricesFound?: true
  /**
   * For a rule of reach 'all': it looks at what is due and what is there, but at no values, settings, events or
   * sessions.
   */
  dueAlone?: (thresholds: Thresholds[Code]) => DueDays
  judge: (data: StationData, thresholds: Thresholds[Code], window: TimeSpan) => Verdict
}
