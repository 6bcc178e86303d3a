import { firstWhere } from '../../contract/bisect.ts'
import type { Day } from '../../contract/records.ts'
import { firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type GasClock, type TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { hourEnds, partMs, wholeMinute, type HourRhythm } from './hour-ends.ts'
import type { Rhythm } from './rhythm.ts'

/** The records of an archive that are due: their moments, and which of them there are. */

type Known = NonNullable<Rhythm>

/** The records of a rhythm of hours that are due before a moment, counted from 1970. */
const hoursBefore = (atMs: number, { minute, parts }: HourRhythm): number => Math.ceil((atMs - minute * MINUTE_MS) / partMs({ parts }))

/** How many hourly records are due after `fromMs`, up to and including `toMs`. */
export function hoursDue({ fromMs, toMs }: TimeSpan, minute: number): number {
  const hours = { minute, parts: 1 }
  return hoursBefore(toMs + 1, hours) - hoursBefore(fromMs + 1, hours)
}

/** The moments at which records are due, from `fromMs` on and before `toMs`, ascending. */
export function dueTimes(rhythm: Known, { fromMs, toMs }: TimeSpan): Float64Array {
  if (toMs <= fromMs) return new Float64Array(0)
  if (rhythm.every === 'hour') {
    const first = hoursBefore(fromMs, rhythm)
    const times = new Float64Array(hoursBefore(toMs, rhythm) - first)
    for (let at = 0; at < times.length; at++) times[at] = (first + at) * partMs(rhythm) + rhythm.minute * MINUTE_MS
    return times
  }
  return Float64Array.from(closings(rhythm.every, rhythm.clock, { fromMs, toMs }))
}

/** The times when records are due in several spans, one span after another, Unix ms. */
export function dueInSpans(rhythm: Known, spans: readonly TimeSpan[]): Float64Array {
  const parts = spans.map((span) => dueTimes(rhythm, span))
  const due = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    due.set(part, at)
    at += part.length
  }
  return due
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
 * Which of the due records there are: 1 or 0 for each. An hourly record counts where it closes its hour, so an extra one
 * between the hours fills no hole; a record of a day or month counts wherever in its period it is stamped.
 * @param times of the archive's records, ascending: of hours those from `NEAR_BEFORE_MS` before the first due one on
 */
export function presentAt(rhythm: Known, due: Float64Array, times: Float64Array): Uint8Array {
  const present = new Uint8Array(due.length)
  const first = due[0]
  if (first === undefined) return present
  const isHourly = rhythm.every === 'hour'
  const ends = isHourly ? hourEnds(times, rhythm.minute, rhythm.parts) : times.map(wholeMinute)
  const beginsMs = isHourly ? first - 1 : periodBefore(rhythm.every, rhythm.clock, first)
  let row = firstWhere(0, ends.length, (at) => (ends[at] as number) > beginsMs)
  for (let at = 0; at < due.length; at++) {
    const dueMs = due[at] as number
    const sinceMs = isHourly ? dueMs - 1 : at === 0 ? beginsMs : (due[at - 1] as number)
    while (row < ends.length && (ends[row] as number) <= sinceMs) row++
    if (row < ends.length && (ends[row] as number) <= dueMs) present[at] = 1
  }
  return present
}

/** The beginning of the period that closes at a moment. */
function periodBefore(by: 'day' | 'month', clock: GasClock, closesMs: number): number {
  const day = gasDayAt(closesMs - 1, clock)
  return gasPeriod(by === 'day' ? day : firstOfMonth(day), by, clock).fromMs
}
