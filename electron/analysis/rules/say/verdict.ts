import { isCounter } from '../../../contract/quantities.ts'
import type { NotEvaluated } from '../../../contract/rules.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import type { ArchiveData, ChannelData } from '../../kernel/data.ts'
import type { Found, Subject, Verdict } from './rule.ts'
import { MOST_EVIDENCE, type Evidence } from '../../station/facts/evidence.ts'

/** How rules put together what they say: verdict, evidence, and whether a finding lies in the window that is judged. */

/** Evidence without a piece. */
export const NO_EVIDENCE: Evidence = { records: [], events: [], settings: [], sessions: [], numbers: {} }

/** Evidence of some kinds; of many pieces the first `MOST_EVIDENCE`. */
export const evidenceOf = (some: Partial<Evidence>): Evidence => ({
  records: some.records?.slice(0, MOST_EVIDENCE) ?? NO_EVIDENCE.records,
  events: some.events?.slice(0, MOST_EVIDENCE) ?? NO_EVIDENCE.events,
  settings: some.settings?.slice(0, MOST_EVIDENCE) ?? NO_EVIDENCE.settings,
  sessions: some.sessions?.slice(0, MOST_EVIDENCE) ?? NO_EVIDENCE.sessions,
  numbers: some.numbers ?? NO_EVIDENCE.numbers,
  ...(some.consumer && { consumer: some.consumer }),
})

/** Evidence about amounts: where a counter tells them, it says so. */
export const amountsEvidence = ({ meaning, isCounted }: ChannelData, some: Partial<Evidence>): Evidence =>
  isCounted || isCounter(meaning.quantity) ? { ...evidenceOf(some), fromCounter: true } : evidenceOf(some)

export const subjectOf = (archive: ArchiveData | null, channel: ChannelData | null = null): Subject => ({
  archiveType: archive?.archiveType ?? null,
  channelVarname: channel?.channelVarname ?? null,
})

/** True for what begins, goes on or ends within a window, its ends included: as judging puts windows together. */
export const touches = ({ fromMs, toMs }: Pick<Found, 'fromMs' | 'toMs'>, window: TimeSpan): boolean =>
  fromMs <= window.toMs && (toMs ?? Infinity) >= window.fromMs

/** The verdict of a rule that cannot judge anything here. */
export const cannotJudge = (why: NotEvaluated, subject: Subject = { archiveType: null, channelVarname: null }): Verdict => ({
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
