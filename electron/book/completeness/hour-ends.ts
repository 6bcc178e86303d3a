import type { Day } from '../../contract/records.ts'
import { dayOf } from '../../contract/time/day.ts'
import { gasDayNumberAt, gasDayOfNumber, type GasClock } from '../../contract/time/gas-day.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { MINUTES_AN_HOUR, minuteOf, minutesOf, USUAL_SHARE, usualMinute } from './minutes.ts'

/**
 * When what a record covers ends, by its stamp. Clocks are some seconds off: hours are stamped at 10:59:58 and at 12:00:02,
 * which are the ends of two hours. What is due, what a rule judges and what a station's consumption is made of all go by
 * these ends, and never by stamps.
 */

/** A clock may be so many minutes off: a record as near to the end of an hour that has no other is that hour's record. */
const NEAR_MINUTES = 5

/**
 * The minute of the hour at which hourly records end; null where they lie anywhere. Stamps on both sides of a minute are
 * those of one minute, and those near the full hour end with it: a clock that is some minutes off, always or now and then,
 * closes the same hours.
 */
export const endingMinute = (stampsMs: ArrayLike<number>): number | null => endingMinuteOf(minutesOf(stampsMs))

/** Gives the same minute from the number of records at each minute; `counts` is in order of the minutes. */
export function endingMinuteOf(counts: ReadonlyMap<number, number>): number | null {
  let [all, near] = [0, 0]
  for (const [minute, records] of counts) {
    all += records
    if (Math.min(minute, MINUTES_AN_HOUR - minute) <= NEAR_MINUTES) near += records
  }
  return all > 0 && near >= all * USUAL_SHARE ? 0 : endingIn(counts, MINUTES_AN_HOUR)
}

/** @param counts by the minute of a period that has so many of them */
function endingIn(counts: ReadonlyMap<number, number>, minutes: number): number | null {
  const usual = usualMinute(counts) ?? usualPair(counts, minutes)
  return usual === minutes - 1 ? 0 : usual
}

/** The first of two minutes in a row that are usual together. */
function usualPair(counts: ReadonlyMap<number, number>, minutes: number): number | null {
  for (const [minute, records] of counts) {
    const next = (minute + 1) % minutes
    const together = new Map(counts).set(minute, records + (counts.get(next) ?? 0))
    together.delete(next)
    if (usualMinute(together) === minute) return minute
  }
  return null
}

/** When the records of an archive of hours end. */
export interface HourRhythm {
  /** The minute at which the first record of each hour ends: below 60, or below what each of several parts lasts. */
  minute: number
  /** Records an hour, equally far apart: some devices send their half hours or quarters as hours. */
  parts: number
}

/** Halves and quarters of an hour; of finer ones a clock that is minutes off could name another. */
const PARTS = [2, 4] as const
/** Each part of the hour has at least this share of the records that it would have if all had as many. */
const EVEN_SHARE = 0.5
/** Fewer records may lie evenly by chance. */
const LEAST_PARTED = 24

/** The rhythm by the number of records at each minute, in order of the minutes; null where they lie anywhere. */
export function hourRhythm(counts: ReadonlyMap<number, number>): HourRhythm | null {
  const minute = endingMinuteOf(counts)
  if (minute !== null) return { minute, parts: 1 }
  for (const parts of PARTS) {
    const ofPart = partEnding(counts, parts)
    if (ofPart !== null) return { minute: ofPart, parts }
  }
  return null
}

/** The minute of each part of the hour at which records end; null where the parts do not all have theirs. */
function partEnding(counts: ReadonlyMap<number, number>, parts: number): number | null {
  const lasts = MINUTES_AN_HOUR / parts
  const folded = new Map<number, number>()
  for (const [at, records] of [...counts].sort(([a], [b]) => (a % lasts) - (b % lasts)))
    folded.set(at % lasts, (folded.get(at % lasts) ?? 0) + records)
  const minute = endingIn(folded, lasts)
  if (minute === null) return null
  let all = 0
  const ofPart = new Float64Array(parts)
  for (const [at, records] of counts) {
    const part = Math.round((at - minute) / lasts + parts) % parts
    ofPart[part] = (ofPart[part] as number) + records
    all += records
  }
  return all >= LEAST_PARTED && ofPart.every((records) => records >= (EVEN_SHARE * all) / parts) ? minute : null
}

/** The time that one record of a rhythm covers, ms. */
export const partMs = ({ parts }: Pick<HourRhythm, 'parts'>): number => HOUR_MS / parts

/** A stamp lies no further before the end of its hour than this, and less than that after it. */
export const NEAR_BEFORE_MS = NEAR_MINUTES * MINUTE_MS
export const NEAR_AFTER_MS = (NEAR_MINUTES + 1) * MINUTE_MS

