/** Free of zod, for the window too. */

export const MOST_TRIP_NAME = 120

/** Hours between two runs of a trip that is kept fresh. */
export const FRESH_HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const
export type FreshHours = (typeof FRESH_HOURS)[number]

/** The most days that a trip may go back: a device keeps no longer archive. */
export const MOST_DAYS_BACK = 3660

/** Why a trip that is due does not run now, in the order in which they are looked at. */
export const HELD_BACK = ['off', 'read-only', 'signed-out', 'offline', 'busy', 'metered', 'no-stations', 'refused'] as const
export type HeldBack = (typeof HELD_BACK)[number]

/** What is known of the line's price. `said`: somebody has said that it is metered. */
export const LINE_COSTS = ['unknown', 'unmetered', 'metered', 'said'] as const
export type LineCost = (typeof LINE_COSTS)[number]

/** Whether bytes cost money, as far as anybody knows: an unknown line is taken as one that costs nothing. */
export const isMetered = (cost: LineCost): boolean => cost === 'metered' || cost === 'said'
