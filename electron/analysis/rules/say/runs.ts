import { firstWhere } from '../../../contract/bisect.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { areNeighbours } from '../../kernel/grids/records.ts'
import type { ArchiveData } from '../../kernel/data.ts'
import { MOST_EVIDENCE } from '../../station/facts/evidence.ts'

/** Records in a row that share something: what most rules report as one finding. */

/** Places of the first and the last record. */
export interface RecordRun {
  from: number
  to: number
}

/**
 * Runs of neighbouring records that pass, of those that touch a window. A run that began before the window is followed
 * back to its beginning.
 * @param sortOf what a record shows; 0: nothing. Records of one run show the same
 */
export function recordRuns(
  { archiveType, timesMs }: Pick<ArchiveData, 'archiveType' | 'timesMs'>,
  places: RecordRun,
  sortOf: (at: number) => number,
): RecordRun[] {
  const areOne = (at: number) =>
    sortOf(at) === sortOf(at - 1) && areNeighbours(archiveType, timesMs[at - 1] as number, timesMs[at] as number)
  let from = places.from
  while (from > 0 && from < timesMs.length && sortOf(from) !== 0 && areOne(from)) from--
  const runs: RecordRun[] = []
  let last: RecordRun | null = null
  let lastSort = 0
  for (let at = from; at < places.to; at++) {
    const sort = sortOf(at)
    const isOne = last !== null && sort === lastSort && areNeighbours(archiveType, timesMs[at - 1] as number, timesMs[at] as number)
    if (sort === 0) last = null
    else if (last && isOne) last.to = at
    else runs.push((last = { from: at, to: at }))
    lastSort = sort
  }
  return runs
}

/** The stamps of a run's records, the first of them. */
export const stampsOf = (timesMs: Float64Array, { from, to }: RecordRun): number[] => [
  ...timesMs.subarray(from, Math.min(to + 1, from + MOST_EVIDENCE)),
]

/** The rows of ascending times that lie in a window, as [from, to). */
export const rowsWithin = (timesMs: Float64Array, { fromMs, toMs }: TimeSpan): [from: number, to: number] => [
  firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) >= fromMs),
  firstWhere(0, timesMs.length, (row) => (timesMs[row] as number) > toMs),
]

/** Runs of places in a row, [from, to] both included. */
export function placeRuns(places: Iterable<number>): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last && last.to === place - 1) last.to = place
    else runs.push({ from: place, to: place })
  }
  return runs
}
