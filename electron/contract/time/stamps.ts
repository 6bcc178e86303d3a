import type { Day } from '../records.ts'
import { addDays, dayNumber, utcMidnight } from './day.ts'
import { DAY_MS } from './units.ts'

/** Stamps that are believed. A service, a book or a note may say any time; a loop over hours must have an end. */

/** How far from what was asked for a record may be stamped and still belong to it. */
const STRAY_DAYS = 3653
/** No device in the field keeps an archive from before. A clock that lost its battery says 1970. */
export const EARLIEST_STAMP_MS = Date.UTC(1990, 0, 1)
/** A laptop whose own clock is behind must not refuse what meters sent by this day. */
const PROGRAM_MS = Date.UTC(2026, 0, 1)

/** Unix ms, both included. */
export interface StampBounds {
  fromMs: number
  toMs: number
}

/**
 * Between which moments a stamp is believed: ten years around the days that were asked for, else from 1990 to ten years
 * from now; never before 1990. `from` and `to` are days as they were asked of the service.
 */
export function stampBounds({ nowMs, from, to }: { nowMs: number; from?: Day | undefined; to?: Day | undefined }): StampBounds {
  const earliest = from === undefined ? EARLIEST_STAMP_MS : utcMidnight(addDays(from, -STRAY_DAYS))
  const last = to === undefined ? Math.max(nowMs, PROGRAM_MS) : (dayNumber(to) + 1) * DAY_MS - 1
  return { fromMs: Math.max(EARLIEST_STAMP_MS, earliest), toMs: last + STRAY_DAYS * DAY_MS }
}

/** The part of a range that lies within bounds; what a range does not say is not bounded by it. */
export const believedPart = ({ fromMs = -Infinity, toMs = Infinity }: Partial<StampBounds>, bounds: StampBounds): StampBounds => ({
  fromMs: Math.max(fromMs, bounds.fromMs),
  toMs: Math.min(toMs, bounds.toMs),
})

/** True where a stamp (Unix ms) lies within bounds. NaN and infinities do not. */
export const isBelieved = (atMs: number, { fromMs, toMs }: StampBounds): boolean => atMs >= fromMs && atMs <= toMs