/** Minutes from the end of an hour to a stamp: 0 for its own minute, and one minute before it is nearer than one after. */
function minutesOff(stampMs: number, endMs: number): number {
  const minutes = Math.floor((stampMs - endMs) / MINUTE_MS)
  return minutes < 0 ? -minutes - 0.5 : minutes
}

/** Rows of an hour whose stamps lie near its end; `nearest` of them in minutes from it. */
interface NearRows {
  first: number
  end: number
  endMs: number
  nearest: number
}

function* nearRows(stampsMs: Float64Array, minute: number, parts: number): Generator<NearRows> {
  const lastsMs = partMs({ parts })
  const ofMinuteMs = minute * MINUTE_MS
  const hourOf = (atMs: number) => Math.floor((atMs - ofMinuteMs + NEAR_BEFORE_MS) / lastsMs)
  for (let row = 0; row < stampsMs.length;) {
    const hour = hourOf(stampsMs[row] as number)
    const endMs = hour * lastsMs + ofMinuteMs
    const first = row
    let nearest = Infinity
    for (; row < stampsMs.length && hourOf(stampsMs[row] as number) === hour; row++)
      nearest = Math.min(nearest, minutesOff(stampsMs[row] as number, endMs))
    if (nearest <= NEAR_MINUTES) yield { first, end: row, endMs, nearest }
  }
}

/**
 * Minutes from the end of the hour at which a device mostly writes one more record beside that of the hour: one that stands
 * there alone closes no hour either, the hour's own record is missing. Asks all records that there are.
 */
export function minutesBeside(stampsMs: Float64Array, minute: number, parts = 1): ReadonlySet<number> {
  /** Records that close an hour, less those beside one that does. */
  const closing = new Map<number, number>()
  const count = (off: number, by: 1 | -1) => closing.set(off, (closing.get(off) ?? 0) + by)
  for (const { first, end, endMs, nearest } of nearRows(stampsMs, minute, parts)) {
    count(nearest, 1)
    for (let at = first; at < end; at++) {
      const off = minutesOff(stampsMs[at] as number, endMs)
      if (off !== nearest) count(off, -1)
    }
  }
  return new Set([...closing].flatMap(([off, more]) => (more < 0 ? [off] : [])))
}

const NONE: ReadonlySet<number> = new Set()

/**
 * The end of the hour that each record closes, Unix ms, ascending: a stamp may lie up to five minutes off. Where an hour
 * has records in several minutes, only those of the nearest close it. The others, and those between the hours, keep their
 * stamps.
 * @param stampsMs ascending
 * @param parts of the hour that have a record each
 * @param beside `minutesBeside`, where all records are known
 */
export function hourEnds(stampsMs: Float64Array, minute: number, parts = 1, beside = NONE): Float64Array {
  const ends = stampsMs.slice()
  for (const { first, end, endMs, nearest } of nearRows(stampsMs, minute, parts)) {
    if (beside.has(nearest)) continue
    for (let at = first; at < end; at++) if (minutesOff(stampsMs[at] as number, endMs) === nearest) ends[at] = endMs
  }
  return ends
}

/** Whether an end is that of an hour, and not the stamp of a record between the hours. */
export const isHourEnd = (endMs: number, minute: number): boolean => minuteOf(endMs) === minute

/** The end of what a record of a day or a month covers: seconds past the full hour are those of the clock. */
export const wholeMinute = (stampMs: number): number => Math.floor(stampMs / MINUTE_MS) * MINUTE_MS

/** The gas day that a record of a day is of. */
export interface ClosedDay {
  /** Days since 1970-01-01. */
  number: number
  day: Day
  /** The end of that gas day, Unix ms. */
  endMs: number
  /** The record closes that very day: it ends with it, as near as stamps are to the ends of hours. Else it is a day of another clock that overlaps it. */
  isExact: boolean
}

/**
 * The gas day that a record of a day is of, by its own moment alone: whatever other records somebody holds, it is of the same.
 * The one whose end lies nearest. Between two ends the halves part half an hour before the middle: the middle between two
 * noons is midnight, at which most devices that know no gas day close theirs.
 */
export function closedDay(stampMs: number, gas: GasClock): ClosedDay {
  let number = gasDayNumberAt(stampMs, gas)
  const { fromMs, toMs } = gasDayOfNumber(number, gas)
  if (toMs - stampMs >= stampMs - fromMs - HOUR_MS) {
    number--
    // A zone that moves over the date line skips a day, which has no length.
    while (gasDayOfNumber(number, gas).fromMs === fromMs) number--
  }
  const endMs = gasDayOfNumber(number, gas).toMs
  const afterMs = stampMs - endMs
  return { number, day: dayOf(number), endMs, isExact: afterMs >= -NEAR_BEFORE_MS && afterMs < NEAR_AFTER_MS }
}
