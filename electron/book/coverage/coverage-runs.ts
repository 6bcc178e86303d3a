import { dayNumber, dayOf } from '../../contract/time/day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { Day, Span } from '../../contract/records.ts'

/** The states a day can have once it was asked for; 'never' is no state but the lack of one. */
export const COVERAGE_STATES = ['fetched', 'empty', 'failed', 'partial', 'not_transmitted'] as const
export type CoverageState = (typeof COVERAGE_STATES)[number]

/** Days `from`..`to` (since 1970-01-01) in one state. */
export interface Run {
  from: number
  to: number
  state: CoverageState
  fetchedAtMs: number
  /** Records on each of the days; null where it was not said. */
  recordsADay: number | null
  /** The last session that was known when they were asked for, where more may come with a newer one; null where not. */
  knownSessionMs: number | null
}

/** A day's state, what it waits for, and how many records it brought where that is worth keeping. */
export interface DayMark {
  state: CoverageState
  /** See Run; left out: null. */
  knownSessionMs?: number | null
  /** Leave it out for archives without a regular number a day (events): every change of it costs a row. */
  records?: number | null
}

export interface Mark {
  fetchedAtMs: number
  /** The state of all days, or of each. A day for which a function or map has none is left as it was. */
  state:
    | CoverageState
    | DayMark
    | ReadonlyMap<Day, DayMark>
    | ((day: Day) => DayMark | CoverageState | undefined)
    /** By the day's number since 1970-01-01: cheaper, for downloads. */
    | { ofDay: (number: number) => DayMark }
}

/**
 * Runs fetched within an hour of each other become one, dated by the earlier: a download in pages leaves one run, not
 * one a page, and no day ever looks fresher than it is.
 */
const SAME_FETCH_MS = HOUR_MS

/** Lays `news` over `old` (both ordered, neither overlapping itself) and joins neighbours that say the same. */
export function layOver(old: readonly Run[], news: readonly Run[]): Run[] {
  const from = news[0]?.from ?? 0
  const to = news.at(-1)?.to ?? -1
  const before = old.filter((run) => run.from < from).map((run) => ({ ...run, to: Math.min(run.to, from - 1) }))
  const after = old.filter((run) => run.to > to).map((run) => ({ ...run, from: Math.max(run.from, to + 1) }))
  return [...before, ...news, ...after].reduce<Run[]>((joined, run) => {
    const last = joined.at(-1)
    if (last && continues(last, run)) {
      last.to = run.to
      last.fetchedAtMs = Math.min(last.fetchedAtMs, run.fetchedAtMs)
    } else joined.push({ ...run })
    return joined
  }, [])
}

function continues(last: Run, run: Run): boolean {
  return (
    run.from === last.to + 1 &&
    run.state === last.state &&
    run.recordsADay === last.recordsADay &&
    run.knownSessionMs === last.knownSessionMs &&
    Math.abs(run.fetchedAtMs - last.fetchedAtMs) <= SAME_FETCH_MS
  )
}

/** The marked days of a span as runs, in lists without a hole. */
export function runsOf(span: Span, { state, fetchedAtMs }: Mark): Run[][] {
  const from = dayNumber(span.from)
  const to = dayNumber(span.to)
  if (to < from) return []
  const run = (mark: DayMark | CoverageState, first: number, last: number): Run => ({
    from: first,
    to: last,
    state: typeof mark === 'string' ? mark : mark.state,
    fetchedAtMs,
    recordsADay: typeof mark === 'string' ? null : (mark.records ?? null),
    knownSessionMs: typeof mark === 'string' ? null : (mark.knownSessionMs ?? null),
  })
  if (typeof state === 'string' || 'state' in state) return [[run(state, from, to)]]
  const markOf =
    'ofDay' in state
      ? state.ofDay
      : typeof state === 'function'
        ? (day: number) => state(dayOf(day))
        : (day: number) => state.get(dayOf(day))
  const parts: Run[][] = []
  let part: Run[] = []
  for (let day = from; day <= to; day++) {
    const mark = markOf(day)
    if (mark === undefined) {
      if (part.length > 0) parts.push(part)
      part = []
      continue
    }
    const next = run(mark, day, day)
    const last = part.at(-1)
    if (last && continues(last, next)) last.to = day
    else part.push(next)
  }
  if (part.length > 0) parts.push(part)
  return parts
}
