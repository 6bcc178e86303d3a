import { hourEnds, hourRhythm, minutesBeside, partMs, type HourRhythm } from '../../../book/completeness/hour-ends.ts'
import { minutesOf } from '../../../book/completeness/minutes.ts'
import { isCounter, isVolume, type Quantity } from '../../../contract/quantities.ts'
import { closingHour, gasDayNumberAt, gasDayOfNumber, type GasClock } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time/units.ts'
import { countedVolumes } from '../channels/channel.ts'
import type { ArchiveData, ChannelData, StationData } from '../data.ts'
import { gridStepOf } from '../channels/step.ts'

/**
 * The records of an archive that cover a period each, put on its grid. Records between the hours stand beside it: they are
 * never taken for a period. Where a device sends halves or quarters of hours, the hours are put together of them.
 */

/** Hours on the archive's usual minute, without a gap: place `at` ends at `(first + at) h + minute`. */
export interface HourGrid {
  archive: ArchiveData
  minute: number
  /** Records that make an hour together. */
  parts: number
  /** Hours from 1970 to the end of the first place. */
  first: number
  length: number
  /** The rows of the archive that cover a place, `parts` of them for each, in order; -1: none. */
  rows: Int32Array
  /** 1 where an extra record lies within the hour, and no counter shows that the record of the hour holds all of it. */
  broken: Uint8Array
  /** Rows that lie between the hours. */
  extra: Int32Array
  /** By place of a broken hour: extra rows that a counter shows to hold, with the record of the hour, all of it. */
  rest: ReadonlyMap<number, readonly number[]>
  /** Columns that were put on the grid, and their sums, by the values of their channels: `onGrid`, `hourSums`. */
  columns: Map<Float64Array, Float64Array>
  sums: Map<Float64Array, { m3: Float64Array; gaps: Int32Array }>
}

/** A clock gone wrong may name any moment: what lies further off than this is no period. */
const LONGEST_MS = 40 * 366 * DAY_MS

/**
 * The first and the last of some times in a row, Unix ms, ascending: of two stretches that lie further apart than any archive
 * reaches the longer one is the archive's.
 */
export function believedTimes(timesMs: Float64Array): [first: number, last: number] {
  let [first, last] = [0, timesMs.length - 1]
  while ((timesMs[last] as number) - (timesMs[first] as number) > LONGEST_MS) {
    const middle = timesMs[Math.floor((first + last) / 2)] as number
    if ((timesMs[last] as number) - middle > middle - (timesMs[first] as number)) last--
    else first++
  }
  return [first, last]
}

/** By all records of the archive where they are known: those of a part may lie otherwise. */
function rhythmOfHours({ rhythm, timesMs, minutes = minutesOf(timesMs) }: ArchiveData): HourRhythm | null {
  if (rhythm === undefined) return hourRhythm(minutes)
  return rhythm?.every === 'hour' ? rhythm : null
}

/** The grid of an hourly archive; null where it has no record or no usual minute. */
export function hourGrid(archive: ArchiveData): HourGrid | null {
  const { timesMs } = archive
  const rhythm = timesMs.length === 0 ? null : rhythmOfHours(archive)
  if (rhythm === null) return null
  const { minute, parts } = rhythm
  const ends = hourEnds(timesMs, minute, parts, minutesBeside(timesMs, minute, parts))
  /** The part of an hour in which a record ends, counted from 1970. */
  const partAt = (row: number) => Math.ceil(((ends[row] as number) - minute * MINUTE_MS) / partMs(rhythm))
  const isEnd = (row: number) => ((ends[row] as number) - minute * MINUTE_MS) % partMs(rhythm) === 0
  const [start, last] = believedTimes(timesMs)
  const first = Math.ceil(partAt(start) / parts)
  const length = Math.ceil(partAt(last) / parts) - first + 1
  const before = (first - 1) * parts + 1
  const rows = new Int32Array(length * parts).fill(-1)
  const cut = new Map<number, number[]>()
  const extra: number[] = []
  for (let row = start; row <= last; row++) {
    const part = partAt(row) - before
    if (isEnd(row) && rows[part] === -1) rows[part] = row
    else {
      extra.push(row)
      // A second record of the minute in which an hour ends lies in the next one.
      const place = Math.floor((part + (isEnd(row) ? 1 : 0)) / parts)
      cut.set(place, [...(cut.get(place) ?? []), row])
    }
  }
  const rest = new Map<number, readonly number[]>()
  const remembered = { columns: new Map(), sums: new Map() }
  const broken = new Uint8Array(length)
  const grid: HourGrid = { archive, minute, parts, first, length, rows, broken, extra: Int32Array.from(extra), rest, ...remembered }
  if (cut.size > 0) {
    const isCounted = countedBy(grid)
    for (const [place, between] of cut) {
      if (isCounted(place, [])) continue
      grid.broken[place] = 1
      if (isCounted(place, between)) rest.set(place, between)
    }
  }
  return grid
}

