import { areNeighbours } from '../../kernel/channels/columns.ts'
import type { ArchiveData } from '../../kernel/data.ts'
import type { NotEvaluated } from '../../../contract/rules.ts'
import type { Subject, Verdict } from './rule.ts'
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
export function runsOf(
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
    const isOne =
      last !== null && sort === lastSort && areNeighbours(archiveType, timesMs[at - 1] as number, timesMs[at] as number)
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

export const NO_EVIDENCE = { records: [], events: [], settings: [], sessions: [], numbers: {} } as const

/** The verdict of a rule that cannot judge anything here. */
export const cannotJudge = (
  why: NotEvaluated,
  subject: Subject = { archiveType: null, channelVarname: null },
): Verdict => ({ found: [], evaluated: [], notEvaluated: [{ ...subject, why }] })
