import { DAY_MS } from '../contract/time/units.ts'
import type { Limits } from './limits.ts'

/**
 * The wait before repeat number `attempt` (from 1): exponential, with half of it random, so that lanes that
 * failed together do not come back together. `random` is 0..1.
 */
export function backoffMs(attempt: number, limits: Limits, random: () => number): number {
  const full = Math.min(limits.backoffMs * 2 ** (attempt - 1), limits.maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * random())
}

/** A pause that a service asks for is taken to be at most a year, ms: what is said to be longer is a mistake, and its end would be no date. */
const LONGEST_PAUSE_MS = 365 * DAY_MS

/**
 * `Retry-After` in ms, at most a year: whole seconds, or an HTTP date, which is judged against the same answer's `Date`
 * (the laptop's clock may be a day off), else against `nowMs`. Null when it is missing or neither.
 */
export function retryAfterMs(retryAfter: string | null, date: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_PAUSE_MS)
  const untilMs = Date.parse(text)
  if (Number.isNaN(untilMs)) return null
  const dateMs = date === null ? NaN : Date.parse(date)
  return Math.min(Math.max(0, untilMs - (Number.isNaN(dateMs) ? nowMs : dateMs)), LONGEST_PAUSE_MS)
}
