import type { CountedFindings } from '../../../book/fleet/fleet.ts'
import type { VisitReason } from '../../../contract/fleet.ts'
import type { RuleCode, VisitClass } from '../../../contract/rules.ts'
import { DAY_MS } from '../../../contract/time/units.ts'
import type { KnownHealth } from '../health/keep.ts'
import type { Weight } from './probabilities.ts'

/** One rule's findings at a station, all flags together: the worst of them. */
export type RuleFindings = Omit<CountedFindings, 'stationId'>

/** The facts that the reasons of a station follow from. */
export interface Judged extends Omit<KnownHealth, 'judgedAtMs'> {
  findings: readonly RuleFindings[]
  /** Rules of which somebody has explained, or called wrong, what still lasts. */
  answered: ReadonlySet<RuleCode>
  /** When somebody was there last, by a note; Unix ms. */
  visitedAtMs: number | null
  nowMs: number
}

export interface Reason extends VisitReason {
  visitClass: VisitClass
  /** For how long gas has passed unmeasured because of it; at least one day, at most a year. */
  daysExposed: number
}

const MOST_DAYS = 365

type Said = Pick<VisitReason, 'reason' | 'sinceMs'> &
  Partial<Pick<VisitReason, 'endedMs' | 'm3' | 'numbers' | 'texts' | 'rule'>> & {
    /** Where it did not last from its beginning to its end, or until now. */
    exposedMs?: number
  }
export const days = (ms: number): number => ms / DAY_MS

/** A reason in the form that weighs so much. */
export function reasonOf(nowMs: number, { probability, visitClass }: Weight, said: Said): Reason {
  const { reason, sinceMs, endedMs = null, m3 = null, numbers = {}, texts = {}, rule = null } = said
  const exposedMs = said.exposedMs ?? (sinceMs === null ? 0 : (endedMs ?? nowMs) - sinceMs)
  const daysExposed = Math.min(MOST_DAYS, Math.max(1, days(exposedMs)))
  return { reason, probability, visitClass, daysExposed, sinceMs, endedMs, m3, numbers, texts, rule }
}

/** Nobody has been at the station since. */
export const isUnseen = ({ visitedAtMs }: Pick<Judged, 'visitedAtMs'>, atMs: number): boolean => visitedAtMs === null || visitedAtMs < atMs
