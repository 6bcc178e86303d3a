/** Lengths of time in ms. A calendar day of a zone may be shorter or longer than DAY_MS: ask the zone's clock (zone.ts). */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** The largest distance from 1970 that the calendar of JavaScript has, to either side. */
export const LAST_MOMENT_MS = 8.64e15
