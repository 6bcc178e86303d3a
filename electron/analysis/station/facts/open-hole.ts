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
 * The hole behind the last record, of the archive of hours, else of days: what a silent station lacks.
 * @returns null where nothing that is due by now is lacking there, or nobody knows what is due
 */
export function openHole(columns: Columns): TimeSpan | null {
  const archive = columns.archive('hourly') ?? columns.archive('daily')
  if (!archive?.due) return null
  const { due, present } = archive.due
  let from = due.length
  while (from > 0 && present[from - 1] === 0) from--
  return from === due.length ? null : holeSpan(archive, due, { from, to: due.length - 1 })
}
