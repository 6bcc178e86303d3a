import type { Context } from '../context.ts'

/** By station: a text that differs whenever something of the station's data has been fetched. */
export interface StationSource {
  stationId: number
  source: string
}

/** Stations that are asked about before other work has its turn. */
const AT_ONCE = 500

/** Tells which stations' data have changed since something was computed from them. SQL of many tables, in sets. */
export function stationSourcesIn({ db }: Context) {
  const after = db.prepare<[number, number], StationSource>(`
    WITH chosen AS (SELECT * FROM station WHERE id > ? ORDER BY id LIMIT ?),
    of_station AS (
      SELECT c.id, s.id AS series_id, s.records FROM chosen c JOIN series s ON s.equipment_id = c.equipment_id
      UNION ALL
      SELECT c.id, s.id, s.records FROM chosen c JOIN series s ON s.telemetry_id = c.telemetry_id
    ),
    seen AS (
      SELECT o.id, sum(o.records) AS records, max(t.fetched_at_ms) AS fetched_at_ms
      FROM of_station o LEFT JOIN coverage_total t ON t.series_id = o.series_id GROUP BY o.id
    )
    SELECT c.id AS stationId, concat_ws('/', c.equipment_id, c.telemetry_id, c.equipment_type_id, c.last_seance_event_ms,
      (SELECT l.last_seance_event_ms FROM last_session l WHERE l.station_id = c.id), e.records, e.fetched_at_ms) AS source
    FROM chosen c LEFT JOIN seen e ON e.id = c.id ORDER BY c.id`)
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
