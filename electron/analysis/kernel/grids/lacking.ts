import type { Span } from '../../../contract/records.ts'
import { dayOf, endOfDayMs, lastDayOver } from '../../../contract/time/day.ts'
import { cutByRuns, joined } from '../../../contract/time/runs.ts'
import { overlap } from '../../../contract/time/span.ts'
import { isFresh } from '../../../contract/time/stale.ts'

/** A run of days in one state, as the book keeps coverage. Days in no run were never asked for. */
export interface CoverageRun extends Span {
  state: 'fetched' | 'empty' | 'failed' | 'partial' | 'not_transmitted'
  fetchedAtMs: number
  /**
   * Set while a later session may still bring records of these days: the station's last session that was known when they
   * were asked for, Unix ms, or NO_SESSION where none was. null or absent: no session changes anything, either because
   * the days are settled or because their state alone (failed, not over yet) has them asked for again.
   */
  knownSessionMs?: number | null
}

/** `knownSessionMs` of a station of which no session was known; no session was in 1970. */
export const NO_SESSION = 0

export interface LackingRules {
  nowMs: number
  /** Time of the station's last session, Unix ms; null where none is known: then days settle by age. */
  lastSessionMs?: number | null
  /** A refresh: days that were fetched before this moment are asked for again. Absent: only what coverage lacks. */
  fetchedBeforeMs?: number
  /** Days that are not over and were asked for since this moment are left alone: a download asks for them once. */
  partialSinceMs?: number
}

/** Days after the end of a day in which its records still come, where no session tells what a device has transmitted. */
export const LATE_DAYS = 7

/**
 * The days of `span` to ask for, as spans, oldest first: those never asked for, failed, or fetched before they were over,
 * and those of which the service may have more by now, because another session is known since or, where no session is
 * known, because they were fetched too soon. `runs` must be in order and not overlap.
 */
export function lacking(runs: readonly CoverageRun[], span: Span, rules: LackingRules): Span[] {
  return joined(cutByRuns(span, runs).flatMap(({ run, ...days }) => (run ? unsettled(run, days, rules) : days)))
}

/** The part of a run's days that must be asked again. */
function unsettled(run: CoverageRun, days: Span, rules: LackingRules): Span[] {
  if (rules.fetchedBeforeMs !== undefined) return run.fetchedAtMs < rules.fetchedBeforeMs ? [days] : []
  if (run.state === 'failed') return [days]
  const known = run.knownSessionMs ?? null
  if (known !== null) {
    const { lastSessionMs = null } = rules
    if (lastSessionMs === null) return tooYoung(run, days, rules.nowMs)
    // An earlier session counts too: the telemetry unit may have been exchanged, or its clock corrected.
    return lastSessionMs === known ? [] : [days]
  }
  if (run.state !== 'partial') return []
  return run.fetchedAtMs >= (rules.partialSinceMs ?? Infinity) ? overBy(days, rules.nowMs) : [days]
}

/** Days that were fetched before they were LATE_DAYS old; none until a day has passed since. */
function tooYoung(run: CoverageRun, days: Span, nowMs: number): Span[] {
  if (isFresh(run.fetchedAtMs, nowMs)) return []
  const young = overlap(days, { from: dayOf(lastDayOver(run.fetchedAtMs) - LATE_DAYS + 1), to: days.to })
  return young ? [young] : []
}

/** The days of a span that are over. */
function overBy(days: Span, nowMs: number): Span[] {
  const over = overlap(days, { from: days.from, to: dayOf(lastDayOver(nowMs)) })
  return over ? [over] : []
}

/** What is known of a day, and what it waits for (see CoverageRun). */
export type Judgement = Pick<Required<CoverageRun>, 'state' | 'knownSessionMs'>

/**
 * Judges the days (by their number) of a chunk that was read to its end. A record counts for the UTC day it lies in
 * (`daysWithRecords`), because the service does not say in which zone its days are. Only a session after a day's end
 * settles the day. `lastSessionMs` is the last session that was known *before* the chunk was asked for, null where none
 * was: what a later session brought may be missing in the answer.
 */
export function judgeDays(
  daysWithRecords: ReadonlySet<number>,
  { fetchedAtMs, lastSessionMs }: { fetchedAtMs: number; lastSessionMs: number | null },
): (number: number) => Judgement {
  const unfinished: Judgement = { state: 'partial', knownSessionMs: null }
  const open = lastSessionMs ?? NO_SESSION
  const settled = lastSessionMs === null ? open : null
  const fetched: Judgement = { state: 'fetched', knownSessionMs: settled }
  const empty: Judgement = { state: 'empty', knownSessionMs: settled }
  const begun: Judgement = { state: 'partial', knownSessionMs: open }
  const awaited: Judgement = { state: 'not_transmitted', knownSessionMs: open }
  const lastOver = lastDayOver(fetchedAtMs)
  return (number) => {
    if (number > lastOver) return unfinished
    const isFilled = daysWithRecords.has(number)
    if (lastSessionMs === null || endOfDayMs(number) <= lastSessionMs) return isFilled ? fetched : empty
    return isFilled ? begun : awaited
  }
}
