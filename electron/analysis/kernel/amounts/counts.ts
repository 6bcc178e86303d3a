import { DAY_MS } from '../../../contract/time/units.ts'
import { digitsOf, stepBy } from '../channels/step.ts'
import { kthOf } from '../statistics/select.ts'
import { widthIn, type Interval } from './widths.ts'

/**
 * What a counter counts, by what it shows: a value that goes away from its neighbours and comes back is no count, and a
 * counter that has run over its highest number goes on counting. One owner for consumption, and for the rule that judges falls.
 */

/** So far before and after a value its neighbours have a say in whether it is believed. */
export const BELIEF_DAYS = 7
/** Days that are read before those that are counted: the counter before a hole of three, and what decides which values are believed. */
export const READ_BEFORE_DAYS = 3 + BELIEF_DAYS
const AROUND_MS = BELIEF_DAYS * DAY_MS

/** A counter that is away for more records than this has fallen, or been exchanged. */
const MOST_AWAY = 6
/** More than so many times the largest rise around is no consumption; a jump that is taken back is one only beyond this. */
const PLAUSIBLE = 1.5
const JUMP = 2
/** Fewer rises around tell no pace. */
const LEAST_RISES = 6
/** Records whose largest rises, but for the rarest, tell the pace even amid jumps. */
const USUAL_SHARE = 0.9
/** Where no pace is known, a step of this share of the counter's range is small enough for a rollover. */
const SMALL_SHARE = 0.001

interface Counts {
  /** As sent, but NaN where a value is not believed, and going on over its rollovers. */
  counts: Float64Array
  /** Rows that are not believed, in order. */
  refuted: number[]
  /** By the row in which a counter began again: the width of its range. */
  wraps: ReadonlyMap<number, number>
}

interface CountsQuestion {
  /** How far apart records lie. */
  everyMs: number
  /** Whether a meter was exchanged, or a counter set, after one row and up to another. */
  isBroken: (after: number, upTo: number) => boolean
  /** What flowed by row, where something else than the counter tells it. */
  amounts?: Float64Array
}

/** @param timesMs ascending; `sent` is as long */
export function believedCounts(timesMs: Float64Array, sent: Float64Array, question: CountsQuestion): Counts {
  const falls = fallsIn(sent)
  if (falls.length === 0) return { counts: sent, refuted: [], wraps: new Map() }
  const around = paces(timesMs, sent, falls, question.everyMs)
  const counts = sent.slice()
  const refuted: number[] = []
  for (const row of falls) {
    const before = numberBefore(counts, row)
    if (before < 0 || !((counts[row] as number) < (counts[before] as number))) continue
    for (const away of awayAt(timesMs, counts, { before, row }, around(row), question)) {
      counts[away] = Number.NaN
      refuted.push(away)
    }
  }
  const wraps = wrapsIn(timesMs, counts, around, question)
  let over = 0
  for (let row = 0; row < counts.length; row++) {
    over += wraps.get(row) ?? 0
    if (over > 0) counts[row] = (counts[row] as number) + over
  }
  return { counts, refuted: refuted.sort((a, b) => a - b), wraps }
}

/** The rows whose number is less than the number before. */
function fallsIn(values: Float64Array): number[] {
  const falls: number[] = []
  let last = Number.NaN
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (Number.isNaN(value)) continue
    if (value < last) falls.push(row)
    last = value
  }
  return falls
}

function numberBefore(values: Float64Array, row: number): number {
  let before = row - 1
  while (before >= 0 && Number.isNaN(values[before])) before--
  return before
}

/** What a counter rises by in a record's time at most, and its step. */
interface Pace {
  /** Null: too few rises around. */
  largest: number | null
  step: number
}

/** The pace around a row; rises near a fall count only where many are as large: a jump that comes back is near one. */
function paces(timesMs: Float64Array, values: Float64Array, falls: readonly number[], everyMs: number): (row: number) => Pace {
  const isNearFall = new Uint8Array(values.length)
  for (const row of falls) isNearFall.fill(1, Math.max(0, row - MOST_AWAY), row + MOST_AWAY + 1)
  return (row) => {
    let [from, to] = [row, row]
    const atMs = timesMs[row] as number
    while (from > 0 && atMs - (timesMs[from - 1] as number) <= AROUND_MS) from--
    while (to < values.length && (timesMs[to] as number) - atMs <= AROUND_MS) to++
    const rises: number[] = []
    let known = 0
    let largest = 0
    for (let at = from + 1; at < to; at++) {
      const rise = (values[at] as number) - (values[at - 1] as number)
      if (!(rise >= 0) || (timesMs[at] as number) - (timesMs[at - 1] as number) > 1.5 * everyMs) continue
      known++
      if (rise > 0) rises.push(rise)
      if (isNearFall[at] === 0 && isNearFall[at - 1] === 0) largest = Math.max(largest, rise)
    }
    const step = stepBy(digitsOf(timesMs.subarray(from, to), values.subarray(from, to)))
    if (known < LEAST_RISES) return { largest: null, step }
    const usual = rises.length === 0 ? 0 : kthOf(Float64Array.from(rises), Math.floor(USUAL_SHARE * (rises.length - 1)))
    return { largest: Math.max(largest, usual), step }
  }
}

