import type { KeptLimit, LimitState, NoProjection } from '../../../contract/limit-words.ts'
import type { Day } from '../../../contract/records.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { Step } from '../amounts/steps.ts'
import type { Projection } from './projection.ts'

/** What is said of limits. */

/** Periods in a row, or hours, in which more was used than a limit allows. */
export interface Excess extends TimeSpan {
  limit: KeptLimit
  /** How many of its periods. */
  periods: number
  /** The most that one of them used, m³, and when that one began. */
  m3: number
  mostAtMs: number
  /** What they used above the limit, all together, m³. */
  overM3: number
  /** The last of them is not over yet. */
  isRunning: boolean
}

export interface Standing {
  limit: KeptLimit
  /** Its running period; of hours the running month. Null: the limit does not hold in it. */
  period: Step | null
  /** m³ that are known to be used; of hours the greatest of them. Null: nothing is known. */
  usedM3: number | null
  /** The gas day from which on all stations are known, where this is later than the period's first: what was before nobody knows. */
  usedSince: Day | null
  projection: Projection | null
  /** Why there is none, or no band of it; null where there is, or no period. */
  none: NoProjection | null
  state: LimitState
  /** Periods that were exceeded while it held, the running one included. */
  exceeded: number
  /** The latest of them. */
  last: Excess | null
}

/** How the limits of a station, or of its consumer, stand. */
export interface OwnerStands {
  /** The consumer whose limits they are; null: they are the station's own. */
  consumer: { id: number; name: string | null } | null
  /** False: no volume of the owner is known. */
  isTold: boolean
  excesses: readonly Excess[]
  standings: readonly Standing[]
}
