import type { TimeSpan } from './time/gas-day.ts'
import { HOUR_MS } from './time/units.ts'

/**
 * How much of what flowed in a period is known, in hours. The four add up to the hours of the period that are due: those
 * since a station's first record that have been by now, 23 to 25 of a gas day that is over. Hours before the first record
 * and hours that are yet to come are in none of them. Where a number says 'complete' or a share of hours, it is said of
 * these; of several stations they are the sums.
 */
export interface KnownHours {
  /** Told by their own record. */
  received: number
  /** Without a number of their own: told by the counter, which stands on both sides of them. */
  byCounter: number
  /** Without a number of their own: told by the record of their gas day. */
  byDaily: number
  /** Told by nothing. */
  unknown: number
}

export const NO_HOURS: Readonly<KnownHours> = { received: 0, byCounter: 0, byDaily: 0, unknown: 0 }

/** Hours of which it is known what flowed. */
export const hoursTold = ({ received, byCounter, byDaily }: Omit<KnownHours, 'unknown'>): number => received + byCounter + byDaily

/** All hours of the period that are due. */
export const hoursIn = (hours: KnownHours): number => hoursTold(hours) + hours.unknown

/** Adds to hours. */
export function addHours(sum: KnownHours, more: KnownHours): void {
  sum.received += more.received
  sum.byCounter += more.byCounter
  sum.byDaily += more.byDaily
  sum.unknown += more.unknown
}

/** How many hours of a period are due: `due` is the time from a station's first record until now. */
export const hoursDueIn = ({ fromMs, toMs }: TimeSpan, due: TimeSpan): number =>
  Math.max(0, Math.floor((Math.min(toMs, due.toMs) - Math.max(fromMs, due.fromMs)) / HOUR_MS))

/** Whether each hour that a period has, from its beginning to its end, is known. */
export const isKnownWhole = (hours: KnownHours, { fromMs, toMs }: TimeSpan): boolean =>
  hours.unknown === 0 && hoursIn(hours) >= Math.round((toMs - fromMs) / HOUR_MS)
