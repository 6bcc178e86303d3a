import { createHash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import type { Book } from '../../../book/index.ts'
import type { Branch } from '../../../book/branches/branches.ts'
import type { KeptBalance } from '../../../book/branches/balances.ts'
import { gasDaySpan, gasPeriods, type GasClock } from '../../../contract/time/gas-day.ts'
import { balanceBy } from '../../kernel/balance/balance.ts'
import { limitOf } from '../limit-of-error.ts'
import { sharedGround, type Ground } from '../load/ground.ts'
import { clockOfBranch, loadBranch } from './load.ts'

/** Keeps the balance of each branch by its gas days; computed again when a member's data, its limit or the branch change. */

/** Differs when the functions of this folder, or those of what flowed, answer otherwise. */
const FUNCTIONS = 2

interface Asked {
  ground: Ground
  usual: GasClock
  nowMs: number
}

/** What the balance of a branch is computed from, as a short text: as long as it is the same, the balance is. */
export function branchSource(book: Book, branch: Branch, { ground, usual }: Pick<Asked, 'ground' | 'usual'>): string {
  const ids = branch.members.map(({ stationId }) => stationId)
  const { zone, contractHour } = clockOfBranch(book, branch, usual)
  const members = branch.members.map(({ stationId, side }) => {
    const station = book.stations.get(stationId)
    return [stationId, side, limitOf(book, stationId), station ? ground.digestOf(station) : null, book.stations.lifeKey(stationId)]
  })
  const text = JSON.stringify([FUNCTIONS, branch.name, zone, contractHour, members, book.balances.dataOf(ids)])
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** The gas days of a branch, all that its members tell: as they are kept, else computed, and kept where the book is written. */
export function balanceDays(book: Book, branch: Branch, asked: Asked): KeptBalance[] {
  const source = branchSource(book, branch, asked)
  if (book.balances.source(branch.id) === source) return book.balances.days(branch.id)
  const { span, table, gas } = loadBranch(book, branch, asked)
  const periods = span ? gasPeriods(gasDaySpan(span.from, span.to, gas), 'day', gas) : []
  const sums = balanceBy(table, periods)
  const days = periods.map(({ day }, at): KeptBalance => {
    const { differencePercent: _, ...sum } = sums[at] as (typeof sums)[number]
    return { day, ...sum }
  })
  if (book.mode === 'write') book.derive(() => book.balances.put(branch.id, source, days))
  return days
}

/** Brings the kept balance of all branches up to date, and forgets what is of no branch any more. */
export async function keepBalances(
  book: Book,
  { usual, nowMs, goesOn = () => true }: { usual: GasClock; nowMs: number; goesOn?: () => boolean },
): Promise<void> {
  if (book.mode === 'read') return
  const gone = book.balances.gone()
  if (gone.length > 0) book.derive(() => book.balances.forget(gone))
  const branches = book.branches.all()
  if (branches.length === 0) return
  const ground = sharedGround(book, usual)
  for (const branch of branches) {
    if (!goesOn()) return
    balanceDays(book, branch, { ground, usual, nowMs })
    await breath()
  }
}
