/** Free of zod, for the window too. */

/** What tells the day of a verification: the date of the next one in the settings; the last one and the interval; somebody who typed it in. */
export const VERIFICATION_SOURCES = ['next', 'interval', 'typed'] as const
export type VerificationSource = (typeof VERIFICATION_SOURCES)[number]

/** Why nobody knows the day. */
export const VERIFICATION_UNKNOWN = ['no_device', 'no_settings', 'no_verification'] as const
export type VerificationUnknown = (typeof VERIFICATION_UNKNOWN)[number]

/** Months ahead that a calendar has, and at most. */
export const CALENDAR_MONTHS = 12
export const MOST_MONTHS = 120

/** Overdue from the moment on at which its last day has ended. */
export const isOverdue = ({ leftDays }: { leftDays: number }): boolean => leftDays <= 0

/** Whole days: of one that is overdue how many have passed, as a negative number. */
export const wholeDaysLeft = ({ leftDays }: { leftDays: number }): number =>
  (leftDays <= 0 ? Math.ceil(leftDays) : Math.floor(leftDays)) + 0
