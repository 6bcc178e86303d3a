import { recordPeriod } from '../../../contract/archives.ts'
import type { TimeSpan } from '../../../contract/time/gas-day.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time/units.ts'
import type { Columns } from './columns.ts'
import type { ArchiveData } from '../../kernel/data.ts'

/** Times of records that are due in a row and not there. */

/** From the beginning of what the first of some due records covers to the end of the last; both places included. */
export function holeSpan(
  { archiveType }: Pick<ArchiveData, 'archiveType'>,
  due: Float64Array,
  { from, to }: { from: number; to: number },
): TimeSpan {
  const dueMs = due[from] as number
  const toMs = due[to] as number
  if (recordPeriod(archiveType) === 'hour') return { fromMs: dueMs - HOUR_MS, toMs }
  // The first due record has none before it; the next one is as far off, but for a change of clocks.
  return { fromMs: from > 0 ? (due[from - 1] as number) : 2 * dueMs - (due[from + 1] ?? dueMs + DAY_MS), toMs }
}

/**
 * What a silent station lacks: the time since its last session, or since the last record of the archive of hours, else of days,
 * whichever is later (a file by cable may have brought some of it), until now. What is due ends earlier: with the last day
 * that is over and was asked for.
 * @returns null where there is no such archive
 */
export function silentHole(columns: Columns, lastSessionMs: number, nowMs: number): TimeSpan | null {
  const archive = columns.archive('hourly') ?? columns.archive('daily')
  const lastRecordMs = archive?.timesMs.findLast((atMs) => atMs <= nowMs)
  return lastRecordMs === undefined ? null : { fromMs: Math.max(lastRecordMs, lastSessionMs), toMs: nowMs }
}
