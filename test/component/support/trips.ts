import type { FreshState } from '../../../electron/contract/named-trips.ts'

/** No trip is kept under a name. */
const FRESH: FreshState = { trips: 0, running: null, next: null, heldBack: null, lastMs: null, line: 'unknown' }
export const NO_TRIPS = { list: () => [], fresh: () => FRESH }
