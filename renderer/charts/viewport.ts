import type { TimeSpan } from '../../electron/contract/time/gas-day.ts'
import { MINUTE_MS } from '../../electron/contract/time/units.ts'

/** The closest zoom. */
const SHORTEST_MS = MINUTE_MS

export const lengthOf = (span: TimeSpan): number => span.toMs - span.fromMs

/** Zooms by `factor` (below 1: closer) about a moment, which keeps its place on the screen, within `limits`. */
export function zoomAbout(span: TimeSpan, atMs: number, factor: number, limits: TimeSpan): TimeSpan {
  const length = Math.min(Math.max(lengthOf(span) * factor, SHORTEST_MS), lengthOf(limits))
  const share = lengthOf(span) > 0 ? (atMs - span.fromMs) / lengthOf(span) : 0.5
  return within({ fromMs: atMs - share * length, toMs: atMs + (1 - share) * length }, limits)
}

/** Moves by `ms`, within `limits`. */
export function panBy(span: TimeSpan, ms: number, limits: TimeSpan): TimeSpan {
  return within({ fromMs: span.fromMs + ms, toMs: span.toMs + ms }, limits)
}

/** Moves a span into the limits and cuts it only if it is longer than they are; whole ms. */
export function within(span: TimeSpan, limits: TimeSpan): TimeSpan {
  const length = Math.min(lengthOf(span), lengthOf(limits))
  const fromMs = Math.min(Math.max(span.fromMs, limits.fromMs), limits.toMs - length)
  return { fromMs: Math.round(fromMs), toMs: Math.round(fromMs + length) }
}

/** Widens a span to the closest zoom: a drawn box may be one pixel wide. */
export function atLeastShortest(span: TimeSpan): TimeSpan {
  const short = SHORTEST_MS - lengthOf(span)
  return short > 0 ? { fromMs: span.fromMs - short / 2, toMs: span.toMs + short / 2 } : span
}

/** The shortest span that holds both. */
export function union(a: TimeSpan, b: TimeSpan | null): TimeSpan {
  return b === null ? a : { fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) }
}
