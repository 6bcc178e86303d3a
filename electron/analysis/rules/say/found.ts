import { firstWhere } from '../../../contract/bisect.ts'
import { isCounter } from '../../../contract/quantities.ts'
import type { NotEvaluated } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { ArchiveData, ChannelData } from '../../kernel/data.ts'
import type { Found, Subject, Verdict } from './rule.ts'
import { MOST_EVIDENCE, type Evidence } from '../../station/facts/evidence.ts'

/** How rules put together what they say. */

const NONE: Evidence = { records: [], events: [], settings: [], sessions: [], numbers: {} }

/** Evidence of some kinds; of many pieces the first `MOST_EVIDENCE`. */
export const evidenceOf = (some: Partial<Evidence>): Evidence => ({
  records: some.records?.slice(0, MOST_EVIDENCE) ?? NONE.records,
  events: some.events?.slice(0, MOST_EVIDENCE) ?? NONE.events,
  settings: some.settings?.slice(0, MOST_EVIDENCE) ?? NONE.settings,
  sessions: some.sessions?.slice(0, MOST_EVIDENCE) ?? NONE.sessions,
  numbers: some.numbers ?? NONE.numbers,
})

/** Evidence about amounts: where a counter tells them, it says so. */
export const amountsEvidence = ({ meaning }: ChannelData, some: Partial<Evidence>): Evidence =>
  isCounter(meaning.quantity) ? { ...evidenceOf(some), fromCounter: true } : evidenceOf(some)

export const subjectOf = (archive: ArchiveData | null, channel: ChannelData | null = null): Subject => ({
  archiveType: archive?.archiveType ?? null,
  channelVarname: channel?.channelVarname ?? null,
})

/** True for what begins, goes on or ends within a window. */
export const touchesWindow = ({ fromMs, toMs }: Pick<Found, 'fromMs' | 'toMs'>, window: TimeSpan): boolean =>
  fromMs <= window.toMs && (toMs ?? Infinity) >= window.fromMs

/** The verdict of a rule that cannot judge anything here. */
export const notEvaluated = (
  why: NotEvaluated,
  subject: Subject = { archiveType: null, channelVarname: null },
): Verdict => ({
  found: [],
  evaluated: [],
  notEvaluated: [{ ...subject, why }],
})

/** Several verdicts as one. */
export const together = (verdicts: readonly Verdict[]): Verdict => ({
  found: verdicts.flatMap(({ found }) => found),
  evaluated: verdicts.flatMap(({ evaluated }) => evaluated),
  notEvaluated: verdicts.flatMap(({ notEvaluated }) => notEvaluated),
})

/** The rows of ascending times that lie in a window, as [from, to). */
export const rowsWithin = (timesMs: Float64Array, { fromMs, toMs }: TimeSpan): [from: number, to: number] => [
  firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) >= fromMs),
  firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > toMs),
]

/** Runs of places in a row, [from, to] both included. */
export function runsOf(places: Iterable<number>): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last && last.to === place - 1) last.to = place
    else runs.push({ from: place, to: place })
  }
  return runs
}
