import { firstWhere } from '../../../contract/bisect.ts'
import type { FindingRow } from '../../../contract/findings.ts'

/** Records of an archive by their flag: each has the worst of its tests, in the order of FLAG_ORDER. */
export interface RecordFlags {
  archiveType: string
  good: number
  notEvaluated: number
  suspect: number
  fail: number
  missing: number
}

export interface FlaggedArchive {
  archiveType: string
  /** Stamps of the records, Unix ms, ascending. */
  times: Float64Array
  /** Records that are due and not there. */
  missing: number
  /** Some rule has judged it. */
  isEvaluated: boolean
}

type Flagging = Pick<FindingRow, 'archiveType' | 'flag' | 'fromMs' | 'toMs'>

/** Counts them. A finding flags the records that end in its time; of a moment, the record at it. */
export function recordFlags({ archiveType, times, missing, isEvaluated }: FlaggedArchive, findings: readonly Flagging[]): RecordFlags {
  const own = findings.filter((finding) => finding.archiveType === archiveType)
  const rowsOf = (flags: readonly number[]) =>
    covered(own.filter(({ flag }) => flags.includes(flag)).map((finding) => rowsIn(times, finding)))
  const fail = rowsOf([FAIL])
  const suspect = rowsOf([FAIL, SUSPECT]) - fail
  const rest = times.length - fail - suspect
  return {
    archiveType,
    good: isEvaluated ? rest : 0,
    notEvaluated: isEvaluated ? 0 : rest,
    suspect,
    fail,
    missing,
  }
}
const SUSPECT = 3
const FAIL = 4

/** First row and the row after the last one. */
type Rows = [from: number, to: number]

function rowsIn(times: Float64Array, { fromMs, toMs }: Flagging): Rows {
  const at = (row: number) => times[row] as number
  const isMoment = toMs !== null && toMs <= fromMs
  const from = firstWhere(0, times.length, (row) => (isMoment ? at(row) >= fromMs : at(row) > fromMs))
  const to = toMs === null ? times.length : firstWhere(from, times.length, (row) => at(row) > toMs)
  return [from, to]
}

/** How many rows lie in any of some stretches. */
function covered(stretches: readonly Rows[]): number {
  let count = 0
  let until = 0
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    if (to <= until) continue
    count += to - Math.max(from, until)
    until = to
  }
  return count
}
