import { spanDays, splitNewestFirst } from '../contract/time/span.ts'
import type { Span } from '../contract/records.ts'

/**
 * How densely an archive is filled, learned from what came. Chunks are cut so that each fits into one
 * page of the service: no paging means no records that shift between pages, and lanes can share one archive.
 */
export interface Cadence {
  /** Most records a day seen, or a first guess. */
  recordsPerDay: number
  /** Longest span the service was seen to take, where it refused a longer one. */
  maxDays: number | null
}

/** metering-data-api.md, 'Limits': records per page. */
const PAGE_RECORDS = 1000

const FIRST_GUESS: Record<string, number> = { hourly: 24, daily: 1, monthly: 1 / 30 }
const OTHER_READINGS_A_DAY = 1
const EVENTS_A_DAY = 0.5

export function firstCadence(kind: 'readings' | 'events' | 'sessions', archiveType: string): Cadence {
  const recordsPerDay = kind === 'readings' ? (FIRST_GUESS[archiveType] ?? OTHER_READINGS_A_DAY) : EVENTS_A_DAY
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
 * What a chunk taught: more records a day than thought (only full-length evidence counts, a burst on a
 * single day must not cut every later chunk down), or null when nothing new.
 */
export function learnRecords(cadence: Cadence, chunk: Span, records: number): Cadence | null {
  const days = spanDays(chunk)
  if (days < 7 && records <= PAGE_RECORDS) return null
  const perDay = records / days
  return perDay > cadence.recordsPerDay * 1.02 ? { ...cadence, recordsPerDay: perDay } : null
}

/** The service refused a span of `days` and took one of `taken` days. */
export function learnLimit(cadence: Cadence, taken: number): Cadence {
  return { ...cadence, maxDays: cadence.maxDays === null ? taken : Math.min(cadence.maxDays, taken) }
}
