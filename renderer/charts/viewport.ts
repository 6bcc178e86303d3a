import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { MINUTE_MS } from '../../electron/contract/time/units.ts'

/** Nothing is read below this: a minute on the whole width. */
const SHORTEST_MS = MINUTE_MS

export const lengthOf = (span: TimeSpan): number => span.toMs - span.fromMs

/** Zooms by `factor` (below 1: closer) about a moment, which keeps its place on the screen. Never beyond `limits`. */
export function zoomAbout(span: TimeSpan, atMs: number, factor: number, limits: TimeSpan): TimeSpan {
  const length = Math.min(Math.max(lengthOf(span) * factor, SHORTEST_MS), lengthOf(limits))
  const share = lengthOf(span) > 0 ? (atMs - span.fromMs) / lengthOf(span) : 0.5
  return within({ fromMs: atMs - share * length, toMs: atMs + (1 - share) * length }, limits)
}

/** Moves by ms, as far as `limits` go. */
export function panBy(span: TimeSpan, ms: number, limits: TimeSpan): TimeSpan {
  return within({ fromMs: span.fromMs + ms, toMs: span.toMs + ms }, limits)
}

/** The span moved, and only when it is too long cut, to lie within the limits; whole ms. */
export function within(span: TimeSpan, limits: TimeSpan): TimeSpan {
  const length = Math.min(lengthOf(span), lengthOf(limits))
  const fromMs = Math.min(Math.max(span.fromMs, limits.fromMs), limits.toMs - length)
  return { fromMs: Math.round(fromMs), toMs: Math.round(fromMs + length) }
}

/** A span of at least the shortest length around what was asked for (a drawn box may be a pixel wide). */
export function atLeastShortest(span: TimeSpan): TimeSpan {
  const short = SHORTEST_MS - lengthOf(span)
  return short > 0 ? { fromMs: span.fromMs - short / 2, toMs: span.toMs + short / 2 } : span
}

/** Both spans and what lies between. */
export function union(a: TimeSpan, b: TimeSpan | null): TimeSpan {
  return b === null ? a : { fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) }
}
