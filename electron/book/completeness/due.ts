import { firstWhere } from '../../contract/bisect.ts'
import type { Day } from '../../contract/records.ts'
import { firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import type { Rhythm } from './rhythm.ts'

/** The records of an archive that are due: their moments, and which of them there are. */

type Known = NonNullable<Rhythm>

/** The hours of a rhythm that begin before a moment, counted from 1970. */
const hoursBefore = (atMs: number, minute: number): number => Math.ceil((atMs - minute * MINUTE_MS) / HOUR_MS)

/** How many hourly records are due after `fromMs`, up to and including `toMs`. */
export const hoursDue = ({ fromMs, toMs }: TimeSpan, minute: number): number =>
  hoursBefore(toMs + 1, minute) - hoursBefore(fromMs + 1, minute)

/** The moments at which records are due, from `fromMs` on and before `toMs`, ascending. */
export function dueTimes(rhythm: Known, { fromMs, toMs }: TimeSpan): Float64Array {
  if (toMs <= fromMs) return new Float64Array(0)
  if (rhythm.every === 'hour') {
    const first = hoursBefore(fromMs, rhythm.minute)
    const count = hoursBefore(toMs, rhythm.minute) - first
    const times = new Float64Array(count)
    for (let at = 0; at < count; at++) times[at] = (first + at) * HOUR_MS + rhythm.minute * MINUTE_MS
    return times
  }
  return Float64Array.from(closings(rhythm.every, rhythm.clock, { fromMs, toMs }))
}

function* closings(by: 'day' | 'month', clock: GasClock, { fromMs, toMs }: TimeSpan): Generator<number> {
  const first = gasDayAt(fromMs - DAY_MS, clock)
  let day: Day = by === 'day' ? first : firstOfMonth(first)
  for (let before = -Infinity; ;) {
    const period = gasPeriod(day, by, clock)
    if (period.toMs >= toMs) return
    // A zone that moves over the date line skips a day, which closes with the one before.
    if (period.toMs >= fromMs && period.toMs > before) yield period.toMs
    before = period.toMs
    day = gasDayAt(period.toMs, clock)
    if (by === 'month') day = firstOfMonth(day)
  }
}

/**
 * Which of the due records there are: 1 or 0 for each. An hourly record counts in its own minute only, so an extra one
 * between the hours fills no hole; a record of a day or month counts wherever in its period it is stamped.
 * @param times of the archive's records, ascending
 */
export function presentAt(rhythm: Known, due: Float64Array, times: Float64Array): Uint8Array {
  const present = new Uint8Array(due.length)
  const first = due[0]
  if (first === undefined) return present
  const beginsMs = rhythm.every === 'hour' ? first : periodBefore(rhythm.every, rhythm.clock, first)
  let row = firstWhere(0, times.length, (at) => (times[at] as number) > beginsMs - 1)
  for (let at = 0; at < due.length; at++) {
    const dueMs = due[at] as number
    const [fromMs, toMs] =
      rhythm.every === 'hour'
        ? [dueMs, dueMs + MINUTE_MS - 1]
        : [at === 0 ? beginsMs + 1 : (due[at - 1] as number) + 1, dueMs]
    while (row < times.length && (times[row] as number) < fromMs) row++
    if (row < times.length && (times[row] as number) <= toMs) present[at] = 1
  }
  return present
}

/** The beginning of the period that closes at a moment. */
function periodBefore(by: 'day' | 'month', clock: GasClock, closesMs: number): number {
  const day = gasDayAt(closesMs - 1, clock)
  return gasPeriod(by === 'day' ? day : firstOfMonth(day), by, clock).fromMs
}
