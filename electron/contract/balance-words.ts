/** Branches and their balance, in words that the window shares: free of zod. */

export const BALANCE_STEPS = ['hour', 'day', 'month'] as const
export type BalanceStep = (typeof BALANCE_STEPS)[number]

/** Where a station of a branch stands: its gas goes into the branch, or out of it. */
export const BRANCH_SIDES = ['in', 'out'] as const
export type BranchSide = (typeof BRANCH_SIDES)[number]

/** The limit of error of a device of which nobody typed one in, %. */
export const USUAL_LIMIT_PERCENT = 1
/** k of the expanded uncertainty: k·√Σ(uᵢVᵢ)². */
export const COVERAGE_FACTOR = 2

/** Bounds of what is typed, or comes with another book. */
export const MOST_MEMBERS = 500
export const MOST_BRANCH_NAME = 200

export interface BranchMember {
  stationId: number
  side: BranchSide
}

/** Why a branch cannot be kept as it is drawn; null: it can. */
export type BranchFault = 'no_name' | 'no_input' | 'no_output' | 'twice' | 'too_many'

/** One owner of what a sound branch is: for the window, the contract, the book and what comes with another book. */
export function branchFault({ name, members }: { name: string; members: readonly BranchMember[] }): BranchFault | null {
  if (name.trim() === '') return 'no_name'
  if (members.length > MOST_MEMBERS) return 'too_many'
  if (!members.some(({ side }) => side === 'in')) return 'no_input'
  if (!members.some(({ side }) => side === 'out')) return 'no_output'
  return new Set(members.map(({ stationId }) => stationId)).size < members.length ? 'twice' : null
}

/** Why a member of a branch has no number to compare. */
export const NOT_BALANCED = [
  /** The book has no such station. */
  'not_in_book',
  'no_device',
  'no_archive',
  'no_volume',
  'unknown_unit',
  'no_records',
  /** It counts working m³ alone, others standard ones. */
  'other_unit',
  /** It tells months alone. */
  'no_days',
  /** It tells days alone, which begin at another hour than those of the branch. */
  'other_hour',
] as const
export type NotBalanced = (typeof NOT_BALANCED)[number]
