import type { ClockSource } from '../time/gas-clock.ts'

/** Where a zone or an hour comes from, behind it in brackets. */
export type ClockWords = Readonly<Record<ClockSource, string>>
