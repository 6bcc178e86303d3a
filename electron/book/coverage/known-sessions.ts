import { latestMs } from '../../contract/time/stale.ts'
import type { Context } from '../context.ts'

/**
 * The newest session of a device that the book knows, from three sources that are fetched at different times: the station
 * list, the last session time of the single station, and the sessions themselves. One that has not been yet has a wrong time:
 * trusting it would settle days for years.
 */
export function knownSessionsIn({ db }: Context) {
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
    /** Unix ms; null if no session is known. */
    last: (equipmentId: number, nowMs: number): number | null => newest.get({ equipmentId, latestMs: latestMs(nowMs) }) ?? null,
  }
}
