import type { Day } from './records.ts'

/** Contract limits: free of zod, for the window and the book too. */

export const LIMIT_PERIODS = ['hour', 'day', 'month', 'quarter', 'year'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

export const LIMIT_OWNERS = ['station', 'consumer'] as const
export type LimitOwner = (typeof LIMIT_OWNERS)[number]

/** More than all the gas of a country: a number beyond it is a slip of the pen. */
export const MOST_LIMIT_M3 = 1e12

/** Of one owner and period two limits begin on different days. */
export interface LimitKey {
  owner: LimitOwner
  ownerId: number
  period: LimitPeriod
  /** The first gas day on which it holds; null: from ever. */
  fromDay: Day | null
}

/** What a contract allows in a period, at most. */
export interface ContractLimit extends LimitKey {
  /** Standard m³, more than 0. */
  m3: number
  /** The last gas day on which it holds; null: until further notice. */
  toDay: Day | null
}

/** A limit as it is kept: who said it, and when (Unix ms). */
export interface KeptLimit extends ContractLimit {
  author: string
  saidAtMs: number
}

/**
 * How a running period stands. `exceeded`: more than allowed is used already. `projected`: by its projection it will be.
 * `close`: the band of the projection reaches over the limit. `kept`: it does not. `unknown`: nothing is known, the history
 * is too short for a band, or the book begins within the period and what is known is within the limit. `coming`, `ended`: the limit does not hold in the running period.
 */
export const LIMIT_STATES = ['exceeded', 'projected', 'close', 'kept', 'unknown', 'coming', 'ended'] as const
export type LimitState = (typeof LIMIT_STATES)[number]

/**
 * Why there is no projection; `no_season`: why it has no band: heating begins or ends in the days that remain, and the year before is
 * not in the book.
 * `hour`: the next hour is not projected.
 */
export const NO_PROJECTIONS = ['short_history', 'no_season', 'hour'] as const
export type NoProjection = (typeof NO_PROJECTIONS)[number]

/** Why a limit is not kept as it was typed in or pasted. */
export const LIMIT_REFUSALS = [
  'no_owner',
  'unknown_owner',
  'several_owners',
  'no_period',
  'no_number',
  'bad_number',
  'bad_day',
  'reversed',
  'twice',
  'too_many_cells',
] as const
export type LimitRefusal = (typeof LIMIT_REFUSALS)[number]

/**
 * Russian rules of supply (order 162): the daily volume may lie between 80 and 110 % of the mean daily norm. Offered, and never
 * applied unasked.
 */
export const NORM_SHARES = { least: 0.8, most: 1.1 } as const

/** The most lines that are read of a paste. */
export const MOST_PASTED_LIMITS = 5_000
