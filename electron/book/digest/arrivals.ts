import type { Database } from 'better-sqlite3'
import type { ReadingView } from '../../contract/records.ts'
import type { TimeSpan } from '../../contract/time/gas-day.ts'
import { DAY_MS } from '../../contract/time/units.ts'

/** The archive in which devices log who changed what. */
export const CHANGES_ARCHIVE = 'changes'

/** What of this book's news is no finding. Of `settings` and `changes` the owner is the device, of `device` the station. */
export type ArrivalKind = 'late' | 'corrected' | 'settings' | 'changes' | 'device'

/** Between these moments (Unix ms, both included) so many records came. */
interface Came extends TimeSpan {
  records: number
}

/** A day of the log is kept for so long: nobody looks that late. */
export const KEPT_MS = 400 * DAY_MS

const INSERT = `
  INSERT INTO arrival (at_ms, kind, owner_id, archive_type, "view", from_ms, to_ms, records) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET to_ms = max(to_ms, excluded.to_ms), records = records + excluded.records`
type Written = [number, ArrivalKind, number, string, string, number, number, number]

/** Writes `arrival`, in the transaction of the page that brings the records: when this book came to know of them. */
export function arrivalsIn({ db, now }: { db: Database; now: () => number }) {
  const write = db.prepare<Written>(INSERT)
  const prunes = ['arrival', 'merged_note'].map((table) => db.prepare<[number]>(`DELETE FROM ${table} WHERE at_ms < ?`))
  const bounds = db.prepare<[number], [number | null, number | null]>('SELECT first_ms, last_ms FROM series WHERE id = ?').raw()
  const asked = db
    .prepare<[number, number, number], [number | null, number | null]>(
      `SELECT min(from_day), max(to_day) FROM coverage_run
       WHERE series_id = ? AND state IN (1, 2) AND from_day <= ? AND to_day >= ?`,
    )
    .raw()
  let isPruned = false
  function note(kind: ArrivalKind, ownerId: number, came: Came, key?: { archiveType: string; view?: ReadingView }): void {
    const atMs = now()
    if (!isPruned) for (const prune of prunes) prune.run(atMs - KEPT_MS)
    isPruned = true
    write.run(atMs, kind, ownerId, key?.archiveType ?? '', key?.view ?? '', Math.floor(came.fromMs), Math.floor(came.toMs), came.records)
  }

  return {
    note,
    /**
     * The part of a page's time that had been asked for and answered, behind which there are records already: what comes there
     * now comes late. Null: there is none. Call it before the page is written.
     */
    askedBefore(seriesId: number, { fromMs, toMs }: TimeSpan): TimeSpan | null {
      const [, lastMs = null] = bounds.get(seriesId) ?? []
      if (lastMs === null || fromMs >= lastMs) return null
      const endMs = Math.min(toMs, lastMs)
      const [from, to] = asked.get(seriesId, dayOf(endMs), dayOf(fromMs)) ?? []
      if (from == null || to == null) return null
      return { fromMs: Math.max(fromMs, from * DAY_MS), toMs: Math.min(endMs, (to + 1) * DAY_MS - 1) }
    },
    /** New entries of a device's log of changes; what is older than all that the book had is history, and no news. Call it before they are counted. */
    noteChanges(equipmentId: number, seriesId: number, { events, firstMs, lastMs }: { events: number; firstMs: number; lastMs: number }) {
      const [knownMs = null] = bounds.get(seriesId) ?? []
      if (knownMs === null || lastMs < knownMs) return
      note('changes', equipmentId, { fromMs: Math.max(firstMs, knownMs), toMs: lastMs, records: events }, { archiveType: CHANGES_ARCHIVE })
    },
  }
}

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** Notes that a station has another device: since `fromMs`, where that is known. */
export function exchangedIn(db: Database, now: () => number) {
  const write = db.prepare<Written>(INSERT)
  return (stationId: number, fromMs: number | null): void => {
    const atMs = now()
    write.run(atMs, 'device', stationId, '', '', fromMs ?? atMs, fromMs ?? atMs, 1)
  }
}
