import { dayNumber, dayOf } from '../../contract/time/day.ts'
import { HOUR_MS } from '../../contract/time/units.ts'
import type { Day, Span } from '../../contract/records.ts'

/** The states of a day that was requested. A day without a state was never requested. */
export const COVERAGE_STATES = ['fetched', 'empty', 'failed', 'partial', 'not_transmitted'] as const
export type CoverageState = (typeof COVERAGE_STATES)[number]

/** Days `from`..`to` (since 1970-01-01) in one state. */
export interface Run {
  from: number
  to: number
  state: CoverageState
  fetchedAtMs: number
  /** Records on each of the days; null if unknown. */
  recordsADay: number | null
  /** The last known session when the days were requested, if a newer session may bring more records; otherwise null. */
  knownSessionMs: number | null
}

/** A day's state, the session it waits for, and optionally its number of records. */
export interface DayMark {
  state: CoverageState
  /** As in Run; null by default. */
  knownSessionMs?: number | null
  /** Omit it for archives without a regular number a day (events): every change of it costs a row. */
  records?: number | null
}

export interface Mark {
  fetchedAtMs: number
  /** One state for all days, or a state per day. A day for which the function or map has none keeps its state. */
  state:
    | CoverageState
    | DayMark
    | ReadonlyMap<Day, DayMark>
    | ((day: Day) => DayMark | CoverageState | undefined)
    /** By the day's number since 1970-01-01, which is cheaper. Downloads use it. */
    | { ofDay: (number: number) => DayMark }
}

/**
 * Adjacent runs that were fetched within an hour of each other are merged under the earlier time: a download in pages
 * leaves one run instead of one per page, and no day looks fresher than it is.
 */
const SAME_FETCH_MS = HOUR_MS

/** Lays `news` over `old` (both sorted and free of overlaps) and merges equal neighbours. */
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

/** The marked days of a span as lists of contiguous runs. */
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
