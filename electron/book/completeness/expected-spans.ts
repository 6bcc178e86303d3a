import { recordPeriod } from '../../contract/archives.ts'
import { dayNumberAt, lastDayOver } from '../../contract/time/day.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { CoverageState, Run } from '../coverage/coverage-runs.ts'
import { NEAR_AFTER_MS, NEAR_BEFORE_MS, wholeMinute } from './hour-ends.ts'

export type AskedRun = Pick<Run, 'from' | 'to' | 'state' | 'fetchedAtMs' | 'knownSessionMs'>

/** The stamps of the first and the last record of an archive, Unix ms; null where it has none. */
export interface RecordEnds {
  firstMs: number | null
  lastMs: number | null
}

/**
 * For days in these states nobody knows yet what the service has; for days in the other states it has sent all that it
 * has.
 */
const UNANSWERED: readonly CoverageState[] = ['failed', 'partial', 'not_transmitted']

/**
 * The time in which the records of an archive are due, as spans [from, to) in order; none where nothing is due.
 *
 * An archive begins with its first record: before it nothing is due but days that were asked for and not answered, and
 * days between those and the first record that nobody asked for. It goes on until the last moment that was asked for, or
 * to its last record where that is later, but never into a day that is not over, nor into one that a device which reports
 * once a day has not had the time to transmit.
 * @param runs in order
 */
export function expectedSpans(archiveType: string, runs: readonly AskedRun[], { firstMs, lastMs }: RecordEnds, nowMs: number): TimeSpan[] {
  const over = lastDayOver(nowMs)
  const waits = runs.some(
    ({ from, to, state, knownSessionMs }) =>
      from <= over && to >= over && knownSessionMs !== null && (state === 'partial' || state === 'not_transmitted'),
  )
  const isHourly = recordPeriod(archiveType) === 'hour'
  const askedToMs = runs.reduce((toMs, run) => Math.max(toMs, askedUntil(run)), -Infinity)
  const recordsToMs = lastMs === null ? -Infinity : isHourly ? lastMs + NEAR_BEFORE_MS + 1 : endOfDay(dayNumberAt(lastMs))
  const endMs = Math.min(Math.max(askedToMs, recordsToMs), endOfDay(waits ? over - 1 : over))
  const spans = beforeRecords(runs, firstMs === null ? Infinity : dayNumberAt(firstMs))
  // The stamp of an hour may lie a little after its end.
  if (firstMs !== null) spans.push({ fromMs: isHourly ? firstMs - NEAR_AFTER_MS + 1 : wholeMinute(firstMs), toMs: endMs })
  // A clock gone wrong may name any moment; no archive is older than 1970.
  return spans.flatMap(({ fromMs, toMs }) => {
    const span = { fromMs: Math.max(0, fromMs), toMs: Math.min(toMs, endMs) }
    return span.toMs > span.fromMs ? [span] : []
  })
}

const endOfDay = (day: number): number => (day + 1) * DAY_MS

/** A day that was asked for before it was over says nothing of what came later. */
const askedUntil = ({ to, state, fetchedAtMs }: AskedRun): number =>
  state === 'partial' || state === 'not_transmitted' ? Math.min(endOfDay(to), fetchedAtMs) : endOfDay(to)

/** From the first day that was not answered on: the days before `firstDay` of which nobody knows what the service has. */
function beforeRecords(runs: readonly AskedRun[], firstDay: number): TimeSpan[] {
  const spans: TimeSpan[] = []
  let next: number | null = null
  const add = (from: number, to: number) => {
    const last = spans.at(-1)
    if (to < from) return
    if (last?.toMs === from * DAY_MS) last.toMs = endOfDay(to)
    else spans.push({ fromMs: from * DAY_MS, toMs: endOfDay(to) })
  }
  for (const { from, to, state } of runs) {
    if (from >= firstDay) break
    if (next !== null) add(next, from - 1)
    const isUnanswered = UNANSWERED.includes(state)
    if (isUnanswered) add(from, Math.min(to, firstDay - 1))
    if (isUnanswered || next !== null) next = to + 1
  }
  if (next !== null && firstDay !== Infinity) add(next, firstDay - 1)
  return spans
}
