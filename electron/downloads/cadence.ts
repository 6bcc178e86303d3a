import { spanDays, splitNewestFirst } from '../contract/time/span.ts'
import type { Span } from '../contract/records.ts'

/**
 * How densely an archive is filled, learned from the answers. Chunks are cut so that each fits into one page of the
 * service: without paging no record can shift between pages, and several lanes can share one archive.
 */
export interface Cadence {
  /** The most records a day that were seen, or a first guess. */
  recordsPerDay: number
  /** The longest span that the service accepted, where it refused a longer one. */
  maxDays: number | null
}

/** docs/service.md, 'Limits': records per page. */
const PAGE_RECORDS = 1000

/** A map: an archive may be called `constructor`. */
const FIRST_GUESS: ReadonlyMap<string, number> = new Map([
  ['hourly', 24],
  ['daily', 1],
  ['monthly', 1 / 30],
])
const OTHER_READINGS_A_DAY = 1
const EVENTS_A_DAY = 0.5

export function firstCadence(kind: 'readings' | 'events' | 'sessions', archiveType: string): Cadence {
  const recordsPerDay = kind === 'readings' ? (FIRST_GUESS.get(archiveType) ?? OTHER_READINGS_A_DAY) : EVENTS_A_DAY
  return { recordsPerDay, maxDays: null }
}

/** Days of one chunk: as many as one page holds, but no more than the service takes. */
export function chunkDays(cadence: Cadence): number {
  const fitting = Math.max(1, Math.floor(PAGE_RECORDS / Math.max(cadence.recordsPerDay, 1e-6)))
  return cadence.maxDays === null ? fitting : Math.min(fitting, cadence.maxDays)
}

/** Chunks of a span, newest first. */
export function chunksOf(span: Span, cadence: Cadence): Span[] {
  return splitNewestFirst(span, Math.min(chunkDays(cadence), spanDays(span)))
}

/** Requests a span will cost, for estimates. */
export function requestsFor(span: Span, cadence: Cadence): number {
  return Math.ceil(spanDays(span) / chunkDays(cadence))
}

/**
 * The cadence after a chunk that was denser than expected; null when the chunk teaches nothing. Short chunks do not
 * count: a burst on one day must not make every later chunk shorter.
 */
export function learnRecords(cadence: Cadence, chunk: Span, records: number): Cadence | null {
  const days = spanDays(chunk)
  if (days < 7 && records <= PAGE_RECORDS) return null
  const perDay = records / days
  return perDay > cadence.recordsPerDay * 1.02 ? { ...cadence, recordsPerDay: perDay } : null
}

/** The service refused a longer span and accepted one of `taken` days. */
export function learnLimit(cadence: Cadence, taken: number): Cadence {
  return { ...cadence, maxDays: cadence.maxDays === null ? taken : Math.min(cadence.maxDays, taken) }
}
