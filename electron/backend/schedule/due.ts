import { addDays, dayNumber, utcMidnight } from '../../contract/time/day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import type { ZoneClock } from '../../contract/time/zone.ts'
import { clockTimes, WEEKDAYS, type ScheduleTimes } from '../../contract/schedule-words.ts'

/** The moments of two weeks around a moment at which a schedule is due, by the wall clock; in order. */
function around(times: ScheduleTimes, clock: ZoneClock, atMs: number): number[] {
  const today = clock.dayAt(atMs)
  const days = Array.from({ length: 17 }, (_, n) => addDays(today, n - 8)).filter((day) => {
    // The first day of all was a Thursday.
    const weekday = WEEKDAYS[(((dayNumber(day) + 3) % 7) + 7) % 7]
    return weekday !== undefined && times.days.includes(weekday)
  })
  return days.flatMap((day) =>
    clockTimes(times).map((time) => {
      const [hour, minute] = time.split(':').map(Number)
      return clock.momentOf(utcMidnight(day) + (hour ?? 0) * HOUR_MS + (minute ?? 0) * MINUTE_MS)
    }),
  )
}

/** The first due moment after a moment, Unix ms; null: there is none. */
export const dueAfter = (times: ScheduleTimes, clock: ZoneClock, atMs: number): number | null =>
  around(times, clock, atMs).find((due) => due > atMs) ?? null

/** The last due moment up to a moment, Unix ms; null: there is none. */
export const dueBefore = (times: ScheduleTimes, clock: ZoneClock, atMs: number): number | null =>
  around(times, clock, atMs).findLast((due) => due <= atMs) ?? null
