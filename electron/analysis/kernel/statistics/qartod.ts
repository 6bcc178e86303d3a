import { FLAG, type Flag } from '../../../contract/rules.ts'

/**
 * The arithmetic of four tests of QARTOD as `ioos_qc` documents them (docs/field-rules.md, source q1). Tests compare it with facts that
 * its maintainers publish; rules use it with limits of their own. Values are NaN where there is no number.
 */

/** Lower and upper limit, both still allowed; infinite where there is none. */
export interface Span {
  least: number
  most: number
}

/** 4 beyond what can be, 3 beyond what should be, 9 for no number, else 1. */
export function grossRange(value: number, fail: Span, suspect: Span | null = null): Flag {
  if (Number.isNaN(value)) return FLAG.missing
  if (value < fail.least || value > fail.most) return FLAG.fail
  return suspect !== null && (value < suspect.least || value > suspect.most) ? FLAG.suspect : FLAG.good
}

/**
 * The distance of a value from the curve of the third degree through two neighbours on each side, with its sign; NaN where
 * one of the five is missing. Where values rise to a peak and fall again, the mean of two lies below the peak.
 */
export const fromCurve = (second: number, before: number, value: number, after: number, next: number): number =>
  value - (4 * (before + after) - (second + next)) / 6

/** The distance of a value from the mean of its two neighbours, with its sign; NaN where one of the three is missing. */
export const fromNeighbours = (before: number, value: number, after: number): number => value - (before + after) / 2

/** 3 and 4 by the distance from what the neighbours let expect; 2 for the ends and beside a gap, 9 for no number. */
export function spikeFlag(value: number, distance: number, suspect: number, fail: number): Flag {
  if (Number.isNaN(value)) return FLAG.missing
  const size = Math.abs(distance)
  if (Number.isNaN(size)) return FLAG.notEvaluated
  if (size > fail) return FLAG.fail
  return size > suspect ? FLAG.suspect : FLAG.good
}

/** 3 and 4 where a value moves faster from the one before than is allowed, in units a second. */
export function rateOfChange(
  { beforeMs, before }: { beforeMs: number; before: number },
  { atMs, value }: { atMs: number; value: number },
  suspect: number,
  fail = Infinity,
): Flag {
  if (Number.isNaN(value)) return FLAG.missing
  const rate = Math.abs(value - before) / ((atMs - beforeMs) / 1000)
  if (rate > fail) return FLAG.fail
  return rate > suspect ? FLAG.suspect : FLAG.good
}

/**
 * For each value: how many records before it, in a row, stay with it within less than `tolerance` of one another. A
 * missing value neither counts against the run nor ends it, but is one of its records.
 */
export function flatRuns(values: Float64Array, tolerance: number): Int32Array {
  const runs = new Int32Array(values.length)
  // Places whose values fall, and rise: the first of each is the highest and the lowest of the run.
  const highs = new Int32Array(values.length)
  const lows = new Int32Array(values.length)
  let [high, highEnd, low, lowEnd, first] = [0, 0, 0, 0, 0]
  const of = (place: number | undefined) => values[place as number] as number
  for (let at = 0; at < values.length; at++) {
    const value = of(at)
    if (!Number.isNaN(value)) {
      while (highEnd > high && of(highs[highEnd - 1]) <= value) highEnd--
      highs[highEnd++] = at
      while (lowEnd > low && of(lows[lowEnd - 1]) >= value) lowEnd--
      lows[lowEnd++] = at
      while (of(highs[high]) - of(lows[low]) >= tolerance && first < at) {
        first++
        if ((highs[high] as number) < first) high++
        if ((lows[low] as number) < first) low++
      }
    }
    runs[at] = at - first
  }
  return runs
}

/** 3 and 4 where a value stays flat for this many records before it; 9 for no number. */
export function flatFlag(value: number, run: number, suspect: number, fail: number): Flag {
  if (Number.isNaN(value)) return FLAG.missing
  if (run >= fail) return FLAG.fail
  return run >= suspect ? FLAG.suspect : FLAG.good
}
