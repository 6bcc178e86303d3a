import type { Database } from 'better-sqlite3'
import { DAY_MS } from '../../contract/time/units.ts'

/** A session that lies further ahead of the clock than this has a wrong time: it must not settle days for years. */
const AHEAD_MS = DAY_MS

/**
 * The last session of a device that the book knows of, from everything that names one: the station list, the time asked
 * for the one station, and the sessions themselves. Whichever is the newest counts; they are fetched at different times.
 */
export function knownSessionsIn(db: Database) {
  const newest = db
    .prepare<{ equipmentId: number; latestMs: number }, number | null>(
      `SELECT max(at_ms) FROM (
         SELECT last_seance_event_ms AS at_ms FROM station WHERE equipment_id = @equipmentId
         UNION ALL
         SELECT l.last_seance_event_ms FROM station t JOIN last_session l ON l.station_id = t.id
         WHERE t.equipment_id = @equipmentId
         UNION ALL
         SELECT (SELECT max(at_ms) FROM session WHERE telemetry_id = t.telemetry_id AND at_ms <= @latestMs)
         FROM station t WHERE t.equipment_id = @equipmentId
       ) WHERE at_ms <= @latestMs AND at_ms > 0`,
    )
    .pluck()
  return {
    /** Unix ms; null where none is known. */
    last: (equipmentId: number, nowMs: number): number | null =>
      newest.get({ equipmentId, latestMs: nowMs + AHEAD_MS }) ?? null,
  }
}
