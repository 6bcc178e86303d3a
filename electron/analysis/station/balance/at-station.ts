import type { Book } from '../../../book/index.ts'
import type { Branch } from '../../../book/branches/branches.ts'
import { gasDaySpan, type GasClock } from '../../../contract/time/gas-day.ts'
import type { BranchDays } from '../../kernel/data.ts'
import { once } from '../../kernel/once.ts'
import type { Ground } from '../load/ground.ts'
import { balanceDays, branchSource } from './keep.ts'
import { clockOfBranch } from './load.ts'

/**
 * What does not balance is told at one station of the branch: the first that goes into it. It is the one by which all the
 * others are measured, it is there before anybody looks, and it stays the same however the difference moves, so that the
 * finding keeps its id, its mark and its note.
 */
const beginsAt = ({ members }: Branch): number | undefined => members.find(({ side }) => side === 'in')?.stationId

export interface BranchesAt {
  /** Differs when the balance of any of them may. */
  source: string
  days: () => readonly BranchDays[]
}

interface Asked {
  ground: Ground
  usual: GasClock
  nowMs: number
}

/** The branches that begin at a station, computed once somebody asks; null: none does. */
export function branchesAt(book: Book, stationId: number, asked: Asked): BranchesAt | null {
  const own = book.branches.all().filter((branch) => beginsAt(branch) === stationId)
  if (own.length === 0) return null
  return { source: sourceOf(book, own, asked), days: once(() => own.map((branch) => daysOf(book, branch, asked))) }
}

/** By station at which any branch begins: what their balance is computed from. */
export function branchSources(book: Book, ground: Ground): ReadonlyMap<number, string> {
  const groups = Map.groupBy(book.branches.all(), beginsAt)
  return new Map(
    [...groups].flatMap(([stationId, own]) => (stationId === undefined ? [] : [[stationId, sourceOf(book, own, { ground })] as const])),
  )
}

const sourceOf = (book: Book, own: readonly Branch[], { ground }: Pick<Asked, 'ground'>): string =>
  own.map((branch) => `${branch.id} ${branchSource(book, branch, { ground, usual: ground.usual })}`).join(', ')

function daysOf(book: Book, branch: Branch, asked: Asked): BranchDays {
  const gas = clockOfBranch(book, branch, asked.usual)
  return {
    id: branch.id,
    name: branch.name,
    days: balanceDays(book, branch, asked).map(({ day, ...sum }) => ({ ...sum, ...gasDaySpan(day, day, gas) })),
  }
}
