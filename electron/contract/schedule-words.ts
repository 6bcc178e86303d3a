/** When a book is fetched by itself, in words that the window, the program and the command line share. */

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Steps that divide a day, so that every day has the same hours whatever scheduler counts them. */
export const EVERY_HOURS = [1, 2, 3, 4, 6, 8, 12] as const
export type EveryHours = (typeof EVERY_HOURS)[number]

export interface ScheduleTimes {
  /** `hh:mm` by the computer's clock; with `everyHours` one of the times of a day. */
  at: string
  /** In the order of the week; at least one. */
  days: readonly Weekday[]
  /** Null: once a day. */
  everyHours: EveryHours | null
}

export const USUAL_TIMES: ScheduleTimes = { at: '01:30', days: WEEKDAYS, everyHours: null }

/** `hh:mm` of a day. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The times of a day in order, as `hh:mm`. */
export function clockTimes({ at, everyHours }: Pick<ScheduleTimes, 'at' | 'everyHours'>): string[] {
  if (everyHours === null) return [at]
  const [hour = '0', minute = '00'] = at.split(':')
  const first = Number(hour) % everyHours
  return Array.from({ length: 24 / everyHours }, (_, n) => `${String(first + n * everyHours).padStart(2, '0')}:${minute}`)
}

/** The schedulers of operating systems that entries are written for. */
export const SCHEDULERS = ['systemd', 'cron', 'launchd', 'task-scheduler'] as const
export type SchedulerName = (typeof SCHEDULERS)[number]

/** How an entry stands, the first that is true. */
export const STANDINGS = [
  /** The program that it starts is no longer there. */
  'program-gone',
  /** The book that it fetches is no longer there. */
  'book-gone',
  /** The system no longer has it, or it was switched off there. */
  'gone',
  /** Somebody changed it by hand. */
  'changed',
  /** It starts another copy of the program than the one that runs now. */
  'other-program',
  /** It stands as it was written. */
  'on',
] as const
export type Standing = (typeof STANDINGS)[number]

/** How a run ended. */
export const RUN_ENDS = [
  'running',
  'done',
  /** Done, but something is missing. */
  'incomplete',
  'failed',
  /** Its process went away without an end: the computer was switched off, or the process was killed. */
  'broken-off',
] as const
export type RunEnd = (typeof RUN_ENDS)[number]
