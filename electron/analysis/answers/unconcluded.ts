import type { Book } from '../../book/index.ts'
import type { GasClock } from '../../contract/time/gas-day.ts'
import { staleStations } from '../judge/stale.ts'
import { branchSource } from '../station/balance/keep.ts'
import { sharedGround, type Ground } from '../station/load/ground.ts'
import { isConsumptionKept } from './consumption/keep.ts'
import { unkeptHealth } from './health/keep.ts'

/** What a book does not tell yet of the records that it has: it was not judged to its end (killed, open for reading, shared). */

interface Asked {
  usual: GasClock
  nowMs: number
}

export interface Unconcluded {
  /** Stations of the book, and those whose rows of the views are older than their records, or are not there. */
  stations: number
  behind: number
  /** The same of the branches of balances. */
  branches: number
  branchesBehind: number
}

type Computed = 'findings' | 'health' | 'consumption' | 'balance'

/** The public views whose rows the program computes. */
const COMPUTED: Readonly<Record<string, Computed>> = {
  v_finding: 'findings',
  v_finding_part: 'findings',
  v_health: 'health',
  v_consumption_day: 'consumption',
  v_consumption_span: 'consumption',
  v_balance_day: 'balance',
}

/** How much of what these public views show is not computed for the records that the book has now; null: all of it is. Time that passes makes none. */
export function unconcluded(book: Book, views: readonly string[], { usual, nowMs }: Asked): Unconcluded | null {
  const wanted = new Set(views.flatMap((view) => COMPUTED[view] ?? []))
  if (wanted.size === 0) return null
  book.findings.refresh()
  const ground = sharedGround(book, usual)
  const behind = new Set<number>()
  const take = (ids: readonly number[]) => ids.forEach((id) => behind.add(id))
  if (wanted.has('findings')) take(unjudged(book, ground, nowMs))
  if (wanted.has('health')) take(unkeptHealth(book, ground))
  if (wanted.has('consumption')) take(book.stations.ids().filter((id) => !isConsumptionKept(book, id, ground)))
  const branches = wanted.has('balance') ? book.branches.all() : []
  const branchesBehind = branches.filter((branch) => book.balances.source(branch.id) !== branchSource(book, branch, { ground, usual }))
  if (behind.size === 0 && branchesBehind.length === 0) return null
  return { stations: book.stations.ids().length, behind: behind.size, branches: branches.length, branchesBehind: branchesBehind.length }
}

const unjudged = (book: Book, ground: Ground, nowMs: number): number[] =>
  staleStations(book, ground, nowMs).flatMap(({ stationId, why }) => (why === 'old' ? [] : [stationId]))

/** What is to be said of it, in English: at the command line and to assistants. */
export function unconcludedText({ stations, behind, branches, branchesBehind }: Unconcluded): string {
  const parts = [
    ...(behind > 0 ? [`${behind} of ${stations} ${stations === 1 ? 'station' : 'stations'}`] : []),
    ...(branchesBehind > 0 ? [`${branchesBehind} of ${branches} ${branches === 1 ? 'balance' : 'balances'}`] : []),
  ]
  return `The book is not judged and summed to its end: of ${parts.join(' and ')} this answer has what was known before, or nothing. Meterbook's window, the next 'meterbook sync' and 'meterbook export lake' do it.`
}
