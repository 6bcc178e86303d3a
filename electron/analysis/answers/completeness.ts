import type { Book, StationRow } from '../../book/index.ts'
import { missingRuns, shareOf, type DueRecords, type HoleReason, type MissingRun } from '../../book/completeness/due-records.ts'
import { recordPeriod, compareSeries, type RecordPeriod } from '../../contract/archives.ts'
import type { Day, ReadingView } from '../../contract/records.ts'
import { addDays, dayNumber, dayNumberAt, dayOf, firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, type GasClock } from '../../contract/time/gas-day.ts'
import type { CoverageSpan } from '../../book/coverage/coverage.ts'
import { archiveIn, dueOf } from './readings/readings.ts'

/** How complete the archives of a station are, for its calendar and its list of missing records. */

/** Records there are and records due, a place for each day of UTC from `firstDay` on. */
export interface DayCounts {
  firstDay: Day | null
  present: Float64Array
  due: Float64Array
}

const NONE: DayCounts = { firstDay: null, present: new Float64Array(0), due: new Float64Array(0) }

/**
 * The due records by the day that they were asked for: days of UTC, as coverage has them, so that what is known of a day and
 * its counts stand beside each other. A month's record counts on each of its days, by the archive's own clock.
 */
export function countsByDay({ rhythm, due, present }: DueRecords): DayCounts {
  const [firstMs, lastMs] = [due[0], due.at(-1)]
  if (!rhythm || firstMs === undefined || lastMs === undefined) return NONE
  if (rhythm.every === 'month') return countsByMonth({ due, present }, rhythm.clock)
  const first = dayNumberAt(firstMs)
  const days = dayNumberAt(lastMs) - first + 1
  const counts = { firstDay: dayOf(first), present: new Float64Array(days), due: new Float64Array(days) }
  due.forEach((dueMs, place) => {
    const at = dayNumberAt(dueMs) - first
    counts.due[at] = (counts.due[at] as number) + 1
    counts.present[at] = (counts.present[at] as number) + (present[place] as number)
  })
  return counts
}

function countsByMonth({ due, present }: Pick<DueRecords, 'due' | 'present'>, clock: GasClock): DayCounts {
  const monthOf = (dueMs: number) => firstOfMonth(gasDayAt(dueMs - 1, clock))
  const firstDay = monthOf(due[0] as number)
  const days = dayNumber(firstOfMonth(monthOf(due.at(-1) as number), 1)) - dayNumber(firstDay)
  const counts = { firstDay, present: new Float64Array(days), due: new Float64Array(days) }
  due.forEach((dueMs, place) => {
    const month = monthOf(dueMs)
    const [from, to] = [dayNumber(month) - dayNumber(firstDay), dayNumber(firstOfMonth(month, 1)) - dayNumber(firstDay)]
    counts.present.fill(present[place] as number, from, to)
    counts.due.fill(1, from, to)
  })
  return counts
}

/** Every archive of readings of a station's device that the book holds or was asked for. */
export function recordsByDay(book: Book, station: StationRow, gas: GasClock, nowMs: number, only?: number) {
  return seriesOf(book, station, only).map(({ archiveType, view }) => {
    const due = dueOf(book, archiveIn(book, { stationId: station.id, archiveType, view, equipmentId: only }), gas, nowMs)
    const counts = countsByDay(due)
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
function seriesOf(book: Book, station: StationRow, only?: number): { archiveType: string; view: ReadingView }[] {
  const asked = lifeCalendar(book, station, only).filter(({ archiveType }) => recordPeriod(archiveType) !== null)
  const held = book.stations.devices(station.id, only).flatMap(({ equipmentId, time }) => book.readings.archives(equipmentId, time))
  const devices = new Set(book.stations.devices(station.id, only).map(({ equipmentId }) => equipmentId))
  const unasked = book.unasked
    .ofStation(station.id)
    .filter(({ archiveType, owner }) => recordPeriod(archiveType) !== null && 'equipmentId' in owner && devices.has(owner.equipmentId))
  const all = new Map([...asked, ...held, ...unasked].map(({ archiveType, view }) => [`${archiveType}|${view}`, { archiveType, view }]))
  return [...all.values()].sort(compareSeries)
}

/** What was asked of a station's devices, or of one, by archive: the days of each in its time. */
export function lifeCalendar(book: Book, station: StationRow, only?: number): ReturnType<Book['coverage']['calendar']> {
  const own = book.stations.devices(station.id, only).map(({ equipmentId, time }) => book.coverage.calendar(equipmentId, time))
  const [first, second] = own
  if (!second) return first ?? []
  return [...Map.groupBy(own.flat(), ({ archiveType, view }) => `${archiveType}|${view}`).values()].map((all) => ({
    archiveType: all[0]?.archiveType ?? '',
    view: all[0]?.view ?? 'general',
    runs: all.flatMap(({ runs }) => runs).reduce(after, []),
  }))
}

/** Runs one after another: a day that two devices share is the earlier one's. */
function after(runs: CoverageSpan[], next: CoverageSpan): CoverageSpan[] {
  const last = runs.at(-1)
  if (!last || next.from > last.to) runs.push(next)
  else if (next.to > last.to) runs.push({ ...next, from: addDays(last.to, 1) })
  return runs
}

/** A window of the runs of missing records of an archive. */
export function missingIn(
  due: DueRecords,
  { desc, offset, limit, fromMs = -Infinity, toMs = Infinity }: MissingQuestion,
): { total: number; records: number; byState: Record<HoleReason, number>; expected: number; rows: MissingRun[] } {
  const runs = missingRuns(due, { fromMs, toMs })
  if (desc) runs.reverse()
  const byState: Record<HoleReason, number> = { never: 0, empty: 0, failed: 0, partial: 0, not_transmitted: 0, exchange: 0 }
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
