import { addDays, DAY_MS, isDayNumberOver, isDayOver, overlap } from '../contract/days.ts'
import type { Span } from '../contract/records.ts'

/** A run of days with the same state, as the book keeps coverage. Days in no run were never asked. */
export interface CoverageRun extends Span {
  state: 'fetched' | 'empty' | 'failed' | 'partial'
  fetchedMs: number
}

export interface LackingRules {
  nowMs: number
  /** Time of the station's last session, Unix ms: data that came late can only have come with a session. */
  lastSessionMs?: number | null
  /** Days fetched before this moment are asked again (a refresh); absent: only what coverage lacks. */
  fetchedBeforeMs?: number
  /** Days that are still not over and were looked at since this moment are left alone: a run asks for them once. */
  partialSinceMs?: number
}

/** Readings reach the service with a session, up to this long after the day they belong to. */
export const LATE_DAYS = 7

/**
 * The days of `span` that should be asked for, as spans, oldest first: never asked, failed, not over when
 * they were fetched, and young days that the device has reported on since.
 * `runs` must be in order and not overlap (design.md 2, 'coverage').
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

/** The part of a run's days that must be asked again. */
function unsettled(run: CoverageRun, days: Span, rules: LackingRules): Span[] {
  if (rules.fetchedBeforeMs !== undefined) return run.fetchedMs < rules.fetchedBeforeMs ? [days] : []
  if (run.state === 'failed') return [days]
  if (run.state === 'partial')
    return run.fetchedMs >= (rules.partialSinceMs ?? Infinity) ? overBy(days, rules.nowMs) : [days]
  const reportedSince = (rules.lastSessionMs ?? -Infinity) > run.fetchedMs
  if (!reportedSince) return []
  const youngFrom = addDays('1970-01-01', Math.floor(run.fetchedMs / DAY_MS) - LATE_DAYS)
  const young = { from: youngFrom > days.from ? youngFrom : days.from, to: days.to }
  return young.from <= young.to ? [young] : []
}

/** The days of a span that are over. */
function overBy(days: Span, nowMs: number): Span[] {
  let to = days.to
  while (to >= days.from && !isDayOver(to, nowMs)) to = addDays(to, -1)
  return to >= days.from ? [{ from: days.from, to }] : []
}

/**
 * What a day (its number since 1970-01-01) of a chunk is once the chunk was read to its end. `daysWithRecords` are UTC day numbers: a record
 * counts for the UTC day it lies in, the service does not say in which zone its own days are.
 */
export function stateOfDay(
  number: number,
  daysWithRecords: ReadonlySet<number>,
  fetchedMs: number,
): CoverageRun['state'] {
  if (!isDayNumberOver(number, fetchedMs)) return 'partial'
  return daysWithRecords.has(number) ? 'fetched' : 'empty'
}
