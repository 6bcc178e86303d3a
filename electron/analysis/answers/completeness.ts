import type { Book, StationRow } from '../../book/index.ts'
import { missingRuns, shareOf, type DueRecords, type MissingRun } from '../../book/completeness/due-records.ts'
import type { HoleState } from '../../book/coverage/holes.ts'
import { recordPeriod, compareSeries, type RecordPeriod } from '../../contract/archives.ts'
import type { Day, ReadingView } from '../../contract/records.ts'
import { addDays, dayNumber, firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type GasClock } from '../../contract/time/gas-day.ts'

/** How complete the archives of a station are, for its calendar and its list of missing records. */

/** Records there are and records due, a place for each gas day from `firstDay` on. */
export interface DayCounts {
  firstDay: Day | null
  present: Float64Array
  due: Float64Array
}

const NONE: DayCounts = { firstDay: null, present: new Float64Array(0), due: new Float64Array(0) }

/** The due records by gas day: hours by the reader's clock, days and months by the archive's own. */
export function countsByDay({ rhythm, due, present }: DueRecords, asked: GasClock): DayCounts {
  const [firstMs, lastMs] = [due[0], due.at(-1)]
  if (!rhythm || firstMs === undefined || lastMs === undefined) return NONE
  const gas = rhythm.every === 'hour' ? asked : rhythm.clock
  const by = rhythm.every === 'month' ? 'month' : 'day'
  // A record at the end of a gas day belongs to it.
  const begins = (day: Day) => (by === 'month' ? firstOfMonth(day) : day)
  const firstDay = begins(gasDayAt(firstMs - 1, gas))
  const lastDay = gasDayAt(lastMs - 1, gas)
  const end = by === 'month' ? firstOfMonth(lastDay, 1) : addDays(lastDay, 1)
  const days = dayNumber(end) - dayNumber(firstDay)
  const counts = { firstDay, present: new Float64Array(days), due: new Float64Array(days) }
  let at = 0
  for (let day = firstDay; day < end;) {
    const next = by === 'month' ? firstOfMonth(day, 1) : addDays(day, 1)
    const { toMs } = gasPeriod(day, by, gas)
    let [there, all] = [0, 0]
    for (; at < due.length && (due[at] as number) <= toMs; at++) {
      all++
      there += present[at] as number
    }
    const [from, to] = [dayNumber(day) - dayNumber(firstDay), dayNumber(next) - dayNumber(firstDay)]
    counts.present.fill(there, from, to)
    counts.due.fill(all, from, to)
    day = next
  }
  return counts
}

/** Every archive of readings of a station's device that the book holds or was asked for. */
export function recordsByDay(book: Book, { equipmentId }: Pick<StationRow, 'equipmentId'>, gas: GasClock, nowMs: number) {
  if (equipmentId === null) return []
  return seriesOf(book, equipmentId).map(({ archiveType, view }) => {
    const due = book.completeness.dueRecords({ equipmentId, archiveType, view }, gas, nowMs)
    const counts = countsByDay(due, gas)
    const every: RecordPeriod | null = due.rhythm ? due.rhythm.every : null
    return {
      archiveType,
      view,
      every,
      ...shareOf(due),
      firstDay: counts.firstDay,
      days: new Blob([counts.present, counts.due] as Float64Array<ArrayBuffer>[]),
    }
  })
}

/** Archives with a rhythm come with their counts, the others of the book without. */
function seriesOf(book: Book, equipmentId: number): { archiveType: string; view: ReadingView }[] {
  const asked = book.coverage.calendar(equipmentId).filter(({ archiveType }) => recordPeriod(archiveType) !== null)
  const held = book.readings.archives(equipmentId)
  const isNew = (one: { archiveType: string; view: ReadingView }) =>
    !asked.some(({ archiveType, view }) => archiveType === one.archiveType && view === one.view)
  return [...asked, ...held.filter(isNew)].map(({ archiveType, view }) => ({ archiveType, view })).sort(compareSeries)
}

/** A window of the runs of missing records of an archive. */
export function missingIn(
  due: DueRecords,
  { desc, offset, limit, fromMs = -Infinity, toMs = Infinity }: MissingQuestion,
): { total: number; records: number; byState: Record<HoleState, number>; expected: number; rows: MissingRun[] } {
  const runs = missingRuns(due, { fromMs, toMs })
  if (desc) runs.reverse()
  const byState: Record<HoleState, number> = { never: 0, empty: 0, failed: 0, partial: 0, not_transmitted: 0 }
  for (const { state, records } of runs) byState[state] += records
  return {
    total: runs.length,
    records: runs.reduce((sum, { records }) => sum + records, 0),
    byState,
    expected: due.due.filter((atMs) => atMs >= fromMs && atMs <= toMs).length,
    rows: runs.slice(offset, offset + limit),
  }
}

interface MissingQuestion {
  desc: boolean
  offset: number
  limit: number
  fromMs?: number | undefined
  toMs?: number | undefined
}
