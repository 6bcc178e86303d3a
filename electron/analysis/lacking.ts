import { addDays, DAY_MS, dayOf, endOfDayMs, isDayNumberOver, isDayOver, overlap } from '../contract/days.ts'
import type { Span } from '../contract/records.ts'

/** A run of days with the same state, as the book keeps coverage. Days in no run were never asked. */
export interface CoverageRun extends Span {
  state: 'fetched' | 'empty' | 'failed' | 'partial' | 'not_transmitted'
  fetchedAtMs: number
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
  const result: Span[] = []
  const add = (from: string, to: string) => {
    const last = result.at(-1)
    if (last && addDays(last.to, 1) === from) last.to = to
    else result.push({ from, to })
  }
  let next = span.from
  for (const run of runs) {
    const shared = overlap(run, span)
    if (!shared) continue
    if (shared.from > next) add(next, addDays(shared.from, -1))
    for (const part of unsettled(run, shared, rules)) add(part.from, part.to)
    next = addDays(shared.to, 1)
  }
  if (next <= span.to) add(next, span.to)
  return result
}

/** What no answer of the service covers, whatever is still to come of the rest: days never asked, failed or unfinished. */
export function uncovered(runs: readonly CoverageRun[], span: Span, nowMs: number): Span[] {
  const covered = runs
    .filter(({ state }) => state === 'fetched' || state === 'empty')
    .map((run) => ({ ...run, knownSessionMs: null }))
  return lacking(covered, span, { nowMs })
}

/** The part of a run's days that must be asked again. */
function unsettled(run: CoverageRun, days: Span, rules: LackingRules): Span[] {
  if (rules.fetchedBeforeMs !== undefined) return run.fetchedAtMs < rules.fetchedBeforeMs ? [days] : []
  if (run.state === 'failed') return [days]
  const known = run.knownSessionMs ?? null
  if (known !== null) {
    const { lastSessionMs = null } = rules
    if (lastSessionMs === null) return tooYoung(run, days, rules.nowMs)
    // Another one, not only a later one: a telemetry unit may be exchanged, and its clock be set right.
    return lastSessionMs === known ? [] : [days]
  }
  if (run.state !== 'partial') return []
  return run.fetchedAtMs >= (rules.partialSinceMs ?? Infinity) ? overBy(days, rules.nowMs) : [days]
}

/** By age: days that were fetched before they were LATE_DAYS old, once a day has passed since then. */
function tooYoung(run: CoverageRun, days: Span, nowMs: number): Span[] {
  if (Math.abs(nowMs - run.fetchedAtMs) < DAY_MS) return []
  const oldest = dayOf(Math.floor((run.fetchedAtMs - endOfDayMs(0)) / DAY_MS) - LATE_DAYS + 1)
  const young = { from: oldest > days.from ? oldest : days.from, to: days.to }
  return young.from <= young.to ? [young] : []
}

/** The days of a span that are over. */
function overBy(days: Span, nowMs: number): Span[] {
  let to = days.to
  while (to >= days.from && !isDayOver(to, nowMs)) to = addDays(to, -1)
  return to >= days.from ? [{ from: days.from, to }] : []
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
  { fetchedAtMs, lastSessionMs }: { fetchedAtMs: number; lastSessionMs: number | null },
): (number: number) => Judgement {
  const unfinished: Judgement = { state: 'partial', knownSessionMs: null }
  const open = lastSessionMs ?? NO_SESSION
  const settled = lastSessionMs === null ? open : null
  const fetched: Judgement = { state: 'fetched', knownSessionMs: settled }
  const empty: Judgement = { state: 'empty', knownSessionMs: settled }
  const begun: Judgement = { state: 'partial', knownSessionMs: open }
  const awaited: Judgement = { state: 'not_transmitted', knownSessionMs: open }
  return (number) => {
    if (!isDayNumberOver(number, fetchedAtMs)) return unfinished
    const isFilled = daysWithRecords.has(number)
    if (lastSessionMs === null || endOfDayMs(number) <= lastSessionMs) return isFilled ? fetched : empty
    return isFilled ? begun : awaited
  }
}