/** Whether the counters of the archive rose by what the record of an hour says, together with some extra rows of it. */
function countedBy(grid: HourGrid): (place: number, extra: readonly number[]) => boolean {
  const pairs = countedVolumes(grid.archive).flatMap(({ volume, counter }) => {
    if (!volume.toBase !== !counter.toBase || (!volume.toBase && volume.unit !== counter.unit)) return []
    const steps = { volume: gridStepOf(volume), counter: gridStepOf(counter) }
    return [{ volume, m3: onGrid(grid, volume), counts: onGrid(grid, counter), steps }]
  })
  return (place, extra) => {
    const off = pairs.flatMap(({ volume, m3, counts, steps }) => {
      // Each part of an hour is rounded, and so is the counter at both of its ends.
      const rounding = ((grid.parts + extra.length) * steps.volume) / 2 + steps.counter
      const rise = (counts[place] ?? NaN) - (counts[place - 1] ?? NaN)
      const told = extra.reduce((sum, row) => sum + baseValue(volume, row), m3[place] ?? NaN)
      const by = Math.abs(rise - told) - rounding - 1e-9 * Math.abs(counts[place] ?? 0)
      return Number.isNaN(by) ? [] : [by]
    })
    return off.length > 0 && off.every((by) => by <= 0)
  }
}

/** When the hour of a place ends, Unix ms. */
export const hourEndMs = ({ first, minute }: HourGrid, place: number): number => (first + place) * HOUR_MS + minute * MINUTE_MS

/** The place of the hour whose end lies nearest to a stamp; may lie outside of the grid. */
export const nearestPlace = ({ first, minute }: HourGrid, atMs: number): number => Math.round((atMs - minute * MINUTE_MS) / HOUR_MS) - first

/** The place of the first hour that ends at a moment or after it; may lie outside of the grid. */
export const placeFrom = ({ first, minute }: HourGrid, atMs: number): number => Math.ceil((atMs - minute * MINUTE_MS) / HOUR_MS) - first

/**
 * The values of a channel by place of the grid, in the base unit (as sent where the unit is not known); NaN where there is
 * none. Of an hour in parts: the sum of a volume, the last of a counter, the mean of anything else.
 */
export function onGrid({ rows, length, parts, columns }: HourGrid, { values, toBase, meaning }: ChannelData): Float64Array {
  let column = columns.get(values)
  if (!column) {
    const { factor, offset } = toBase ?? { factor: 1, offset: 0 }
    const valueOf = (row: number) => (row < 0 ? NaN : (values[row] as number) * factor + offset)
    column = new Float64Array(length)
    for (let place = 0; place < length; place++) {
      column[place] =
        parts === 1
          ? valueOf(rows[place] as number)
          : together(rows.subarray(place * parts, (place + 1) * parts), valueOf, meaning.quantity)
    }
    columns.set(values, column)
  }
  return column
}

/** One number of the parts of an hour; NaN where a part has none. */
function together(rows: Int32Array, valueOf: (row: number) => number, quantity: Quantity): number {
  if (isCounter(quantity)) return valueOf(rows.at(-1) as number)
  let sum = 0
  for (const row of rows) sum += valueOf(row)
  return isVolume(quantity) ? sum : sum / rows.length
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

/** The grid of a daily archive; null where it has no record. */
export function dayGrid(archive: ArchiveData, { gas: { zone, contractHour } }: Pick<StationData, 'gas'>): DayGrid | null {
  const { timesMs, rhythm } = archive
  if (timesMs.length === 0) return null
  const clock = rhythm?.every === 'day' ? rhythm.clock : { zone, contractHour: closingHour(timesMs, zone) ?? contractHour }
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
