import { dayOf } from '../../contract/time/day.ts'
import type { DaysAgain } from '../../contract/recovery-words.ts'
import type { ReadingView } from '../../contract/records.ts'
import { keyOf } from '../sharing/series-map.ts'
import { OTHER } from '../sharing/transfer.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import type { Context } from '../context.ts'
import { coverageIn } from '../coverage/coverage.ts'
import type { LostDays } from './lost-days.ts'

/** A record's day in its own zone may be the day before or after that of UTC. */
const BESIDE = 1

/**
 * Says of the days on which records were lost, or refused, that they were not fetched: the next download asks for them. Days
 * that were never asked for stay so. The damaged book's tables are attached, and were screened on this connection.
 */
export function fetchAgain(book: Context, lost: readonly LostDays[]): DaysAgain {
  const { db, now } = book
  const coverage = coverageIn(book)
  const refused = ['reading', 'event'].flatMap((table) =>
    db
      .prepare<[], LostDays>(
        `SELECT DISTINCT series_id AS seriesId, CAST(floor(at_ms / ${DAY_MS}.0) AS INTEGER) AS "from", CAST(floor(at_ms / ${DAY_MS}.0) AS INTEGER) AS "to"
         FROM temp.refused_${table}`,
      )
      .all(),
  )
  const bySeries = Map.groupBy([...lost, ...refused], ({ seriesId }) => seriesId)
  const find = db.prepare<[number], { equipmentId: number | null; telemetryId: number | null; archiveType: string; view: ReadingView }>(
    `SELECT equipment_id AS equipmentId, telemetry_id AS telemetryId, archive_type AS archiveType, "view" FROM ${OTHER}.series WHERE id = ?`,
  )
  const owners = new Set<string>()
  let days = 0
  for (const [seriesId, ranges] of bySeries) {
    const found = find.get(seriesId)
    const key = found && keyOf(found)
    if (!found || !key || book.series.find(key) === undefined) continue
    for (const known of coverage.allRuns(key))
      for (const { from, to } of partsOf(known, ranges)) {
        coverage.mark(key, { from: dayOf(from), to: dayOf(to) }, { fetchedAtMs: now(), state: 'failed' })
        owners.add(`${found.equipmentId ?? ''}/${found.telemetryId ?? ''}`)
        days += to - from + 1
      }
  }
  return { devices: owners.size, days }
}

/** The parts of a run of days that these ranges touch, in order and without overlap. */
function partsOf(run: { from: number; to: number }, ranges: readonly LostDays[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = []
  const within = ranges
    .map(({ from, to }) => ({ from: Math.max(from - BESIDE, run.from), to: Math.min(to + BESIDE, run.to) }))
    .filter(({ from, to }) => from <= to)
    .toSorted((a, b) => a.from - b.from)
  for (const { from, to } of within) {
    const last = parts.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else parts.push({ from, to })
  }
  return parts
}
