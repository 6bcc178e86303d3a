import type { Span } from '../records.ts'
import { addDays, dayNumber } from './day.ts'

/** Closed spans of days. */

/** Addresses and clocks gone wrong may name any moment; no meter was read before or after these. */
const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)
export const isMetered = (atMs: number): boolean => atMs >= EARLIEST_MS && atMs <= LATEST_MS

/** Days in a span; 1 for a single day. */
export const spanDays = (span: Span): number => dayNumber(span.to) - dayNumber(span.from) + 1

/** The days two spans share. */
export function overlap(a: Span, b: Span): Span | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}

/** The spans of at most `days` days that make up `span`, newest first. */
export function splitNewestFirst(span: Span, days: number): Span[] {
  const parts: Span[] = []
  for (let to = span.to; to >= span.from; to = addDays(parts.at(-1)?.from ?? to, -1)) {
    const from = addDays(to, 1 - days)
    parts.push({ from: from < span.from ? span.from : from, to })
  }
  return parts
}

/** The two halves of a span, newest first; undefined for a single day, which cannot be halved. */
export function halve(span: Span): [Span, Span] | undefined {
  const days = spanDays(span)
  if (days < 2) return undefined
  const middle = addDays(span.from, Math.floor(days / 2))
  return [
    { from: middle, to: span.to },
    { from: span.from, to: addDays(middle, -1) },
  ]
}
