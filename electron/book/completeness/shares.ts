import { recordPeriod, type RecordPeriod } from '../../contract/archives.ts'
import { dayNumber, dayNumberAt, dayOf, firstOfMonth, lastDayOver } from '../../contract/time/day.ts'
import type { ReadingView } from '../../contract/records.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time/units.ts'
import { believedEnd } from '../archives/believed.ts'
import type { Context } from '../context.ts'
import { answersFor } from '../file/version.ts'
import { usualMinute } from './rhythm.ts'

/** How many of the records that one archive of a device should have are in the book. */
export interface ArchiveShare {
  equipmentId: number
  archiveType: string
  view: ReadingView
  /** Of those that are due; never more than `expected`. */
  records: number
  /** Null where the archive's rhythm is not known. */
  expected: number | null
}

/** The shares of an archive over all devices that have it. */
export interface ShareTotal {
  archiveType: string
  view: ReadingView
  /** Devices whose archive has a known rhythm and something due. */
  devices: number
  /** Devices of which records are missing. */
  incomplete: number
  records: number
  /** Null where the archive's rhythm is not known. */
  expected: number | null
}

/** One row a series: see the statement. */
type Row = [
  equipmentId: number,
  archiveType: string,
  view: ReadingView,
  records: number,
  firstMs: number | null,
  lastMs: number | null,
  begun: number | null,
  asked: number | null,
  waits: 0 | 1,
  id: number,
  /** The ends of all stamps, believed or not. */
  wholeFromMs: number | null,
  wholeToMs: number | null,
]

/**
 * The shares of all archives of readings from counters and coverage runs alone: no record is read but those outside the
 * expected days (mostly today's). The rules are those of `expectedDays` and `presentAt`; a day or month with two records
 * counts twice here, never beyond what is expected.
 */
export function sharesIn({ db, version, believed }: Context) {
  const counted = answersFor<ArchiveShare[]>(version, 1)
  const rows = db
    .prepare<{ over: number; fromMs: number; toMs: number }, Row>(
      `WITH asked AS (
         SELECT series_id, min(iif(state = 2, NULL, from_day)) AS begun, max(to_day) AS last,
           max(state IN (4, 5) AND known_session_ms IS NOT NULL AND @over BETWEEN from_day AND to_day) AS waits
         FROM coverage_run GROUP BY series_id
       )
       SELECT s.equipment_id, s.archive_type, s."view", s.records, ${believedEnd('first_ms', 'min')}, ${believedEnd('last_ms', 'max')}, a.begun, a.last,
         coalesce(a.waits, 0), s.id, s.first_ms, s.last_ms
       FROM series s LEFT JOIN asked a ON a.series_id = s.id
       WHERE s.equipment_id IS NOT NULL AND (s.records > 0 OR a.last IS NOT NULL)`,
    )
    .raw()
  const minutes = db
    .prepare<[], [id: number, minute: number, records: number]>('SELECT series_id, minute, records FROM reading_minute')
    .raw()
  const outside = db
    .prepare<{ id: number; fromMs: number; endMs: number; minute: number | null }, number>(
      `SELECT count(*) FROM (
         SELECT at_ms FROM reading WHERE series_id = @id AND at_ms < @fromMs
         UNION ALL SELECT at_ms FROM reading WHERE series_id = @id AND at_ms >= @endMs
       ) WHERE @minute IS NULL OR at_ms / ${MINUTE_MS} % 60 = @minute`,
    )
    .pluck()

  function all(nowMs: number): ArchiveShare[] {
    const over = lastDayOver(nowMs)
    const minutesOf = new Map<number, Map<number, number>>()
    for (const [id, minute, records] of minutes.iterate()) {
      const counts = minutesOf.get(id)
      if (counts) counts.set(minute, records)
      else minutesOf.set(id, new Map([[minute, records]]))
    }
    const shares: ArchiveShare[] = []
    for (const row of rows.all({ over, ...believed() })) {
      const share = shareOf(row, over, minutesOf.get(row[9]) ?? NO_MINUTES)
      if (share) shares.push(share)
    }
    return shares
  }

  function shareOf(row: Row, over: number, counts: ReadonlyMap<number, number>): ArchiveShare | null {
    const [equipmentId, archiveType, view, records, firstMs, lastMs, begun, asked, waits, id, wholeFromMs, wholeToMs] =
      row
    const every = recordPeriod(archiveType)
    const unknown = { equipmentId, archiveType, view, records, expected: null }
    if (every === null) return records > 0 ? unknown : null
    const minute = every === 'hour' ? usualMinute(counts) : null
    if (every === 'hour' && minute === null) return unknown
    const first = Math.max(0, Math.min(begun ?? Infinity, firstMs === null ? Infinity : dayNumberAt(firstMs)))
    const newest = Math.max(asked ?? -Infinity, lastMs === null ? -Infinity : dayNumberAt(lastMs))
    const last = Math.min(newest, waits ? over - 1 : over)
    if (first > last) return null
    const range = { fromMs: first * DAY_MS, endMs: (last + 1) * DAY_MS }
    const rhythmic = minute === null ? records : (counts.get(minute) ?? 0)
    const isInside = wholeFromMs === null || wholeToMs === null || (wholeFromMs >= range.fromMs && wholeToMs < range.endMs) // oxfmt-ignore
    const inside = isInside ? rhythmic : rhythmic - (outside.get({ id, ...range, minute }) ?? 0)
    const expected = expectedIn(every, first, last, lastMs)
    return { equipmentId, archiveType, view, records: Math.min(inside, expected), expected }
  }

  const shares = (nowMs: number) => counted(String(lastDayOver(nowMs)), () => all(nowMs))
  return {
    /** Every archive of readings that has records or should have some. */
    shares,

    /** The same by archive, over all devices. */
    shareTotals(nowMs: number): ShareTotal[] {
      const totals = new Map<string, ShareTotal>()
      for (const { archiveType, view, records, expected } of shares(nowMs)) {
        const key = `${archiveType}|${view}|${expected === null}`
        const total = totals.get(key) ?? { archiveType, view, devices: 0, incomplete: 0, records: 0, expected: null }
        total.records += records
        if (expected !== null) {
          total.devices++
          total.expected = (total.expected ?? 0) + expected
          if (records < expected) total.incomplete++
        }
        totals.set(key, total)
      }
      return [...totals.values()]
    },
  }
}

const NO_MINUTES: ReadonlyMap<number, number> = new Map()
const HOURS_A_DAY = 24

/** Records due on the days `first`..`last`. */
function expectedIn(every: RecordPeriod, first: number, last: number, lastMs: number | null): number {
  const days = last - first + 1
  if (every === 'hour') return days * HOURS_A_DAY
  if (every === 'day') return days
  // A month closes on its last day or early in the next one: as far from the first of a month as the newest record.
  const date = lastMs === null ? 1 : new Date(lastMs).getUTCDate()
  const month = firstOfMonth(dayOf(lastMs === null ? first : dayNumberAt(lastMs)))
  const shift = lastMs === null ? 0 : date <= 15 ? date - 1 : dayNumberAt(lastMs) - dayNumber(firstOfMonth(month, 1))
  let due = 0
  let at = firstOfMonth(dayOf(first - shift))
  for (; dayNumber(at) + shift <= last; at = firstOfMonth(at, 1)) if (dayNumber(at) + shift >= first) due++
  return due
}
