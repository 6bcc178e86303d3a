import type { DueRecords, MissingRun } from '../../../book/completeness/due-records.ts'
import { firstWhere } from '../../../contract/bisect.ts'
import type { Verbatim } from '../../../contract/records.ts'

/** Records and the gaps between them as one list in order of time, any window of which is read without what is before it. */

/** A row of the table; `gap` where there is no record. */
export interface ListedRow {
  atMs: number
  values: Verbatim[]
  gap: { toMs: number; records: number; state: MissingRun['state'] } | null
  /** The file by cable that the record is of; null: the service. */
  source: string | null
}

/** Up to so many missing records in a row have a row each; more have one row together. */
const ROWS_EACH = 3

interface Gap {
  row: ListedRow
  /** How many records of the range come before it. */
  after: number
}

/** The list of a range. `runs`: what is missing in it, in order. */
export function listOf(due: DueRecords, runs: readonly MissingRun[], { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const { times } = due
  const first = firstWhere(0, times.length, (at) => (times[at] as number) >= fromMs)
  const end = firstWhere(first, times.length, (at) => (times[at] as number) > toMs)
  const gaps: Gap[] = runs
    .flatMap((run) => rowsOfRun(due, run))
    .map((row) => ({ row, after: firstWhere(first, end, (at) => (times[at] as number) > row.atMs) - first }))
  const records = end - first
  const total = records + gaps.length

  return {
    total,
    records,
    /** Rows from `offset` on, ascending; an offset before the list takes what of the window lies in it. */
    window(
      { offset, limit }: { offset: number; limit: number },
      read: (firstMs: number, lastMs: number, count: number) => ListedRow[],
    ): ListedRow[] {
      const [from, to] = [Math.max(0, offset), Math.min(total, offset + limit)]
      if (to <= from) return []
      // The gap at place n of the list of gaps is row `after + n` of the whole list.
      const placeOf = (row: number) => firstWhere(0, gaps.length, (at) => (gaps[at] as Gap).after + at >= row)
      const [gapFrom, gapTo] = [placeOf(from), placeOf(to)]
      const [recordFrom, recordTo] = [from - gapFrom, to - gapTo]
      const found =
        recordTo > recordFrom ? read(times[first + recordFrom] as number, times[first + recordTo - 1] as number, recordTo - recordFrom) : []
      return merged(
        found,
        gaps.slice(gapFrom, gapTo).map(({ row }) => row),
      )
    },
  }
}

function rowsOfRun({ due }: DueRecords, { fromMs, toMs, records, state }: MissingRun): ListedRow[] {
  if (records > ROWS_EACH) return [{ atMs: fromMs, values: [], gap: { toMs, records, state }, source: null }]
  const place = firstWhere(0, due.length, (at) => (due[at] as number) >= fromMs)
  return Array.from({ length: records }, (_, index) => {
    const atMs = due[place + index] as number
    return { atMs, values: [], gap: { toMs: atMs, records: 1, state }, source: null }
  })
}

function merged(records: readonly ListedRow[], gaps: readonly ListedRow[]): ListedRow[] {
  const rows: ListedRow[] = []
  let next = 0
  for (const record of records) {
    for (; next < gaps.length && (gaps[next] as ListedRow).atMs < record.atMs; next++) rows.push(gaps[next] as ListedRow)
    rows.push(record)
  }
  return [...rows, ...gaps.slice(next)]
}
