/**
 * How much of what flowed in a period is known, in hours. The four add up to the hours that the period has: 23 to 25 a
 * gas day. Where a number says 'complete' or a share of hours, it is said of these.
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

/** All hours of the period. */
export const hoursIn = (hours: KnownHours): number => hoursTold(hours) + hours.unknown

/** Adds to hours. */
export function addHours(sum: KnownHours, more: KnownHours): void {
  sum.received += more.received
  sum.byCounter += more.byCounter
  sum.byDaily += more.byDaily
  sum.unknown += more.unknown
}
