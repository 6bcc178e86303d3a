import { farthestNeighbourMs } from '../../kernel/grids/records.ts'
import type { ArchiveData } from '../../kernel/data.ts'

/** How long the values of a channel usually stand still: a coarse sensor, or a pipe in the ground, does so for hours. */

/** From this many stretches on, the longer ones tell the habit; with fewer, the usual ones do. */
const MANY = 100
const FEW = 5
/** A stretch that this share of stations with the same habit would show once by chance is no finding. */
const CHANCE = 0.01

/**
 * How many records a channel has to stand still in a row before chance no longer explains it, given the stretches in which
 * it does so; 1: it never does. The lengths of such stretches fall off by the same share with each record more.
 * @param lengths in records, each at least 1
 */
export function beyondHabit(lengths: Int32Array): number {
  if (lengths.length < FEW) return 1
  const sorted = lengths.toSorted()
  const share = sorted.length >= MANY ? 0.98 : 0.9
  const usual = (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number) - 1
  // One of `1 - share` of all stretches is as long as that: so many times longer is one of all, with CHANCE to spare.
  return 1 + usual * (Math.log(sorted.length / CHANCE) / -Math.log(1 - share))
}

/** Stretches of records within `tolerance` of one another, as places: `from` and `to` of each, both included. */
export interface Stretches {
  from: Int32Array
  to: Int32Array
}

/**
 * Cuts the records into stretches whose values lie within a tolerance of one another: each begins as early as the value
 * that ended the one before it allows. A missing value, a gap and a record that is left out end one.
 * @param isLeftOut true for records that tell nothing
 */
export function stretchesOf(
  { archiveType, timesMs }: Pick<ArchiveData, 'archiveType' | 'timesMs'>,
  values: Float64Array,
  tolerance: number,
  isLeftOut: (at: number) => boolean,
): Stretches {
  const farthestMs = farthestNeighbourMs(archiveType)
  const from: number[] = []
  const to: number[] = []
  let first = -1
  let least = 0
  let most = 0
  const close = (last: number) => {
    if (first >= 0) {
      from.push(first)
      to.push(last)
    }
    first = -1
  }
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (Number.isNaN(value) || isLeftOut(at)) {
      close(at - 1)
      continue
    }
    if (first >= 0 && (timesMs[at] as number) - (timesMs[at - 1] as number) > farthestMs) close(at - 1)
    if (first < 0) {
      first = at
      least = value
      most = value
      continue
    }
    if (Math.max(most, value) - Math.min(least, value) <= tolerance) {
      if (value < least) least = value
      if (value > most) most = value
      continue
    }
    const began = first
    close(at - 1)
    first = at
    least = value
    most = value
    while (first > began) {
      const earlier = values[first - 1] as number
      if (Math.max(most, earlier) - Math.min(least, earlier) > tolerance) break
      first--
      if (earlier < least) least = earlier
      if (earlier > most) most = earlier
    }
  }
  close(values.length - 1)
  return { from: Int32Array.from(from), to: Int32Array.from(to) }
}
