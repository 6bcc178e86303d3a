import type { Book, StationRow } from '../../book/index.ts'
import { missingRuns, shareOf, type DueRecords, type HoleReason, type MissingRun } from '../../book/completeness/due-records.ts'
import { recordPeriod, compareSeries, type RecordPeriod } from '../../contract/archives.ts'
import type { Day, ReadingView } from '../../contract/records.ts'
import { addDays, dayNumber, firstOfMonth } from '../../contract/time/day.ts'
import { gasDayAt, gasPeriod, type GasClock } from '../../contract/time/gas-day.ts'
import type { CoverageSpan } from '../../book/coverage/coverage.ts'
import { archiveIn, dueOf } from './readings/readings.ts'

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
export function recordsByDay(book: Book, station: StationRow, gas: GasClock, nowMs: number, only?: number) {
  return seriesOf(book, station, only).map(({ archiveType, view }) => {
    const due = dueOf(book, archiveIn(book, { stationId: station.id, archiveType, view, equipmentId: only }), gas, nowMs)
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
