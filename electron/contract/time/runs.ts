import { firstWhere } from '../bisect.ts'
import type { Day, Span } from '../records.ts'
import { addDays } from './day.ts'
import { overlap } from './span.ts'

/** Runs of days in one state, as coverage keeps them: in order, none overlapping. Days in no run were never asked for. */

/** Days of a span that lie in one run; `run` is null for days between runs. */
export interface Piece<R extends Span> extends Span {
  run: R | null
}

/** Cuts a span where runs begin and end; in order. */
export function cutByRuns<R extends Span>(span: Span, runs: readonly R[]): Piece<R>[] {
  const pieces: Piece<R>[] = []
  let next = span.from
  for (const run of runs) {
    const shared = overlap(run, span)
    if (!shared) continue
    if (shared.from > next) pieces.push({ from: next, to: addDays(shared.from, -1), run: null })
    pieces.push({ ...shared, run })
    next = addDays(shared.to, 1)
  }
  if (next <= span.to) pieces.push({ from: next, to: span.to, run: null })
  return pieces
}

/** Joins spans that touch; in order. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of spans) {
    const last = result.at(-1)
    if (last && addDays(last.to, 1) === from) last.to = to
    else result.push({ from, to })
  }
  return result
}

/** The days of a span that no answer of the service covers: never asked for, failed, or with more to come. */
export function uncovered(runs: readonly (Span & { state: string })[], span: Span): Span[] {
  const isCovered = (state: string | undefined) => state === 'fetched' || state === 'empty'
  return joined(cutByRuns(span, runs).filter(({ run }) => !isCovered(run?.state)))
}

/** The run that a day lies in; null between runs. */
export function runAt<R extends Span>(runs: readonly R[], day: Day): R | null {
  const run = runs[firstWhere(0, runs.length, (at) => (runs[at] as R).to >= day)]
  return run && run.from <= day ? run : null
}
