import { withoutNoise } from '../../../contract/units.ts'
import type { ArchiveData, ChannelData } from '../data.ts'
import { farthestNeighbourMs } from '../grids/records.ts'

/** The rise of a counter: from record to record, and while records are missing. */

/** A counter's rise, in its unit and with no more digits than it has; negative where it fell, NaN where an end is. */
export const riseOf = (before: number, after: number): number => withoutNoise(after - before, Math.max(Math.abs(before), Math.abs(after)))

/**
 * By record: what a counter rose by since the record before it, in its own unit; NaN for the first record, over a gap, where
 * it fell, and where `isBroken` says that the two ends cannot be compared.
 */
export function risesOf(
  { archiveType, timesMs }: Pick<ArchiveData, 'archiveType' | 'timesMs'>,
  { values }: Pick<ChannelData, 'values'>,
  isBroken: (fromMs: number, toMs: number) => boolean,
): Float64Array {
  const farthestMs = farthestNeighbourMs(archiveType)
  const rises = new Float64Array(timesMs.length).fill(Number.NaN)
  for (let row = 1; row < timesMs.length; row++) {
    const [fromMs, toMs] = [timesMs[row - 1] as number, timesMs[row] as number]
    const rise = riseOf(values[row - 1] as number, values[row] as number)
    if (rise >= 0 && toMs - fromMs <= farthestMs && !isBroken(fromMs, toMs)) rises[row] = rise
  }
  return rises
}

/** Missing records in a row, by their places, with what passed meanwhile. */
export interface Fill {
  /** Places of the first and the last missing one. */
  first: number
  last: number
  m3: number
}

/** Doubles that counters are made of do not add up to the last digit. */
const NOISE = 1e-9

/**
 * The runs of missing amounts over which the counter is known at both ends and has neither fallen nor been exchanged.
 * @param amounts by place, NaN where missing
 * @param counts the counter at the end of each place, NaN where there is none
 * @param isBroken whether a meter was exchanged, or a counter set, after one place and up to another
 */
export function fillsOf(amounts: Float64Array, counts: Float64Array, isBroken: (after: number, upTo: number) => boolean): Fill[] {
  const fills: Fill[] = []
  for (let first = 0; first < amounts.length; first++) {
    if (!Number.isNaN(amounts[first])) continue
    let last = first
    while (last + 1 < amounts.length && Number.isNaN(amounts[last + 1]) && Number.isNaN(counts[last])) last++
    const before = counts[first - 1] ?? Number.NaN
    // The next record's counter holds its own amount as well.
    const [upTo, after] = Number.isNaN(counts[last])
      ? [last + 1, (counts[last + 1] ?? Number.NaN) - (amounts[last + 1] ?? Number.NaN)]
      : [last, counts[last] as number]
    const m3 = riseOf(before, after)
    if (m3 >= -NOISE * Math.abs(after) && !isBroken(first - 1, upTo)) fills.push({ first, last, m3: Math.max(0, m3) })
    first = last
  }
  return fills
}