/** The rows around a fall in which the counter was away and came back; none where it fell to stay. */
function awayAt(
  timesMs: Float64Array,
  counts: Float64Array,
  { before, row }: { before: number; row: number },
  { largest, step }: Pace,
  { everyMs, isBroken }: CountsQuestion,
): number[] {
  if (largest === null) return []
  const [from, to] = [counts[before] as number, counts[row] as number]
  const most = (a: number, b: number) => largest * Math.max(1, ((timesMs[b] as number) - (timesMs[a] as number)) / everyMs)
  const isJump = (a: number, b: number) => Math.abs((counts[b] as number) - (counts[a] as number)) > JUMP * most(a, b) + 2 * step
  /** It goes on from one row to the other as if nothing lay between. */
  const fits = (a: number, b: number) => {
    const rise = (counts[b] as number) - (counts[a] as number)
    return rise >= 0 && rise <= PLAUSIBLE * most(a, b) + 2 * step && !isBroken(a, b)
  }
  // It went up, and the fall is its way back.
  const up: number[] = []
  let low = before
  while (low >= 0 && up.length <= MOST_AWAY && !((counts[low] as number) <= to)) {
    if (!Number.isNaN(counts[low])) up.push(low)
    low--
  }
  const isUp = low >= 0 && up.length > 0 && up.length <= MOST_AWAY && fits(low, row) && isJump(low, up.at(-1) as number)
  // It went down, and comes back later.
  const down: number[] = []
  let high = row
  while (high < counts.length && down.length <= MOST_AWAY && !((counts[high] as number) >= from)) {
    if (!Number.isNaN(counts[high])) down.push(high)
    high++
  }
  const isDown = high < counts.length && down.length <= MOST_AWAY && fits(before, high) && isJump(down.at(-1) as number, high)
  if (isUp && isDown) return up.length <= down.length ? up : down
  return isUp ? up : isDown ? down : []
}

/** A fall by which the counter may have begun again. */
interface Restart extends Interval {
  row: number
  isNarrow: boolean
}

/** Of a range that no other fall confirms no more than this share may lie open, or some width would always fit. */
const NARROW = 0.02

/** The rollovers: falls over the top of a range that is of a known kind, or that other falls around have as well. */
function wrapsIn(
  timesMs: Float64Array,
  counts: Float64Array,
  around: (row: number) => Pace,
  { everyMs, isBroken, amounts }: CountsQuestion,
): Map<number, number> {
  const restarts: Restart[] = []
  for (const row of fallsIn(counts)) {
    const before = numberBefore(counts, row)
    const [from, to] = [counts[before] as number, counts[row] as number]
    if (isBroken(before, row) || to < 0) continue
    const { largest, step } = around(row)
    const took = (timesMs[row] as number) - (timesMs[before] as number)
    const told = took <= 1.5 * everyMs ? (amounts?.[row] ?? Number.NaN) : Number.NaN
    // What flowed beside it says where the top is; else what may have flowed says where it may be.
    const isTold = told >= 0 && told < from
    const most = isTold ? told + 2 * step : largest === null ? SMALL_SHARE * from : PLAUSIBLE * largest * Math.max(1, took / everyMs)
    const least = isTold ? Math.max(0, told - 2 * step) : 0
    const [low, high] = [Math.max(from, from - to + least), from - to + most]
    // A step down and up again is how some devices write.
    if (high >= low && from - to > 2 * step) restarts.push({ row, low, high, isNarrow: high - low <= NARROW * from })
  }
  const wraps = new Map<number, number>()
  restarts.forEach((one, nth) => {
    const shared: Interval = { low: one.low, high: one.high }
    let others = 0
    const isNear = (other: Restart) => Math.abs((timesMs[other.row] as number) - (timesMs[one.row] as number)) <= AROUND_MS
    for (const step of [-1, 1])
      for (let at = nth + step; at >= 0 && at < restarts.length && isNear(restarts[at] as Restart); at += step) {
        const other = restarts[at] as Restart
        const [low, high] = [Math.max(shared.low, other.low), Math.min(shared.high, other.high)]
        if (low > high) continue
        Object.assign(shared, { low, high })
        others++
      }
    const width = widthIn(shared, { isRepeated: others > 0, isNarrow: one.isNarrow })
    if (width !== null) wraps.set(one.row, width)
  })
  return wraps
}
