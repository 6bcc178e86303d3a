import type { FreshHours } from '../../contract/named-trip-words.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'

/** A run of a trip that is kept fresh, as the book has it. */
export interface PastRun {
  finishedMs: number | null
  startedMs: number
  state: string
  /** Tasks that failed. */
  failed: number
  /** It began since the book was opened. */
  isOfThisStart: boolean
}

/** After so many failures one after the other it is tried again so much later; then as often as it is kept fresh. */
const RETRY_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]
/** A program that is started twice in a row fetches once; the clocks of the service and of the computer differ by less. */
const JUST_NOW_MS = 15 * MINUTE_MS

const isFailed = ({ state, failed }: PastRun): boolean => state === 'failed' || (state === 'done' && failed > 0)

/**
 * When a trip that is kept fresh is due, Unix ms: so many hours after its last run ended, and when the book is opened. The one
 * owner of that moment. One that somebody cancelled counts: they did not want it now.
 * @param runs of the trip, the newest first
 * @param gaveWay the newest one was cancelled because somebody's own download began: it is due once that is over
 */
export function freshDueMs(
  everyHours: FreshHours,
  runs: readonly PastRun[],
  { nowMs, gaveWay }: { nowMs: number; gaveWay: boolean },
): number {
  const [last] = runs
  const endedMs = last?.finishedMs ?? null
  // None yet, or the clock was set back since.
  if (endedMs === null || endedMs > nowMs + JUST_NOW_MS || gaveWay) return nowMs
  const everyMs = everyHours * HOUR_MS
  const firstGood = runs.findIndex((run) => !isFailed(run))
  const failures = firstGood < 0 ? runs.length : firstGood
  const usualMs = endedMs + (failures === 0 ? everyMs : Math.min(RETRY_MS[failures - 1] ?? everyMs, everyMs))
  return last?.isOfThisStart ? usualMs : Math.min(usualMs, endedMs + JUST_NOW_MS)
}
