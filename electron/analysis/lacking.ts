import type { Span } from '../contract/records.ts'
import { dayOf, endOfDayMs, lastDayOver } from '../contract/time/day.ts'
import { cutByRuns, joined } from '../contract/time/runs.ts'
import { overlap } from '../contract/time/span.ts'
import { isFresh } from '../contract/time/stale.ts'

/** A run of days with the same state, as the book keeps coverage. Days in no run were never asked. */
export interface CoverageRun extends Span {
  state: 'fetched' | 'empty' | 'failed' | 'partial' | 'not_transmitted'
  fetchedMs: number
  /**
   * The station's last session that was known when these days were asked for, Unix ms, where more of them may still come:
   * NO_SESSION where none was known. null or absent: nothing more will come (or, of failed days and days that were not
   * over, the state alone says that they are asked again).
   */
  knownSessionMs?: number | null
}

/** Stands in `knownSessionMs` for a station of which no session was known: there are none in 1970. */
export const NO_SESSION = 0

export interface LackingRules {
  nowMs: number
  /** Time of the station's last session, Unix ms; null where none is known: then days settle by age. */
  lastSessionMs?: number | null
  /** Days fetched before this moment are asked again (a refresh); absent: only what coverage lacks. */
  fetchedBeforeMs?: number
  /** Days that are still not over and were looked at since this moment are left alone: a run asks for them once. */
  partialSinceMs?: number
}

/** Where no session tells what a device has transmitted, its records come up to this long after the end of their day. */
export const LATE_DAYS = 7

/**
 * The days of `span` that should be asked for, as spans, oldest first: never asked, failed, not over when they were
 * fetched, and those of which more may have come since: a newer session is known now, or, where no session is known, they
 * were too young. `runs` must be in order and not overlap (design.md 2, 'coverage').
 */
export function lacking(runs: readonly CoverageRun[], span: Span, rules: LackingRules): Span[] {
  return joined(cutByRuns(span, runs).flatMap(({ run, ...days }) => (run ? unsettled(run, days, rules) : days)))
}

/** The part of a run's days that must be asked again. */
function unsettled(run: CoverageRun, days: Span, rules: LackingRules): Span[] {
  if (rules.fetchedBeforeMs !== undefined) return run.fetchedMs < rules.fetchedBeforeMs ? [days] : []
  if (run.state === 'failed') return [days]
  const known = run.knownSessionMs ?? null
  if (known !== null) {
    const { lastSessionMs = null } = rules
    if (lastSessionMs === null) return tooYoung(run, days, rules.nowMs)
    // Another one, not only a later one: a telemetry unit may be exchanged, and its clock be set right.
    return lastSessionMs === known ? [] : [days]
  }
  if (run.state !== 'partial') return []
  return run.fetchedMs >= (rules.partialSinceMs ?? Infinity) ? overBy(days, rules.nowMs) : [days]
}

/** By age: days that were fetched before they were LATE_DAYS old, once a day has passed since then. */
function tooYoung(run: CoverageRun, days: Span, nowMs: number): Span[] {
  if (isFresh(run.fetchedMs, nowMs)) return []
  const young = overlap(days, { from: dayOf(lastDayOver(run.fetchedMs) - LATE_DAYS + 1), to: days.to })
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
 * Judges the days (by their number since 1970-01-01) of a chunk that was read to its end. `daysWithRecords` are UTC day
 * numbers: a record counts for the UTC day it lies in, the service does not say in which zone its own days are.
 * `lastSessionMs`: the station's last session that was known *before* the chunk was asked for, null where none was; what
 * a later session brought may be missing in the answer. Only a session after a day's end settles the day.
 */
export function judgeDays(
  daysWithRecords: ReadonlySet<number>,
  { fetchedMs, lastSessionMs }: { fetchedMs: number; lastSessionMs: number | null },
): (number: number) => Judgement {
  const unfinished: Judgement = { state: 'partial', knownSessionMs: null }
  const open = lastSessionMs ?? NO_SESSION
  const settled = lastSessionMs === null ? open : null
  const fetched: Judgement = { state: 'fetched', knownSessionMs: settled }
  const empty: Judgement = { state: 'empty', knownSessionMs: settled }
  const begun: Judgement = { state: 'partial', knownSessionMs: open }
  const awaited: Judgement = { state: 'not_transmitted', knownSessionMs: open }
  const lastOver = lastDayOver(fetchedMs)
  return (number) => {
    if (number > lastOver) return unfinished
    const isFilled = daysWithRecords.has(number)
    if (lastSessionMs === null || endOfDayMs(number) <= lastSessionMs) return isFilled ? fetched : empty
    return isFilled ? begun : awaited
  }
}
