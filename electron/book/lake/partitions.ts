import { createHash, type Hash } from 'node:crypto'
import { EVENT_ARCHIVES, type ReadingView } from '../../contract/records.ts'
import { dayAt, dayNumber, dayNumberAt, firstOfMonth } from '../../contract/time/day.ts'
import type { StampBounds } from '../../contract/time/stamps.ts'
import { DAY_MS } from '../../contract/time/units.ts'
import { OF_SOURCES } from '../archives/corrections.ts'
import type { Context } from '../context.ts'

/** The records of one archive in one month (UTC), over all devices. */
export interface LakePartition {
  kind: 'reading' | 'event'
  archiveType: string
  /** yyyy-mm */
  month: string
  records: number
  /** Another one, and the records may be others. */
  signature: string
}

/** One archive of one device in one view. */
export interface LakeSeries {
  id: number
  equipmentId: number
  archiveType: string
  view: ReadingView
}

/** Days in a row that were fetched together: what is known of them came at this time. */
export type FetchedRun = [fromDay: number, toDay: number, state: number, fetchedAtMs: number]

/** Which partitions a book has, and what tells that one of them has changed. No record is read for that. */
export function partitionsIn({ db, believed }: Context, corrections: () => Readonly<Record<string, number>>) {
  const seriesOf = db.prepare<[], LakeSeries>(`
    SELECT id, equipment_id AS equipmentId, archive_type AS archiveType, "view" FROM series
    WHERE equipment_id IS NOT NULL AND records > 0 ORDER BY archive_type, equipment_id, "view"`)
  const next = (table: string) =>
    db.prepare<[number, number], number | null>(`SELECT min(at_ms) FROM ${table} WHERE series_id = ? AND at_ms >= ?`).pluck()
  const count = (table: string) =>
    db.prepare<[number, number, number], number>(`SELECT count(*) FROM ${table} WHERE series_id = ? AND at_ms >= ? AND at_ms < ?`).pluck()
  const tables = {
    reading: { next: next('reading'), count: count('reading') },
    event: { next: next('event'), count: count('event') },
  }
  const runs = db
    .prepare<[number], FetchedRun>('SELECT from_day, to_day, state, fetched_at_ms FROM coverage_run WHERE series_id = ? ORDER BY from_day')
    .raw()

  /** Months of a series that have records whose stamps are believed. */
  function* monthsOf({ id }: LakeSeries, kind: LakePartition['kind']): Generator<{ month: string; records: number }> {
    const { fromMs: earliestMs, toMs } = monthsWithin(believed())
    let atMs = tables[kind].next.get(id, earliestMs) ?? null
    while (atMs !== null && atMs < toMs) {
      const month = dayAt(atMs).slice(0, -3)
      const { fromMs, endMs } = monthSpan(month)
      yield { month, records: tables[kind].count.get(id, fromMs, endMs) ?? 0 }
      atMs = tables[kind].next.get(id, endMs) ?? null
    }
  }

  return {
    series: (): LakeSeries[] => seriesOf.all(),
    runs: (id: number): FetchedRun[] => runs.all(id),

    /**
     * All partitions, by archive and month. A signature is made of each device's number of records, of when its days were
     * fetched, and of how often records of the month were corrected: every writer of records changes one of them.
     * Yields after each series, because it takes as long as counting the book's records.
     */
    *all(found: LakePartition[]): Generator<void> {
      const corrected = corrections()
      let archive: string | null = null
      let months = new Map<string, { kind: LakePartition['kind']; hash: Hash; records: number }>()
      const close = () => {
        for (const [month, { kind, hash, records }] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          hash.update(`corrected ${corrected[`${archive} ${month}`] ?? 0}`)
          const sources = corrected[`${archive} ${month}${OF_SOURCES}`]
          if (sources !== undefined) hash.update(`sources ${sources}`)
          found.push({ kind, archiveType: archive ?? '', month, records, signature: hash.digest('hex') })
        }
        months = new Map()
      }
      for (const series of seriesOf.all()) {
        if (series.archiveType !== archive) {
          close()
          archive = series.archiveType
        }
        const kind = kindOf(series.archiveType)
        const fetched = runs.all(series.id)
        for (const { month, records } of monthsOf(series, kind)) {
          let one = months.get(month)
          if (!one) months.set(month, (one = { kind, hash: createHash('sha256'), records: 0 }))
          one.records += records
          one.hash.update(`${series.equipmentId} ${series.view} ${records} ${JSON.stringify(within(fetched, month))}\n`)
        }
        yield
      }
      close()
    },
  }
}

/** The whole months of a time: a partition is written whole. */
function monthsWithin({ fromMs, toMs }: StampBounds): StampBounds {
  return { fromMs: monthSpan(dayAt(fromMs).slice(0, -3)).fromMs, toMs: monthSpan(dayAt(toMs).slice(0, -3)).endMs }
}
const EVENTS: readonly string[] = EVENT_ARCHIVES
const kindOf = (archiveType: string): LakePartition['kind'] => (EVENTS.includes(archiveType) ? 'event' : 'reading')

/** A month as moments: from `fromMs` on, before `endMs`. */
export function monthSpan(month: string): { fromMs: number; endMs: number } {
  const first = `${month}-01`
  return { fromMs: dayNumber(first) * DAY_MS, endMs: dayNumber(firstOfMonth(first, 1)) * DAY_MS }
}

/** The runs of a month and of a day on either side: the service does not say in which zone its days are. */
function within(runs: readonly FetchedRun[], month: string): FetchedRun[] {
  const { fromMs, endMs } = monthSpan(month)
  const [from, to] = [dayNumberAt(fromMs) - 1, dayNumberAt(endMs)]
  return runs
    .filter(([first, last]) => first <= to && last >= from)
    .map(([first, last, state, atMs]) => [Math.max(first, from), Math.min(last, to), state, atMs])
}
