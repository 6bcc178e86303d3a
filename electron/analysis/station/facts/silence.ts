import type { SessionColumns } from '../../kernel/data.ts'
import type { Silence } from '../../../contract/fleet.ts'
import type { Thresholds } from '../../../contract/rules.ts'
import { HOUR_MS } from '../../../contract/time/units.ts'
import { lateMsOf } from './rhythm.ts'

/** Whether a station is silent: the rule, health and visits ask here, so that they say the same of it. Times in Unix ms. */

/** What the sessions of a station tell of its silence. */
export interface Heard {
  /** The newest session that the service has told of in any way; null: none. */
  lastSessionMs: number | null
  /** How often the station reports, hours; null: too few sessions tell. */
  rhythmHours: number | null
  /** When the last session said that the next one will be; null: it did not. */
  nextSessionMs: number | null
}

/**
 * The session that the last one announced, Unix ms; null: none. A moment before the session announces nothing, and whether
 * a session that came since has kept the word nobody knows.
 * @param lastMs the newest session that is known in any way
 */
export function announcedMs({ atMs, nextMs }: Pick<SessionColumns, 'atMs' | 'nextMs'>, lastMs: number): number | null {
  const [last, next] = [atMs.at(-1), nextMs.at(-1)]
  return next !== undefined && next > lastMs && lastMs === last ? next : null
}

/** How long nothing was heard, hours, and how many times its rhythm that is. */
export function silenceOf({ lastSessionMs, rhythmHours }: Omit<Heard, 'nextSessionMs'>, nowMs: number) {
  const silentHours = lastSessionMs === null ? null : Math.max(0, (nowMs - lastSessionMs) / HOUR_MS)
  return { silentHours, silenceTimes: silentHours === null || rhythmHours === null ? null : silentHours / rhythmHours }
}

/** How silent a station is by the thresholds that hold at it; null: it is not, or it has no rhythm. */
export function silenceBy(silenceTimes: number | null, { suspect, fail }: Thresholds['silent']): Silence | null {
  if (silenceTimes === null) return null
  if (silenceTimes > (fail ?? Infinity)) return 'fail'
  return silenceTimes > (suspect ?? Infinity) ? 'suspect' : null
}

/** For how long a session that was announced has been missing, ms; null: none is. */
export const missedForMs = ({ nextSessionMs, rhythmHours }: Omit<Heard, 'lastSessionMs'>, nowMs: number): number | null =>
  nextSessionMs !== null && nowMs - nextSessionMs > lateMsOf(rhythmHours) ? nowMs - nextSessionMs : null
