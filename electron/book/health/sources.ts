import type { Context } from '../context.ts'

/** By station: a text that differs whenever something of the station's data has changed, or been fetched. */
export interface StationSource {
  stationId: number
  source: string
}

/** Stations that are asked about before other work has its turn. */
const AT_ONCE = 500

/** Tells which stations' data have changed since something was computed from them. SQL of many tables, in sets. */
export function stationSourcesIn({ db }: Context) {
  const after = db.prepare<[number, number], StationSource>(`
    SELECT s.id AS stationId, json_array(s.equipment_id, s.telemetry_id, s.equipment_type_id, s.last_seance_event_ms,
      (SELECT l.last_seance_event_ms FROM last_session l WHERE l.station_id = s.id),
      (SELECT c.changes FROM data_change c WHERE c.unit = 0 AND c.owner_id = s.equipment_id),
      (SELECT c.changes FROM data_change c WHERE c.unit = 1 AND c.owner_id = s.telemetry_id)) AS source
    FROM station s WHERE s.id > ? ORDER BY s.id LIMIT ?`)
  const one = db.prepare<[number, number], StationSource>(after.source)

  return {
    /** All stations, some hundreds at a time. */
    *all(): Generator<readonly StationSource[]> {
      for (let last = Number.MIN_SAFE_INTEGER; ;) {
        const rows = after.all(last, AT_ONCE)
        if (rows.length > 0) yield rows
        const next = rows.at(-1)
        if (!next || rows.length < AT_ONCE) return
        last = next.stationId
      }
    },
    of: (stationId: number): string | null => {
      const row = one.get(stationId - 1, 1)
      return row?.stationId === stationId ? row.source : null
    },
  }
}
