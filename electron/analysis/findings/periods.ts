import { minuteOf, minutesOf, usualMinute } from '../../book/completeness/rhythm.ts'
import { closingHour, gasDayNumberAt, gasDayOfNumber, type GasClock } from '../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time/units.ts'
import type { ArchiveData, ChannelData, StationData } from './data.ts'

/**
 * The records of an archive that cover a period each, put on its grid. Records between the hours stand beside it: they are
 * never taken for a period.
 */

/** Hours on the archive's usual minute, without a gap: place `at` ends at `(first + at) h + minute`. */
export interface HourGrid {
  archive: ArchiveData
  minute: number
  /** Hours from 1970 to the end of the first place. */
  first: number
  length: number
  /** The row of the archive that covers a place; -1: none. */
  rows: Int32Array
  /** 1 where an extra record lies within the hour, so that the record of the hour may hold a part of it only. */
  broken: Uint8Array
  /** Rows that lie between the hours. */
  extra: Int32Array
}

/** A clock gone wrong may name any moment: what lies further off than this is no period. */
const LONGEST_MS = 40 * 366 * DAY_MS

const hourGrids = new WeakMap<ArchiveData, HourGrid | null>()

/** The grid of an hourly archive; null where it has no record or no usual minute. */
export function hourGrid(archive: ArchiveData): HourGrid | null {
  let grid = hourGrids.get(archive)
  if (grid === undefined) {
    grid = makeHourGrid(archive)
    hourGrids.set(archive, grid)
  }
  return grid
}

/** By all records of the archive where they are known: those of a part may lie otherwise. */
function minuteOfArchive({ rhythm, timesMs }: ArchiveData): number | null {
  if (rhythm === undefined) return usualMinute(minutesOf(timesMs))
  return rhythm?.every === 'hour' ? rhythm.minute : null
}

function makeHourGrid(archive: ArchiveData): HourGrid | null {
  const { timesMs } = archive
  const minute = timesMs.length === 0 ? null : minuteOfArchive(archive)
  if (minute === null) return null
  const hourAt = (row: number) => Math.floor(((timesMs[row] as number) - minute * MINUTE_MS) / HOUR_MS)
  let last = timesMs.length - 1
  let start = 0
  // The longer of two stretches that lie further apart than any archive reaches is the archive's.
  while ((timesMs[last] as number) - (timesMs[start] as number) > LONGEST_MS) {
    const middle = timesMs[Math.floor((start + last) / 2)] as number
    if ((timesMs[last] as number) - middle > middle - (timesMs[start] as number)) last--
    else start++
  }
  const first = hourAt(start)
  const length = hourAt(last) - first + 1
  const rows = new Int32Array(length).fill(-1)
  const broken = new Uint8Array(length + 1)
  const extra: number[] = []
  for (let row = start; row <= last; row++) {
    const atMs = timesMs[row] as number
    const place = hourAt(row) - first
    if (minuteOf(atMs) === minute && rows[place] === -1) rows[place] = row
    else {
      extra.push(row)
      broken[place + 1] = 1
    }
  }
  return { archive, minute, first, length, rows, broken: broken.subarray(0, length), extra: Int32Array.from(extra) }
}

/** When the hour of a place ends, Unix ms. */
export const hourEndMs = ({ first, minute }: HourGrid, place: number): number =>
  (first + place) * HOUR_MS + minute * MINUTE_MS

/** The place of the first hour that ends at a moment or after it; may lie outside of the grid. */
export const placeFrom = ({ first, minute }: HourGrid, atMs: number): number =>
  Math.ceil((atMs - minute * MINUTE_MS) / HOUR_MS) - first

const placed = new WeakMap<Float64Array, Float64Array>()

/** The values of a channel by place of the grid, in the base unit (as sent where the unit is not known); NaN where there is none. */
export function onGrid({ rows, length }: HourGrid, { values, toBase }: ChannelData): Float64Array {
  let column = placed.get(values)
  if (!column || column.length !== length) {
    const { factor, offset } = toBase ?? { factor: 1, offset: 0 }
    column = new Float64Array(length)
    for (let place = 0; place < length; place++) {
      const row = rows[place] as number
      column[place] = row < 0 ? NaN : (values[row] as number) * factor + offset
    }
    placed.set(values, column)
  }
  return column
}

/** The records of an archive of days, one a gas day of its own clock. */
export interface DayGrid {
  archive: ArchiveData
  /** The archive's own clock: it closes its days at an hour of its own. */
  clock: GasClock
  /** By place: days from 1970, ascending, with gaps. */
  days: Int32Array
  rows: Int32Array
  fromMs: Float64Array
  toMs: Float64Array
  /** 1 where the record is stamped with the end of the day, or an hour early. */
  inPlace: Uint8Array
  /** Rows of days that have another record. */
  extra: Int32Array
}

/** A record stamped 23:59:59 closes the day. */
const STAMP_MS = 2 * MINUTE_MS

const dayGrids = new WeakMap<ArchiveData, DayGrid | null>()

/** The grid of a daily archive; null where it has no record. */
export function dayGrid(archive: ArchiveData, { gas }: Pick<StationData, 'gas'>): DayGrid | null {
  let grid = dayGrids.get(archive)
  if (grid === undefined) {
    grid = makeDayGrid(archive, gas)
    dayGrids.set(archive, grid)
  }
  return grid
}

function makeDayGrid(archive: ArchiveData, { zone, contractHour }: GasClock): DayGrid | null {
  const { timesMs, rhythm } = archive
  if (timesMs.length === 0) return null
  const clock =
    rhythm?.every === 'day' ? rhythm.clock : { zone, contractHour: closingHour(timesMs, zone) ?? contractHour }
  const days: number[] = []
  const rows: number[] = []
  const begins: number[] = []
  const ends: number[] = []
  /** The ends of the days by the archive's clock. */
  const closes: number[] = []
  const extra: number[] = []
  for (let row = 0; row < timesMs.length; row++) {
    const atMs = timesMs[row] as number
    if (rows.length > 0 && atMs <= (closes.at(-1) as number)) {
      // The later record lies closer to the end of the day.
      extra.push(rows.pop() as number)
      days.pop()
      begins.pop()
      ends.pop()
      closes.pop()
    }
    const number = gasDayNumberAt(atMs - 1, clock)
    const period = gasDayOfNumber(number, clock)
    // A device whose clock follows no summer time closes its days an hour early for half of the year.
    const early = period.toMs - atMs
    const toMs = early <= STAMP_MS || early > HOUR_MS ? period.toMs : Math.ceil(atMs / MINUTE_MS) * MINUTE_MS
    const follows = days.at(-1) === number - 1 && period.fromMs - (ends.at(-1) as number) <= HOUR_MS
    begins.push(follows ? (ends.at(-1) as number) : period.fromMs - (period.toMs - toMs))
    days.push(number)
    rows.push(row)
    ends.push(toMs)
    closes.push(period.toMs)
  }
  return {
    archive,
    clock,
    days: Int32Array.from(days),
    rows: Int32Array.from(rows),
    fromMs: Float64Array.from(begins),
    toMs: Float64Array.from(ends),
    inPlace: Uint8Array.from(rows, (row, at) => ((ends[at] as number) - (timesMs[row] as number) <= STAMP_MS ? 1 : 0)),
    extra: Int32Array.from(extra),
  }
}

/** The value of a channel in the base unit (as sent where the unit is not known); NaN for none. */
export function baseValue({ values, toBase }: ChannelData, row: number): number {
  const value = values[row] ?? NaN
  return toBase ? value * toBase.factor + toBase.offset : value
}
